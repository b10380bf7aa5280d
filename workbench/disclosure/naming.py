"""The names a model knows a server's tools by (spec 1.2): safe, unique, bounded, the same on every run."""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from workbench.disclosure.deferral import BRIDGE_NAMES
from workbench.disclosure.definitions import function_definition
from workbench.model import Kind, RawTool, Report, Tool
from workbench.text import clip, estimate_tokens, one_line, plain

MAX_NAME: Final = 64
"""Characters of a model-facing name; providers refuse longer ones together with the whole request."""

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]")
_SOLID: Final = re.compile(r"[A-Za-z0-9]")
_DIGEST: Final = 6
_LEAST_SERVER: Final = 20
_MOST_NOTES: Final = 50


def name_tools(
    server: str, raw: Sequence[RawTool], taken: Collection[str] = (), kind: Kind = Kind.MCP
) -> tuple[tuple[Tool, ...], tuple[Report, ...]]:
    """A server's tools under their model-facing names, in the order received, with a report for each oddity.

    `mcp_<server>_<tool>` for a server's tools, the reduced name alone for other kinds (spec 1.2). `taken` are the names
    of sources declared earlier. Which tool gets which name does not depend on the order of the list. A raw name that
    survives the reduction unchanged keeps its plain form; the others of its group, and names too long, taken or
    without any usable character, get a suffix made from the full original name. A second definition of one raw
    name, and a bridge name, are refused.
    """
    accepted, reports = _accept(server, raw, kind)
    maker = _Maker(server, kind)
    names = _assign(maker, [tool.name for tool in accepted], frozenset(taken))
    reports.extend(_renamings(maker, names))
    toolset = f"mcp-{server}" if kind is Kind.MCP else server
    tools = tuple(_tool(item, names[item.name], server, kind, toolset) for item in accepted)
    return tools, tuple(reports)


def reduced(part: str) -> str:
    """The part of a name with every character but letters, digits, `_` and `-` made `_` (spec 1.2)."""
    return _UNSAFE.sub("_", part)


class _Maker:
    """Makes the names of one source's tools."""

    def __init__(self, server: str, kind: Kind) -> None:
        self.server = server
        self.where = clip(one_line(server), MAX_NAME)
        self._prefixed = kind is Kind.MCP
        self._server_part = reduced(server)
        if not _SOLID.search(self._server_part):
            self._server_part = f"server_{_digest(server)}"

    def natural(self, raw: str) -> str | None:
        """The name without a suffix; None where it is too long or nothing of the raw name is left in it."""
        part = reduced(raw)
        name = f"mcp_{self._server_part}_{part}" if self._prefixed else part
        return name if len(name) <= MAX_NAME and _SOLID.search(part) and name not in BRIDGE_NAMES else None

    def suffixed(self, raw: str) -> Iterator[str]:
        """Names with a suffix from the full original name; later ones for when an earlier one is held already."""
        part = reduced(raw)
        if not _SOLID.search(part):
            part = "tool"
        attempt = 0
        while True:
            digest = _digest(self.server, raw, *([str(attempt)] if attempt else []))
            yield self._fitted(part, digest)
            attempt += 1

    def _fitted(self, part: str, digest: str) -> str:
        if not self._prefixed:
            return f"{part[: MAX_NAME - 1 - len(digest)]}_{digest}"
        room = MAX_NAME - len("mcp___") - len(digest)
        head = self._server_part[: max(room - len(part), _LEAST_SERVER)]
        return f"mcp_{head}_{part[: room - len(head)]}_{digest}"


def _accept(server: str, raw: Sequence[RawTool], kind: Kind) -> tuple[list[RawTool], list[Report]]:
    """The tools that get a name: the first of each raw name, none that poses as the bridge."""
    where = clip(one_line(server), MAX_NAME)
    first: dict[str, RawTool] = {}
    reports: list[Report] = []
    for tool in raw:
        if not isinstance(tool.name, str):
            reports.append(Report(where, _shown(repr(tool.name)), "the tool's name is not text", used="tool left out"))
        elif tool.name in BRIDGE_NAMES or (kind is not Kind.MCP and reduced(tool.name) in BRIDGE_NAMES):
            reports.append(
                Report(where, _shown(tool.name), "this name is reserved for the bridge", used="tool left out")
            )
        elif tool.name in first:
            reports.append(
                Report(where, _shown(tool.name), "the name was sent twice", used="the first definition of it")
            )
        else:
            first[tool.name] = tool
    return list(first.values()), reports


def _assign(maker: _Maker, raw: Sequence[str], taken: frozenset[str]) -> dict[str, str]:
    """Raw name → model-facing name, whatever the order: names without a suffix first, the rest in sorted order."""
    natural = {name: maker.natural(name) for name in raw}
    sharers = Counter(natural.values())
    names: dict[str, str] = {}
    for name, wanted in natural.items():
        if wanted is not None and wanted not in taken and (sharers[wanted] == 1 or reduced(name) == name):
            names[name] = wanted
    used = {*taken, *names.values()}
    for name in sorted(raw):
        if name not in names:
            names[name] = next(candidate for candidate in maker.suffixed(name) if candidate not in used)
            used.add(names[name])
    return {name: names[name] for name in raw}


def _renamings(maker: _Maker, names: Mapping[str, str]) -> list[Report]:
    """A note for every tool whose name got a suffix; of very many only the first ones in full."""
    renamed = [raw for raw, name in names.items() if maker.natural(raw) != name]
    notes = [
        Report(maker.where, _shown(raw), _why_renamed(maker.natural(raw), raw), used=names[raw], severity="note")
        for raw in renamed[:_MOST_NOTES]
    ]
    if len(renamed) > _MOST_NOTES:
        rest = len(renamed) - _MOST_NOTES
        notes.append(Report(maker.where, "names", f"{rest} more tools go by a shortened name", severity="note"))
    return notes


def _why_renamed(natural: str | None, raw: str) -> str:
    if natural is not None:
        return f"the name {natural} is held by another tool"
    return "the name is too long" if _SOLID.search(raw) else "nothing of the name can be shown to a model"


def _tool(item: RawTool, name: str, server: str, kind: Kind, toolset: str) -> Tool:
    description = plain(item.description)
    return Tool(
        name=name,
        original_name=item.name,
        source=server,
        kind=kind,
        toolset=toolset,
        description=description,
        parameters=item.input_schema,
        schema_tokens=estimate_tokens(function_definition(name, description, item.input_schema)),
        title=plain(item.title),
        output_schema=item.output_schema,
        annotations=item.annotations,
    )


def _shown(raw: str) -> str:
    return clip(one_line(raw), MAX_NAME) or "(empty name)"


def _digest(*parts: str) -> str:
    # Each part with its length, so that "a/b" + "c" and "a" + "b/c" differ.
    text = "/".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]

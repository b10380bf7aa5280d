"""The head of the tool pane: what the tool is called, where it comes from, what it may do, what it costs."""

from collections.abc import Iterator
from dataclasses import dataclass

from workbench.model import Annotations, Kind, Tool
from workbench.ui.format import number
from workbench.ui.panes.rows import Row, Span


@dataclass(frozen=True, slots=True)
class Shown:
    """The tool the pane shows. `tool` is None when the session has no tool of that name, or none any more."""

    name: str
    tool: Tool | None
    deferred: bool = False
    callable: bool = True
    before: Tool | None = None
    """The tool as it was before it went away."""

    @property
    def known(self) -> Tool | None:
        """The tool, or what it was."""
        return self.tool or self.before


def header_rows(shown: Shown) -> Iterator[Row]:
    """Three lines or so."""
    known = shown.known
    right: tuple[Span, ...] = ((f"{number(known.schema_tokens)} tok", "dim"),) if known else ()
    yield Row(((shown.name, "name"),), right=right)
    if known is None:
        yield Row((("no such tool in this session", "warn"),))
        return
    yield Row(((known.original_name, "text"), (" of ", "dim"), (known.source, "text")), hang=2)
    yield Row(_joined([*_where(shown), *_effects(known.annotations)]))


def _where(shown: Shown) -> list[Span]:
    if shown.tool is None:
        return [("gone from the catalog", "warn")]
    if shown.tool.kind is Kind.CONNECTORS:
        return [("through the gateway", "dim")]
    where: list[Span] = [("deferred", "dim") if shown.deferred else ("directly listed", "dim")]
    return where if shown.callable else [*where, ("recorded, not callable", "warn")]


def _effects(annotations: Annotations) -> list[Span]:
    effects: list[Span] = []
    if annotations.read_only:
        effects.append(("read-only", "good"))
    elif annotations.destructive:
        effects.append(("destructive", "bad"))
    elif annotations.destructive is False:
        effects.append(("changes, destroys nothing", "warn"))
    else:
        effects.append(("may be destructive", "warn"))
    if annotations.idempotent:
        effects.append(("idempotent", "dim"))
    if annotations.open_world:
        effects.append(("open world", "dim"))
    return effects


def _joined(spans: list[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for span in spans:
        joined.extend([(" · ", "dim"), span] if joined else [span])
    return tuple(joined)

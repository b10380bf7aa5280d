"""Connector tools by name: `connectors__<connector>__<tool>` for a model, vendor slugs for the gateway (spec 4.1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from workbench.model import Report
from workbench.text import clip, one_line

PREFIX: Final = "connectors"
SENTINEL: Final = "connectors__execute"
"""The planner's own word for a batch of connector entries; never a tool."""

MAX_PART: Final = 256
"""Characters of a connector or a slug; the longest honest slugs have about a hundred."""

_JOINT: Final = "__"


@dataclass(frozen=True, slots=True)
class ConnectorName:
    """A model-facing name taken apart; `tool` keeps its case."""

    connector: str
    tool: str

    def __str__(self) -> str:
        return _JOINT.join((PREFIX, self.connector, self.tool))


def compose(connector: str, slug: str) -> str | None:
    """The model-facing name of a vendor slug; None where none can be made that reads back as the same two parts.

    The connector is written in lower case; a slug that begins with it in upper case and `_` loses that beginning.
    """
    if not (_usable(connector) and _usable(slug)):
        return None
    connector = connector.lower()
    name = ConnectorName(connector, slug.removeprefix(_vendor_prefix(connector)))
    return str(name) if parse(str(name)) == name else None


def parse(name: str) -> ConnectorName | None:
    """A model-facing name taken apart at its first two joints; None for any other name, the sentinel included."""
    parts = name.split(_JOINT, 2) if isinstance(name, str) else []
    if len(parts) != 3 or not all(parts) or parts[0] != PREFIX:
        return None
    return ConnectorName(parts[1], parts[2])


def slugs(name: ConnectorName) -> tuple[str, str]:
    """The vendor slugs a name may stand for, in the order to try them: with the connector in front, then as written."""
    return _vendor_prefix(name.connector) + name.tool, name.tool


def name_hits(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, str], tuple[Report, ...]]:
    """Model-facing name → vendor slug for pairs of connector and slug, in order of first sight.

    Of twins (two slugs for one name) the one with the connector in front is kept, whatever the order, and one warning
    names both. A slug that gives no name is left out with a report. The same pair twice counts once.
    """
    named: dict[str, str] = {}
    left_out: dict[tuple[str, str], Report] = {}
    twins: dict[str, Report] = {}
    for connector, slug in pairs:
        name = compose(connector, slug)
        if name is None:
            left_out.setdefault((str(connector), str(slug)), _unnamed(connector, slug))
            continue
        known = named.setdefault(name, slug)
        if known != slug:
            kept, dropped = (known, slug) if len(known) > len(slug) else (slug, known)
            named[name] = kept
            twins[name] = _twin(connector, name, kept, dropped)
    return named, (*left_out.values(), *twins.values())


def _vendor_prefix(connector: str) -> str:
    return connector.upper() + "_"


def _usable(part: str) -> bool:
    return isinstance(part, str) and 0 < len(part) <= MAX_PART and one_line(part) == part


def _unnamed(connector: str, slug: str) -> Report:
    return Report(
        f"connector {_shown(connector)}",
        _shown(slug),
        "no usable name can be made from this slug",
        used="tool left out",
    )


def _twin(connector: str, name: str, kept: str, dropped: str) -> Report:
    return Report(f"connector {_shown(connector)}", name, f"{kept} and {dropped} share this name", used=f"{kept} alone")


def _shown(part: object) -> str:
    return clip(one_line(part), 64) or "(empty)"

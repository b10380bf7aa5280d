"""The shared records of a search as rows: each matched tool once."""

from collections.abc import Iterator

from workbench.model import Json
from workbench.ui.format import count
from workbench.ui.panes.queries.found import Found, ToolKey
from workbench.ui.panes.rows import Row, heading

_DESCRIPTION_LINES = 3
_RECORDS = -1


def record_rows(found: Found, source: str = "") -> Iterator[Row]:
    """A title, then source, description, required parameters and finders of each tool; with `source` only its own."""
    records = {
        name: record
        for name, record in found.records.items()
        if not source or (isinstance(record, dict) and record.get("source_name") == source)
    }
    if not records:
        return
    yield heading("Records", count(len(records), "tool"))
    for name, record in records.items():
        if isinstance(record, dict):
            yield from _record(name, record, found.found_by(name))


def _record(name: str, record: dict[str, Json], finders: tuple[int, ...]) -> Iterator[Row]:
    key = ToolKey(_RECORDS, name)
    by = ", ".join(str(line + 1) for line in finders)
    yield Row(((name, "name"),), right=((f"by {by}", "dim"),), indent=1, hang=2, key=key)
    description = " ".join(str(record.get("description", "")).split())
    if description:
        yield Row(((description, "text"),), indent=3, lines=_DESCRIPTION_LINES, key=key)
    required = [str(item) for item in record.get("required", ()) if isinstance(item, str)]
    needs = "needs " + ", ".join(required) if required else "nothing required"
    yield Row(((f"{record.get('source_name', '')} · {needs}", "dim"),), indent=3, lines=2, key=key)

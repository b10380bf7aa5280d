"""What a tool is: description and schema to read, the schema as JSON, and what `tool_describe` answers."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import reactive

from workbench.model import Json, Tool
from workbench.ui.panes.json_folding import numbered
from workbench.ui.panes.json_lines import JsonLines
from workbench.ui.panes.rows import Row, heading, paragraphs
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.panes.tool.header import Shown
from workbench.ui.panes.tool.result_rows import json_window_rows
from workbench.ui.panes.tool.schema_tree import has_required, schema_rows

_READABLE: Final = "readable"
_SCHEMA: Final = "schema"
_ANSWER: Final = "tool_describe"


class DescribeView(Vertical):
    """Shows `shown`; `answer` gives the payload of tool_describe for a name."""

    shown: reactive[Shown | None] = reactive(None, init=False)
    form: reactive[str] = reactive(_READABLE, init=False)

    def __init__(self, answer: Callable[[str], Json], *, id: str) -> None:
        super().__init__(id=id)
        self._answer = answer

    def compose(self) -> ComposeResult:
        """The names of the forms, and the text."""
        yield JsonLines()
        yield ViewSwitch((_READABLE, _SCHEMA, _ANSWER))

    def watch_shown(self, before: Shown | None, shown: Shown | None) -> None:
        """Another tool starts at the top; the same one, changed, stays where it was."""
        self._draw(to_top=before is None or shown is None or before.name != shown.name)

    def watch_form(self, form: str) -> None:
        """Another form of the same."""
        self.query_one(ViewSwitch).active = form
        self._draw(to_top=True)

    def next_form(self) -> None:
        """Readable, schema, tool_describe, and round again."""
        self.form = self.query_one(ViewSwitch).next()

    @on(ViewSwitch.Switched)
    def _switched(self, message: ViewSwitch.Switched) -> None:
        message.stop()
        self.form = message.active

    def _draw(self, *, to_top: bool) -> None:
        shown = self.shown
        tool = shown.known if shown else None
        if shown is None or tool is None:
            rows: Iterable[Row] = ()
        elif self.form == _SCHEMA:
            rows = json_window_rows(tool.parameters)
        elif self.form == _ANSWER:
            rows = json_window_rows(self._answer(shown.name))
        else:
            rows = _readable(tool)
        self.query_one(JsonLines).show(numbered(rows), to_top=to_top)


def _readable(tool: Tool) -> Iterator[Row]:
    if tool.title and tool.title != tool.description:
        yield Row(((tool.title, "head"),))
    if tool.description.strip():
        yield from paragraphs(tool.description.strip())
    else:
        yield Row((("no description", "warn"),))
    yield Row()
    yield heading("Parameters", "* required" if has_required(tool.parameters) else "")
    yield from schema_rows(tool.parameters)
    if tool.output_schema is not None:
        yield Row()
        yield heading("Structured result")
        yield from schema_rows(tool.output_schema)

"""A default session: the bytes a model gets over a small fixed catalog, which no new ability may change."""

import hashlib
from pathlib import Path

import pytest

from workbench.connectors.manage import manage_tool
from workbench.disclosure.assembly import assemble
from workbench.disclosure.naming import name_tools
from workbench.model import Annotations, Kind, RawTool, Source
from workbench.session import Session
from workbench.settings import Settings, ToolSearchSettings, ToolsetSettings
from workbench.text import compact_json

TEXT = {"type": "string", "description": "Any text."}
NOTES = (
    RawTool("create_note", "Write a new note. It is kept until it is deleted.", input_schema={
        "type": "object", "properties": {"title": TEXT, "body": TEXT}, "required": ["title"],
    }),
    RawTool("delete_note", "Delete a note for good.", annotations=Annotations(destructive=True), input_schema={
        "type": "object", "properties": {"id": {"type": "integer", "minimum": 1}}, "required": ["id"],
    }),
    RawTool("terminal", "A server's tool that is called like a built-in one.", input_schema={}),
)  # fmt: skip
CLOCK = (RawTool("now", "Tell the time. Übliche Zeitzonen sind erlaubt.", input_schema={"type": "object"}),)
FIXED = (
    Source("notes", Kind.MCP, name_tools("notes", NOTES)[0]),
    Source("clock", Kind.MCP, name_tools("clock", CLOCK)[0]),
    Source("mail", Kind.MCP, unavailable="connection refused"),
)


def digest(value: object) -> str:
    return hashlib.sha256(compact_json(value).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("settings", "context", "connectors", "expected"),
    [
        (ToolSearchSettings(), 200_000, False, "67c826bd84124f0f"),
        (ToolSearchSettings(), None, True, "e3c3fcb439dabb8e"),
        (ToolSearchSettings(), 900, False, "4c36fcbdbafed5f1"),
        (ToolSearchSettings(enabled="off"), 200_000, False, "47ffc5de688935e3"),
        (ToolSearchSettings(enabled="on", never_defer_tools=("mcp_clock_now",)), 200_000, False, "ca15138645e5acb6"),
    ],
)
def test_the_default_array_keeps_its_bytes(
    settings: ToolSearchSettings, context: int | None, connectors: bool, expected: str
) -> None:
    core = Source("core", Kind.CORE, (manage_tool(),))
    assembly = assemble((core, *FIXED), settings, context, toolsets=ToolsetSettings(), connectors_in_scope=connectors)
    assert digest(list(assembly.definitions)) == expected


def test_a_default_session_without_servers_has_one_tool(tmp_path: Path) -> None:
    state = Session(Settings(), log_dir=tmp_path, data_dir=tmp_path).state
    assert [entry["function"]["name"] for entry in state.assembly.definitions] == ["manage_connections"]
    assert digest(list(state.assembly.definitions)) == "6cf8a5ade505d1df"

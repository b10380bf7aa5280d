"""Plugins and hooks: loaded by import path, with clear reports, and run."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.core import CoreRoom, load_hooks, load_plugins, sources
from workbench.model import Kind
from workbench.settings import HookSettings, Settings

PLUGIN = """
from workbench.model import ToolResult

def register(plugin):
    plugin.toolset = "paint"
    schema = {"type": "object", "properties": {"x": {"type": "integer"}}}
    plugin.tool("draw", draw, description="Draw.", parameters=schema, read_only=True)
    plugin.tool("later", later)
    plugin.tool("terminal", lambda arguments: {"shade": 1})
    plugin.tool("broken", broken)
    plugin.tool("own result", lambda arguments: ToolResult(structured=[1]))

def draw(arguments):
    return f"drawn {arguments['x']}"

async def later(arguments):
    return "later\\x1b[0m"

def broken(arguments):
    raise ValueError("no\\x1b paint")

def nothing(plugin):
    pass

def empty_name(plugin):
    plugin.tool("", draw)

def steals(plugin):
    plugin.toolset = "browser"

def poses(plugin):
    plugin.toolset = "mcp-github"

def leaves(plugin):
    raise SystemExit(3)

class guard:
    @staticmethod
    def check(name, arguments):
        return None

not_callable = 5
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    for name, text in {
        "wb_paint": PLUGIN, "wb_fails": "raise RuntimeError('at import')", "wb_exits": "import sys; sys.exit(1)",
        "wb_needs": "import wb_not_there", "wb_syntax": "def (",
    }.items():  # fmt: skip
        (tmp_path / f"{name}.py").write_text(text)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("wb_")]:
        del sys.modules[name]


def made(folder: Path, *plugins: str, **changes: Any) -> CoreRoom:
    settings = Settings(core_tools="shipped", plugins=plugins, path=folder / "workbench.yaml", **changes)
    return sources(settings, folder / "data")


async def test_a_plugin_brings_a_source_of_its_own(folder: Path) -> None:
    before = list(sys.path)
    room = made(folder, "wb_paint:register")
    assert sys.path == before
    assert [source.key for source in room.sources] == ["core:core", "plugin:paint"]
    tools = {tool.original_name: tool for tool in room.sources[1].tools}
    assert all((tool.kind, tool.toolset) == (Kind.PLUGIN, "paint") for tool in tools.values())
    assert tools["draw"].name == "draw" and tools["draw"].annotations.read_only is True
    assert tools["terminal"].name.startswith("terminal_"), "the core tool keeps its name"
    assert tools["own result"].name == "own_result"
    assert any("terminal" in str(report) for report in room.reports)

    run = room.runner.run
    assert (await run(tools["draw"], {"x": 4})).content[0].text == "drawn 4"
    assert (await run(tools["later"], {})).content[0].text == "later[0m"
    assert (await run(tools["terminal"], {})).structured == {"shade": 1}
    assert (await run(tools["own result"], {})).structured == [1]
    broken = await run(tools["broken"], {})
    assert broken.is_error and "ValueError: no paint" in broken.content[0].text
    other = made(folder)
    assert (await other.runner.run(tools["draw"], {"x": 4})).is_error


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("wb_gone:register", "there is no module wb_gone"), ("wb_paint.sub:x", "there is no module"),
        ("wb_needs:register", "needs wb_not_there"), ("wb_fails:x", "RuntimeError: at import"),
        ("wb_exits:x", "SystemExit"), ("wb_syntax:x", "SyntaxError"), ("wb_paint:gone", "has no gone"),
        ("wb_paint:not_callable", "cannot be called"), ("wb_paint:empty_name", "needs a name"),
        ("wb_paint:steals", "browser is held"), ("wb_paint:poses", "mcp-github"), ("wb_paint:leaves", "SystemExit"),
        ("nonsense", "no import path"), ("wb_paint:draw", "registering failed"),
    ],
)  # fmt: skip
def test_a_plugin_that_fails_is_reported_and_leaves_nothing(folder: Path, path: str, problem: str) -> None:
    room = made(folder, path, "wb_paint:register")
    assert [source.key for source in room.sources] == ["core:core", "plugin:paint"]
    faults = [report for report in room.reports if report.severity == "error"]
    assert [report.key for report in faults] == [path]
    assert problem in faults[0].problem and "workbench.yaml" in faults[0].where


def test_two_plugins_cannot_share_a_toolset(folder: Path) -> None:
    loaded = load_plugins(["wb_paint:register", "wb_paint:nothing", "wb_paint:register"], folder)
    assert [source.name for source in loaded.sources] == ["paint", "wb_paint"]
    assert [report.problem for report in loaded.reports] == [
        "registered no tool", "the toolset paint is held by others",
    ]  # fmt: skip


def test_hooks_are_loaded_in_order(folder: Path) -> None:
    loaded = load_hooks(HookSettings(("wb_paint:guard.check", "math:floor"), ("math:ceil",)), folder)
    assert [hook.__name__ for hook in loaded.pre] == ["check", "floor"]
    assert [hook.__name__ for hook in loaded.post] == ["ceil"]
    assert loaded.reports == ()


def test_a_missing_guardrail_raises_whenever_it_is_asked(folder: Path) -> None:
    loaded = load_hooks(HookSettings(("wb_gone:guard", "nonsense"), ("wb_gone:note", "math:ceil")), folder)
    assert len(loaded.pre) == 2 and [hook.__name__ for hook in loaded.post] == ["ceil"]
    assert [report.key for report in loaded.reports] == ["wb_gone:guard", "nonsense", "wb_gone:note"]
    for hook in loaded.pre:
        with pytest.raises(RuntimeError, match="could not be loaded"):
            hook("read_file", {})

"""What one session called, a later one finds by `session_search`; no secret goes that way."""

from pathlib import Path
from typing import Any

from workbench.model import CallReport, Outcome
from workbench.session import Session
from workbench.session.recorder import told
from workbench.settings import SHIPPED, ServerSpec, Settings


async def approve(*_: Any) -> bool:
    return True


async def called(tmp_path: Path, core_tools: str, *calls: tuple[str, dict[str, Any]]) -> list[CallReport]:
    settings = Settings(servers=(ServerSpec("basics", demo="basics"),), core_tools=core_tools, workspace=tmp_path)
    session = Session(settings, log_dir=tmp_path / "logs", data_dir=tmp_path / "data")
    await session.start()
    await session.settled()
    reports = [await session.call(name, arguments, approve=approve) for name, arguments in calls]
    await session.close()
    return reports


def test_what_is_kept_of_a_call() -> None:
    report = CallReport("mcp_a_b", Outcome.DONE, {"to": "x", "deep": [{"api_key": "hunter2", "n": 1}]})
    assert told(report) == 'mcp_a_b {"to":"x","deep":[{"api_key":"***","n":1}]}: done'


async def test_a_later_session_finds_the_call(tmp_path: Path) -> None:
    await called(tmp_path, SHIPPED, ("mcp_basics_add_note", {"title": "zebra crossing"}))
    [found] = await called(tmp_path, SHIPPED, ("session_search", {"query": "zebra"}))
    assert found.result is not None
    assert "mcp_basics_add_note" in " ".join(item.text for item in found.result.content)


async def test_without_core_tools_nothing_is_written(tmp_path: Path) -> None:
    await called(tmp_path, "", ("mcp_basics_add_note", {"title": "zebra"}))
    assert not list((tmp_path / "data").rglob("*.sqlite*")) and not list((tmp_path / "data").rglob("*.db"))

"""The journal: real names, one entry a lookup or call, nothing secret in what is read, never large."""

import asyncio
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from workbench.cli import main
from workbench.events import CallEnded, CallStarted
from workbench.model import Approval, ArgumentCheck, CallReport, ContentItem, Outcome, Repair, ToolResult
from workbench.session import Session
from workbench.session.activity import LARGEST, MOST, Entry, Journal
from workbench.session.headless import command
from workbench.settings import ModelSettings, ServerSpec, Settings

TRACKER = Settings(servers=(ServerSpec("tracker", demo="tracker"),), origins={"mcp_servers.tracker": "demo"})


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def journal(*secrets: str) -> tuple[Journal, Clock, list[int]]:
    clock, told = Clock(), []
    return Journal(clock, lambda: secrets, lambda: told.append(1)), clock, told


def report(name: str = "mcp_a_b", text: str = "fine", outcome: Outcome = Outcome.DONE) -> CallReport:
    check = ArgumentCheck({"n": 1}, (Repair("arguments.n", "1", 1),))
    result = ToolResult((ContentItem("text", text, {"type": "text", "text": text}),))
    return CallReport(name, outcome, {"n": 1}, result, check=check, approval=Approval.ASK, seconds=0.5)


def test_what_is_typed_letter_by_letter_is_one_lookup() -> None:
    kept, clock, told = journal()
    for text in ("c", "cr", "create", "create issue"):
        kept.search([text], None, {"results": [], "tools": {"x": {}}}, 0.001)
        clock.now += 0.3
    assert [(entry.names, entry.outcome) for entry in kept.entries] == [(("create issue",), "found 1")]
    clock.now += 5
    kept.search(["other"], 3, {"results": [], "tools": {}}, 0.001)
    kept.describe(["x"], {"error": "unknown"}, 0.001)
    assert [entry.outcome for entry in kept.entries] == ["found 1", "found nothing", "error"]
    assert kept.entries[1].request == {"queries": ["other"], "limit": 3}
    assert [entry.number for entry in kept.entries] == sorted({entry.number for entry in kept.entries})
    assert len(told) == 6


def test_a_call_is_there_while_it_runs_and_tells_its_story_when_it_ended() -> None:
    kept, _, _ = journal()
    kept.hear(CallStarted(7, "mcp_a_b"))
    assert kept.entries[0].outcome == "running" and kept.entries[0].seconds is None
    kept.hear(CallEnded(7, report()))
    [entry] = kept.entries
    assert (entry.kind, entry.names, entry.outcome, entry.approval) == ("call", ("mcp_a_b",), "done", "ask")
    assert entry.repairs == ('arguments.n: "1" → 1',) and entry.request == {"n": 1}
    kept.hear(CallEnded(8, report("mcp_a_c", outcome=Outcome.REFUSED)))
    assert [entry.names[0] for entry in kept.entries] == ["mcp_a_b", "mcp_a_c"] and not kept.entries[1].good
    kept.hear(CallStarted(9, "still"))
    kept.clear()
    assert [entry.names for entry in kept.entries] == [("still",)]


def test_no_secret_is_read_and_nothing_grows_without_end() -> None:
    kept, clock, _ = journal("hunter22")
    kept.hear(CallEnded(1, report(text="it is hunter22")))
    assert "hunter22" not in kept.text(kept.entries[0].answer) and "***" in kept.text(kept.entries[0].answer)
    kept.hear(CallEnded(2, report(text="x" * 3 * LARGEST)))
    assert len(kept.text(kept.entries[1].answer)) < 1.1 * LARGEST
    for _ in range(2 * MOST):
        clock.now += 10
        kept.describe(["x"], {}, 0.0)
    assert len(kept.entries) == MOST


@pytest.mark.anyio
async def test_a_session_keeps_its_journal_and_the_commands_answer_the_same(tmp_path: Path, monkeypatch: Any) -> None:
    session = Session(TRACKER, log_dir=tmp_path)
    await session.start()
    await session.settled()

    async def approve(*_: Any) -> bool:
        return True

    session.search(["close issue"], 2)
    described = session.describe(["mcp_tracker_close_issue"])
    await session.call("mcp_tracker_list_issues", {"limit": "2"}, approve=approve)
    await session.close()
    entries = session.journal.entries
    assert [entry.kind for entry in entries] == ["search", "describe", "call"]
    assert entries[2].repairs and entries[1].answer == described
    monkeypatch.chdir(tmp_path)
    for entry in entries:
        words = shlex.split(command(entry, TRACKER))
        assert words[0] == "workbench" and words[-1] == "--demo"
        answer = await asyncio.to_thread(CliRunner().invoke, main, [*words[1:], "--json"], catch_exceptions=False)
        assert answer.exit_code == 0, answer.output
        assert entry.names[0].split("_")[-1] in answer.output


def test_commands_carry_the_options_the_session_was_opened_with(tmp_path: Path) -> None:
    entry = Entry(1, 0.0, "search", ("it's; $(rm -rf /)", "b"), {"queries": [], "limit": 3})
    settings = Settings(
        servers=(
            ServerSpec("kept", command="npx", args=("server", "--token=hunter22hunter22")),
            ServerSpec("file", snapshot="a b.json"),
        ),
        model=ModelSettings("m", 9_000),
        path=tmp_path / "w.yaml",
        origins={"mcp_servers.kept": "command line", "mcp_servers.file": "command line",
                 "model.context_length": "command line"},
    )  # fmt: skip
    line = command(entry, settings)
    assert "hunter22" not in line
    words = shlex.split(line)
    assert words[:4] == ["workbench", "search", "it's; $(rm -rf /)", "b"]
    assert words[4:6] == ["--limit", "3"] and words[-2:] == ["--context", "9000"]
    assert "a b.json" in words and str(tmp_path / "w.yaml") in words

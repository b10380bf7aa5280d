"""Memory, steps and the search of earlier sessions, over the store."""

import sqlite3
from pathlib import Path

import pytest

from tests.core.support import Bench, bench
from workbench.core.notes import MAX_MEMORY
from workbench.core.store import FILE_NAME, MAX_RECORDS


async def test_nothing_is_made_before_it_is_needed(desk: Bench) -> None:
    assert not desk.data_dir.exists()
    await desk.data("memory", action="list")
    assert (desk.data_dir / FILE_NAME).exists()


async def test_facts_outlast_the_session(desk: Bench) -> None:
    await desk.data("memory", action="add", content=" Tests run\nwith make. ")
    await desk.data("memory", action="add", content="Tests run with make.")
    await desk.data("memory", action="add", content="Likes short answers.", target="person")
    later = desk.again()
    answer = await later.data("memory", action="list")
    assert answer == {"target": "notes", "entries": ["Tests run with make."], "characters": 20, "limit": MAX_MEMORY}
    changed = await later.data("memory", action="replace", old_text="make", content="Tests run with tox.")
    assert changed["entries"] == ["Tests run with tox."]
    assert (await later.data("memory", action="remove", old_text="tox"))["entries"] == []
    assert (await later.data("memory", action="list", target="person"))["entries"] == ["Likes short answers."]


async def test_one_entry_has_to_be_meant(desk: Bench) -> None:
    for fact in ("The port is 80.", "The port is 8080."):
        await desk.data("memory", action="add", content=fact)
    assert "everal entries" in await desk.fault("memory", action="remove", old_text="port")
    assert "o entry" in await desk.fault("memory", action="replace", old_text="host", content="x")
    assert "content" in await desk.fault("memory", action="add")
    assert "old_text" in await desk.fault("memory", action="remove")
    assert len((await desk.data("memory", action="list"))["entries"]) == 2


async def test_a_full_list_shows_itself(desk: Bench) -> None:
    for index in range(4):
        await desk.data("memory", action="add", content=f"{index} " + "x" * 950)
    answer = await desk.fault("memory", action="add", content="y" * 300)
    assert "full" in answer and "0 x" in answer
    await desk.data("memory", action="replace", old_text="0 x", content="short")
    await desk.data("memory", action="add", content="y" * 300)


async def test_steps_belong_to_the_session(desk: Bench) -> None:
    steps = [
        {"id": "a", "content": "First", "status": "in_progress"},
        {"id": "b", "content": "Second", "status": "pending"},
    ]
    assert (await desk.data("todo"))["items"] == []
    assert (await desk.data("todo", items=steps))["left"] == 2
    merged = await desk.data(
        "todo",
        merge=True,
        items=[
            {"id": "a", "content": "First", "status": "completed"},
            {"id": "c", "content": "3", "status": "pending"},
        ],
    )
    assert [(step["id"], step["status"]) for step in merged["items"]] == [
        ("a", "completed"), ("b", "pending"), ("c", "pending"),
    ]  # fmt: skip
    assert await desk.data("todo") == merged and merged["left"] == 2
    assert (await desk.again().data("todo"))["items"] == []
    many = [{"id": str(index), "content": "x", "status": "pending"} for index in range(100)]
    await desk.data("todo", items=many)
    assert "101" in await desk.fault("todo", merge=True, items=[{"id": "new", "content": "x", "status": "pending"}])
    assert (await desk.data("todo"))["total"] == 100


async def test_earlier_sessions_are_found_and_this_one_is_not(tmp_path: Path) -> None:
    now = 1_700_000_000.0

    def wall() -> float:
        return now

    first = bench(tmp_path, wall=wall)
    await first.room.runner.record("message", "The deploy failed with ERR_42 on 100%_sure")
    await first.room.runner.record("call", "terminal deploy")
    now += 3600
    second = bench(tmp_path, wall=wall)
    await second.room.runner.record("message", "deploy went well\x1b[0m")
    now += 3600
    third = bench(tmp_path, wall=wall)
    await third.room.runner.record("message", "deploy again")
    found = (await third.data("session_search", query="deploy err_42"))["sessions"]
    assert [entry["session"] for entry in found] == [first.room.runner.session, second.room.runner.session]
    assert found[0]["places"][0]["text"].startswith("The deploy failed")
    assert found[0]["when"] == "2023-11-14T22:13:20+00:00"
    assert "\x1b" not in found[1]["places"][0]["text"]
    calls = (await third.data("session_search", query="deploy", kind="call"))["sessions"]
    assert [entry["session"] for entry in calls] == [first.room.runner.session]
    latest = (await third.data("session_search", limit=1))["sessions"]
    assert [entry["session"] for entry in latest] == [second.room.runner.session]
    assert (await third.data("session_search", query="100%_s"))["sessions"]
    assert not (await third.data("session_search", query="%%%___"))["sessions"]


async def test_records_are_bounded(desk: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_RECORDS == 20_000
    monkeypatch.setattr("workbench.core.notes.MAX_RECORDS", 3)
    for index in range(6):
        await desk.room.runner.record("message", f"number {index} " + "x" * 9000)
    with sqlite3.connect(desk.data_dir / FILE_NAME) as connection:
        rows = connection.execute("SELECT length(text) FROM record").fetchall()
    assert len(rows) == 3 and all(size <= 4000 for (size,) in rows)


@pytest.mark.parametrize("content", [b"not a database" * 100, b"\0" * 5000])
async def test_a_damaged_store_is_told_and_left_alone(desk: Bench, content: bytes) -> None:
    desk.data_dir.mkdir()
    path = desk.data_dir / FILE_NAME
    path.write_bytes(content)
    answer = await desk.fault("memory", action="add", content="x")
    assert "store" in answer and str(desk.data_dir) not in answer
    assert path.read_bytes() == content
    await desk.room.runner.record("message", "is ignored")


async def test_a_newer_store_is_left_alone(desk: Bench) -> None:
    await desk.data("memory", action="list")
    with sqlite3.connect(desk.data_dir / FILE_NAME) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert "newer" in await desk.fault("todo")


async def test_a_store_that_cannot_be_made(desk: Bench) -> None:
    desk.data_dir.write_text("a file in the way")
    assert "store" in await desk.fault("memory", action="list")

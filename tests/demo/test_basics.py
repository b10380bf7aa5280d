"""Time, dates, units, notes, and the slow count with its progress and its end before time."""

import asyncio
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.demo.support import ask, client, refusal, silent, toolbox
from workbench.demo.toolbox import Answer


async def test_the_time_in_a_zone() -> None:
    async with client("basics") as connected:
        _, utc = await ask(connected, "current_time")
        assert utc == {
            "time": "2026-05-28T20:26:40+00:00",
            "time_zone": "UTC",
            "weekday": "Thursday",
            "utc_offset_minutes": 0,
        }
        _, far = await ask(connected, "current_time", time_zone="Asia/Kolkata")
        assert (far["time"], far["utc_offset_minutes"]) == ("2026-05-29T01:56:40+05:30", 330)


@pytest.mark.parametrize("zone", ["Mars/Base", "", "../../etc/passwd", "/etc/passwd", "Europe", "a\0b", "x" * 5000])
async def test_a_zone_that_is_none_is_refused(zone: str) -> None:
    async with client("basics") as connected:
        assert "no time zone" in await refusal(connected, "current_time", time_zone=zone)


async def test_the_difference_between_dates() -> None:
    async with client("basics") as connected:
        _, data = await ask(connected, "date_difference", start="2026-01-30", end="2026-02-09")
        assert data == {"days": 10, "weeks": 1, "working_days": 6}
        _, back = await ask(connected, "date_difference", start="2026-02-09", end="2026-01-30")
        assert back == {"days": -10, "weeks": -1, "working_days": -6}
        assert "start" in await refusal(connected, "date_difference", start="2026-02-30", end="2026-03-01")


@given(st.dates(date(1900, 1, 1), date(2100, 1, 1)), st.integers(0, 500))
def test_working_days_are_the_mondays_to_fridays(start: date, days: int) -> None:
    end = start + timedelta(days)
    answer = asyncio.run(_call("date_difference", start=start.isoformat(), end=end.isoformat()))
    naive = sum((start + timedelta(step)).weekday() < 5 for step in range(days))
    assert answer.structured is not None
    assert answer.structured["working_days"] == naive


@pytest.mark.parametrize(
    ("value", "source", "target", "result"),
    [
        (100, "celsius", "fahrenheit", 212),
        (-40, "fahrenheit", "celsius", -40),
        (1, "mile", "km", 1.609344),
        (1, "GiB", "MB", 1073.741824),
        (36, "km_per_h", "m_per_s", 10),
        (8, "bit", "byte", 1),
        (2, "hour", "min", 120),
    ],
)
async def test_units(value: float, source: str, target: str, result: float) -> None:
    async with client("basics") as connected:
        _, data = await ask(connected, "convert_units", value=value, from_unit=source, to_unit=target)
        assert data["value"] == result


async def test_units_of_different_quantities_are_refused() -> None:
    async with client("basics") as connected:
        text = await refusal(connected, "convert_units", value=1, from_unit="kg", to_unit="km")
        assert text == "kg measures mass and km measures length; they cannot be converted."
        assert "too large" in await refusal(connected, "convert_units", value=10**400, from_unit="km", to_unit="mm")


async def test_notes_are_added_found_read_and_deleted() -> None:
    async with client("basics") as connected:
        await ask(connected, "add_note", title="Shopping", text="Bread and milk", tags=["home"])
        await ask(connected, "add_note", title="Call the bank")
        assert (await ask(connected, "list_notes"))[0] == "2. Call the bank\n1. Shopping"
        assert (await ask(connected, "list_notes", tag="home"))[0] == "1. Shopping"
        assert (await ask(connected, "search_notes", query="MILK bread"))[0] == "1. Shopping"
        assert (await ask(connected, "search_notes", query="milk bank"))[0] == "No notes."
        assert (await ask(connected, "read_note", id=1))[0] == "# Shopping\n\nBread and milk"
        await ask(connected, "delete_note", id=1)
        assert "no note 1" in await refusal(connected, "read_note", id=1)
        _, added = await ask(connected, "add_note", title="Third")
        assert added["id"] == 3


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_slow_count_reports_each_step(mode: str) -> None:
    seen: list[tuple[float, float | None, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total, message))

    async with client("basics", mode=mode) as connected:
        result = await connected.call_tool("count_slowly", {"to": 3, "seconds": 0}, progress_callback=note)
    assert result.structured_content == {"counted": 3}
    assert seen == [(0, 3, "starting"), (1, 3, "1 of 3"), (2, 3, "2 of 3"), (3, 3, "3 of 3")]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_cancelled_count_stops_and_leaves_the_session(mode: str) -> None:
    started = asyncio.Event()
    seen: list[float] = []

    async def note(progress: float, _total: float | None, _message: str | None) -> None:
        seen.append(progress)
        started.set()

    async with client("basics", mode=mode) as connected:
        call = asyncio.create_task(
            connected.call_tool("count_slowly", {"to": 2, "seconds": 600}, progress_callback=note)
        )
        await started.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await ask(connected, "calculate", expression="1 + 1"))[1]["value"] == 2
    assert seen == [0]


async def test_a_count_without_a_listener_is_a_count() -> None:
    async with client("basics") as connected:
        assert (await ask(connected, "count_slowly", to=2, seconds=0))[0] == "Counted to 2."


async def _call(name: str, **arguments: object) -> Answer:
    return await toolbox("basics").call(name, arguments, silent)

"""The current time in a time zone, and the distance between two dates."""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from workbench.demo.toolbox import READ, Answer, Arguments, DemoError, DemoTool, at_once, parameters


def tools(clock: Callable[[], float]) -> Iterable[DemoTool]:
    """`current_time` and `date_difference`; `clock` gives the wall time in seconds."""
    yield DemoTool(
        "current_time",
        "Current time",
        "Tell the current date and time in a time zone.",
        parameters(
            {
                "time_zone": {
                    "type": "string",
                    "description": "IANA name of the zone.",
                    "default": "UTC",
                    "examples": ["Europe/Paris", "America/New_York"],
                }
            }
        ),
        READ,
        at_once(lambda arguments: _current_time(clock(), str(arguments.get("time_zone", "UTC")))),
        parameters(
            {
                "time": {"type": "string", "format": "date-time"},
                "time_zone": {"type": "string"},
                "weekday": {"type": "string"},
                "utc_offset_minutes": {"type": "number"},
            },
            ["time", "time_zone", "weekday", "utc_offset_minutes"],
        ),
    )
    yield DemoTool(
        "date_difference",
        "Difference between dates",
        "Count the days, whole weeks and working days from one date to another.",
        parameters(
            {
                "start": {"type": "string", "format": "date", "examples": ["2026-01-31"]},
                "end": {"type": "string", "format": "date", "examples": ["2026-03-01"]},
            },
            ["start", "end"],
        ),
        READ,
        at_once(_date_difference),
        parameters(
            {name: {"type": "integer"} for name in ("days", "weeks", "working_days")},
            ["days", "weeks", "working_days"],
        ),
    )


def _current_time(now: float, name: str) -> Answer:
    moment = datetime.fromtimestamp(now, _zone(name))
    offset = moment.utcoffset()
    data = {
        "time": moment.isoformat(timespec="seconds"),
        "time_zone": name,
        "weekday": moment.strftime("%A"),
        "utc_offset_minutes": offset.total_seconds() / 60 if offset else 0,
    }
    return Answer(f"{data['weekday']} {data['time']} in {name}", data)


def _zone(name: str) -> tzinfo:
    if name.upper() in ("UTC", "GMT", "Z"):
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise DemoError(f"There is no time zone {name[:80]!r} here; give an IANA name such as Europe/Paris.") from None


def _date_difference(arguments: Arguments) -> Answer:
    start, end = _date(arguments, "start"), _date(arguments, "end")
    days = (end - start).days
    data = {"days": days, "weeks": int(days / 7), "working_days": _working_days(start, end)}
    return Answer(f"{days} days from {start} to {end}, {data['working_days']} of them working days", data)


def _date(arguments: Arguments, key: str) -> date:
    try:
        return date.fromisoformat(str(arguments[key]))
    except ValueError:
        raise DemoError(f"{key} is not a date; write it as year-month-day, such as 2026-01-31.") from None


def _working_days(start: date, end: date) -> int:
    """Mondays to Fridays from the first date up to, not including, the second; negative when they are swapped."""
    if end < start:
        return -_working_days(end, start)
    weeks, rest = divmod((end - start).days, 7)
    return weeks * 5 + sum((start.weekday() + step) % 7 < 5 for step in range(rest))

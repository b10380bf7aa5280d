"""Calendar: calendars, events and invitations of one person."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from workbench.gateway.errors import provider_error
from workbench.gateway.providers.kit import (
    Arguments,
    Connector,
    ProviderTool,
    addresses,
    body,
    choice,
    identity,
    limit,
    listed,
    moment,
    schema,
    text,
    words_in,
)
from workbench.gateway.store.records import Box, Record

_FORMAT: Final = "%Y-%m-%dT%H:%M:%SZ"


def _time(value: str, where: str) -> str:
    """A moment with its seconds; the pattern lets days through that no month has."""
    try:
        return datetime.fromisoformat(value.replace("Z", "+00:00")).strftime(_FORMAT)
    except ValueError:
        raise provider_error(f"{where}: there is no such day: {value[:40]}") from None


def _span(arguments: Arguments, before: Record | None = None) -> tuple[str, str]:
    known = before or {}
    start = _time(str(arguments.get("start", known.get("start"))), "start")
    end = _time(str(arguments.get("end", known.get("end"))), "end")
    if end <= start:
        raise provider_error("An event ends after it starts.", "Give `start` and `end` together.")
    return start, end


def _list_calendars(box: Box, _: Arguments) -> dict[str, Any]:
    return {"calendars": box.all("calendar")}


def _list_events(box: Box, arguments: Arguments) -> dict[str, Any]:
    after, until = arguments.get("from", ""), arguments.get("until", "9")
    wanted = arguments.get("calendar_id")
    found = box.all(
        "event",
        lambda event: event["end"] > after and event["start"] < until and wanted in (None, event["calendar_id"]),
    )
    return listed("events", sorted(found, key=lambda event: str(event["start"])), arguments)


def _search(box: Box, arguments: Arguments) -> dict[str, Any]:
    query = arguments["query"]
    found = box.all(
        "event",
        lambda event: words_in(query, event["title"], event["description"], *event["attendees"], event["place"]),
    )
    return listed("events", sorted(found, key=lambda event: str(event["start"])), arguments)


def _get(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"event": box.get("event", arguments["event_id"])}


def _create(box: Box, arguments: Arguments) -> dict[str, Any]:
    start, end = _span(arguments)
    calendar = arguments.get("calendar_id") or box.all("calendar")[0]["id"]
    box.get("calendar", calendar)
    event = box.add(
        "event",
        calendar_id=calendar,
        title=arguments["title"],
        start=start,
        end=end,
        place=arguments.get("place", ""),
        description=arguments.get("description", ""),
        attendees=dict.fromkeys(arguments.get("attendees", []), "waiting"),
        answer="accepted",
    )
    return {"event": event, "overlaps": [other["title"] for other in _busy(box, start, end) if other != event]}


def _update(box: Box, arguments: Arguments) -> dict[str, Any]:
    before = box.get("event", arguments["event_id"])
    start, end = _span(arguments, before)
    changes = {key: arguments[key] for key in ("title", "place", "description") if key in arguments}
    return {"event": box.change("event", before["id"], start=start, end=end, **changes)}


def _delete(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"deleted": box.delete("event", arguments["event_id"])["id"]}


def _invite(box: Box, arguments: Arguments) -> dict[str, Any]:
    event = box.get("event", arguments["event_id"])
    new = dict.fromkeys(arguments["attendees"], "waiting")
    return {"event": box.change("event", event["id"], attendees={**new, **event["attendees"]})}


def _respond(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"event": box.change("event", arguments["event_id"], answer=arguments["answer"])}


def _create_calendar(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"calendar": box.add("calendar", name=arguments["name"], color=arguments.get("color", "blue"))}


def _busy(box: Box, start: str, end: str) -> list[Record]:
    found = box.all(
        "event", lambda event: event["start"] < end and event["end"] > start and event["answer"] != "declined"
    )
    return sorted(found, key=lambda event: str(event["start"]))


def _free_busy(box: Box, arguments: Arguments) -> dict[str, Any]:
    start, end = _span({"start": arguments["from"], "end": arguments["until"]})
    return {"busy": [{"start": event["start"], "end": event["end"]} for event in _busy(box, start, end)]}


def _free_slots(box: Box, arguments: Arguments) -> dict[str, Any]:
    start, end = _span({"start": arguments["from"], "end": arguments["until"]})
    needed = timedelta(minutes=arguments.get("minutes", 30))
    slots: list[dict[str, str]] = []
    free_since = start
    for event in [*_busy(box, start, end), {"start": end, "end": end}]:
        if _parsed(event["start"]) - _parsed(free_since) >= needed:
            slots.append({"start": free_since, "end": event["start"]})
        free_since = max(free_since, event["end"])
    return listed("slots", slots, arguments, 10)


def _parsed(value: str) -> datetime:
    return datetime.strptime(value, _FORMAT).replace(tzinfo=UTC)


def _seed(box: Box) -> None:
    work = box.add("calendar", name="Work", color="blue")["id"]
    private = box.add("calendar", name="Private", color="green")["id"]
    for calendar, day, hour, hours, title, place, people in (
        (work, 0, 9, 0.5, "Stand-up", "Room Kattegat", ["mara.okafor@harbour.example"]),
        (work, 1, 13, 1, "Quarterly report: read-through", "", ["mara.okafor@harbour.example"]),
        (work, 2, 10, 1.5, "Interview with a candidate for platform work", "Room Skagerrak", []),
        (private, 3, 17.5, 2, "Dinner by the canal", "Canal 14", ["jonas@lindqvist.example"]),
        (work, 5, 8, 8, "Site visit in Gothenburg", "Gothenburg", ["tomas.berg@harbour.example"]),
    ):
        box.add(
            "event", calendar_id=calendar, title=title, start=box.now(day, hour), end=box.now(day, hour + hours),
            place=place, description="", attendees=dict.fromkeys(people, "accepted"), answer="accepted",
        )  # fmt: skip


_EVENT = identity("Id of the event.")
_FROM, _UNTIL = moment("Start of the time looked at."), moment("End of the time looked at.")

CALENDAR = Connector(
    name="calendar",
    title="Calendar",
    summary="Calendars and meetings: see them, plan them, answer invitations.",
    scopes=(
        "See all calendars, events and who attends them",
        "Create, change and delete events",
        "Invite people and answer invitations in your name",
    ),
    suggested_accounts=("ines@harbour.example", "team-calendar@harbour.example"),
    seed=_seed,
    guidance="All times are UTC. Look for free time before a meeting is created.",
    finders={"event_id": "CALENDAR_LIST_EVENTS", "calendar_id": "CALENDAR_LIST_CALENDARS"},
    tools=(
        ProviderTool("CALENDAR_LIST_CALENDARS", "List the calendars of this person.", schema(), _list_calendars),
        ProviderTool(
            "CALENDAR_LIST_EVENTS",
            "List the events between two moments, in their order.",
            schema(
                **{"from": _FROM, "until": _UNTIL, "calendar_id": identity("Only this calendar."), "limit": limit()}
            ),
            _list_events,
        ),
        ProviderTool(
            "CALENDAR_SEARCH_EVENTS",
            "Search events by words in title, place, description or attendees.",
            schema("query", query=text("Words."), limit=limit()),
            _search,
        ),
        ProviderTool("CALENDAR_GET_EVENT", "Show one event with attendees.", schema("event_id", event_id=_EVENT), _get),
        ProviderTool(
            "CALENDAR_CREATE_EVENT",
            "Create a calendar event or schedule a meeting, with attendees if wanted.",
            schema(
                "title start end",
                title=text("Title.", 300),
                start=moment("When it starts."),
                end=moment("When it ends."),
                calendar_id=identity("Calendar; the first one unless told."),
                place=text("Where.", 300, 0),
                description=body("More about it."),
                attendees=addresses("Who is invited."),
            ),
            _create,
            "Overlapping events are created all the same; `overlaps` names them.",
        ),
        ProviderTool(
            "CALENDAR_UPDATE_EVENT",
            "Change title, time, place or description of an event; what is not given stays.",
            schema(
                "event_id",
                event_id=_EVENT,
                title=text("Title.", 300),
                start=moment("When it starts."),
                end=moment("When it ends."),
                place=text("Where.", 300, 0),
                description=body("More about it."),
            ),
            _update,
        ),
        ProviderTool(
            "CALENDAR_DELETE_EVENT", "Cancel and delete an event.", schema("event_id", event_id=_EVENT), _delete
        ),
        ProviderTool(
            "CALENDAR_INVITE_ATTENDEES",
            "Invite more people to an event.",
            schema("event_id attendees", event_id=_EVENT, attendees=addresses("Who is invited.", 1)),
            _invite,
        ),
        ProviderTool(
            "CALENDAR_RESPOND_TO_INVITE",
            "Accept or decline an invitation.",
            schema("event_id answer", event_id=_EVENT, answer=choice("Answer.", "accepted", "declined", "tentative")),
            _respond,
        ),
        ProviderTool(
            "CALENDAR_CREATE_CALENDAR",
            "Create another calendar.",
            schema("name", name=text("Name.", 100), color=text("Colour.", 30)),
            _create_calendar,
        ),
        ProviderTool(
            "CALENDAR_FIND_FREE_SLOTS",
            "Find free time slots that are long enough for a meeting.",
            schema(
                "from until",
                **{
                    "from": _FROM,
                    "until": _UNTIL,
                    "minutes": {
                        "type": "integer",
                        "description": "Length.",
                        "minimum": 5,
                        "maximum": 1440,
                        "default": 30,
                    },
                    "limit": limit(10),
                },
            ),
            _free_slots,
        ),
        ProviderTool(
            "FREE_BUSY_QUERY",
            "Tell when this person is busy, without saying with what.",
            schema("from until", **{"from": _FROM, "until": _UNTIL}),
            _free_busy,
        ),
    ),
)

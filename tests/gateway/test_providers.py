"""The services behind the gateway: their tools are honest, and what one call makes a later one finds (spec 4.9)."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.gateway.support import Wire
from workbench.gateway.providers.all import CONNECTORS
from workbench.gateway.providers.kit import Connector

each = pytest.mark.parametrize("connector", CONNECTORS, ids=lambda connector: connector.name)


def test_there_are_six_with_slugs_that_are_unique() -> None:
    assert [connector.name for connector in CONNECTORS] == ["calendar", "chat", "files", "issues", "mail", "notes"]
    slugs = [tool.slug for connector in CONNECTORS for tool in connector.tools]
    assert len(slugs) == len(set(slugs))


@each
def test_each_has_enough_tools_each_with_words_of_its_own(connector: Connector) -> None:
    assert 8 <= len(connector.tools) <= 30
    descriptions = [tool.description for tool in connector.tools]
    assert len(set(descriptions)) == len(descriptions) and all(text.endswith(".") for text in descriptions)


@each
def test_schemas_are_schemas_and_describe_every_argument(connector: Connector) -> None:
    for tool in connector.tools:
        Draft202012Validator.check_schema(tool.schema)
        assert set(tool.schema.get("required", ())) <= set(tool.schema["properties"])
        assert all(part.get("description") for part in tool.schema["properties"].values()), tool.slug


@each
def test_finders_are_tools_of_the_same_connector(connector: Connector) -> None:
    arguments = {name for tool in connector.tools for name in tool.schema["properties"]}
    for argument, slug in connector.finders.items():
        assert argument in arguments and connector.tool(slug) is not None


def test_one_pair_of_twins_and_slugs_without_a_prefix() -> None:
    literal = {
        tool.slug: connector
        for connector in CONNECTORS
        for tool in connector.tools
        if not tool.slug.startswith(f"{connector.name.upper()}_")
    }
    assert set(literal) == {"FIND_NOTE", "FREE_BUSY_QUERY", "SEND_DIRECT_MESSAGE", "STORAGE_QUOTA"}
    twins = [slug for slug, connector in literal.items() if connector.tool(f"{connector.name.upper()}_{slug}")]
    assert twins == ["FIND_NOTE"]


@each
async def test_a_new_account_is_not_empty(wire: Wire, connector: Connector) -> None:
    await wire.connected(connector.name)
    looks = {
        "calendar": ("CALENDAR_LIST_EVENTS", "events"),
        "chat": ("CHAT_LIST_CHANNELS", "channels"),
        "files": ("FILES_LIST_FOLDER", "entries"),
        "issues": ("ISSUES_LIST_ISSUES", "issues"),
        "mail": ("MAIL_FETCH_EMAILS", "messages"),
        "notes": ("NOTES_LIST_NOTES", "notes"),
    }
    slug, key = looks[connector.name]
    assert len((await wire.done(connector.name, slug))[key]) >= 3


async def test_mail(wire: Wire) -> None:
    await wire.connected("mail", "ines@example.org")
    call = _caller(wire, "mail")
    sent = (
        await call("MAIL_SEND_EMAIL", to=["ines@example.org", "a@example.org"], subject="Quay 7", body="Crane broken")
    )["message"]
    [own] = (await call("MAIL_FETCH_EMAILS", unread_only=True, limit=1))["messages"]
    assert own["subject"] == "Quay 7" and own["id"] != sent["id"] and "body" not in own
    found = await call("MAIL_SEARCH_EMAILS", query="crane QUAY")
    assert found["total"] == 2
    assert (await call("MAIL_SEARCH_EMAILS", query="crane", from_="nobody"))["total"] == 0
    reply = (await call("MAIL_REPLY_TO_EMAIL", message_id=own["id"], body="Mended", reply_all=True))["message"]
    assert reply["subject"] == "Re: Quay 7" and reply["to"] == ["ines@example.org", "a@example.org"]
    thread = (await call("MAIL_GET_THREAD", message_id=own["id"]))["messages"]
    assert [mail["body"] for mail in thread] == ["Crane broken", "Mended"]
    forward = (await call("MAIL_FORWARD_EMAIL", message_id=own["id"], to=["b@example.org"], comment="See"))["message"]
    assert forward["body"].startswith("See") and "Crane broken" in forward["body"]
    await call("MAIL_CREATE_LABEL", name="Cranes")
    await call("MAIL_LABEL_EMAIL", message_id=own["id"], label="Cranes")
    assert (await call("MAIL_FETCH_EMAILS", label="Cranes"))["total"] == 1
    await call("MAIL_LABEL_EMAIL", message_id=own["id"], label="Cranes", action="remove")
    assert (await call("MAIL_FETCH_EMAILS", label="Cranes"))["total"] == 0 and "Cranes" in (
        await call("MAIL_LIST_LABELS")
    )["labels"]
    unread = (await call("MAIL_GET_PROFILE"))["unread"]
    await call("MAIL_MARK_EMAILS", message_ids=[own["id"]], read=True)
    assert (await call("MAIL_GET_PROFILE"))["unread"] == unread - 1
    await call("MAIL_MOVE_TO_TRASH", message_id=own["id"])
    assert (await call("MAIL_FETCH_EMAILS", label="TRASH"))["total"] == 1
    draft = (await call("MAIL_CREATE_DRAFT", to=["a@example.org"], subject="Later"))["draft"]
    assert (await call("MAIL_LIST_DRAFTS"))["total"] == 1
    await call("MAIL_SEND_DRAFT", draft_id=draft["id"])
    assert (await call("MAIL_LIST_DRAFTS"))["total"] == 0
    assert (await call("MAIL_FETCH_EMAILS", label="SENT"))["messages"][0]["subject"] == "Later"


async def test_calendar(wire: Wire) -> None:
    await wire.connected("calendar")
    call = _caller(wire, "calendar")
    span = {"from_": "2031-03-04T08:00:00Z", "until": "2031-03-04T18:00:00Z"}
    assert (await call("CALENDAR_LIST_EVENTS", **span))["total"] == 0
    times = {"start": "2031-03-04T10:00:00Z", "end": "2031-03-04T11:00:00Z"}
    event = (await call("CALENDAR_CREATE_EVENT", title="Pilot boat", attendees=["a@example.org"], **times))["event"]
    again = await call("CALENDAR_CREATE_EVENT", title="At the same time", **times)
    assert again["overlaps"] == ["Pilot boat"]
    await call("CALENDAR_DELETE_EVENT", event_id=again["event"]["id"])
    assert (await call("CALENDAR_SEARCH_EVENTS", query="pilot"))["total"] == 1
    busy = [times]
    assert (await call("FREE_BUSY_QUERY", **span))["busy"] == busy
    slots = (await call("CALENDAR_FIND_FREE_SLOTS", minutes=120, **span))["slots"]
    assert slots == [
        {"start": "2031-03-04T08:00:00Z", "end": "2031-03-04T10:00:00Z"},
        {"start": "2031-03-04T11:00:00Z", "end": "2031-03-04T18:00:00Z"},
    ]
    await call("CALENDAR_INVITE_ATTENDEES", event_id=event["id"], attendees=["b@example.org"])
    changed = (await call("CALENDAR_UPDATE_EVENT", event_id=event["id"], place="Quay 7", end="2031-03-04T12:00:00Z"))[
        "event"
    ]
    assert set(changed["attendees"]) == {"a@example.org", "b@example.org"} and changed["title"] == "Pilot boat"
    await call("CALENDAR_RESPOND_TO_INVITE", event_id=event["id"], answer="declined")
    assert (await call("FREE_BUSY_QUERY", **span))["busy"] == []
    backwards = {"title": "x", "start": times["end"], "end": times["start"]}
    assert await _refused(wire, "calendar", "CALENDAR_CREATE_EVENT", **backwards)
    assert await _refused(
        wire, "calendar", "CALENDAR_CREATE_EVENT", **{**times, "title": "x", "start": "2031-02-30T10:00:00Z"}
    )
    calendar = (await call("CALENDAR_CREATE_CALENDAR", name="Boats"))["calendar"]
    assert calendar in (await call("CALENDAR_LIST_CALENDARS"))["calendars"]


async def test_issues(wire: Wire) -> None:
    await wire.connected("issues", "harbour")
    call = _caller(wire, "issues")
    issue = (await call("ISSUES_CREATE_ISSUE", project="OPS", title="Lamp flickers", labels=["light"]))["issue"]
    assert issue["key"] == "OPS-3" and issue["status"] == "open"
    assert (await call("ISSUES_SEARCH_ISSUES", query="lamp"))["issues"][0]["key"] == "OPS-3"
    await call("ISSUES_ASSIGN_ISSUE", issue="OPS-3", assignee="tomas")
    await call("ISSUES_UPDATE_ISSUE", issue="OPS-3", priority="urgent")
    await call("ISSUES_ADD_LABELS", issue="OPS-3", labels=["light", "night"])
    await call("ISSUES_ADD_COMMENT", issue="OPS-3", body="Only at night.")
    shown = await call("ISSUES_GET_ISSUE", issue="OPS-3")
    assert shown["issue"]["labels"] == ["light", "night"] and shown["comments"][0]["author"] == "harbour"
    assert (await call("ISSUES_LIST_COMMENTS", issue="OPS-3"))["total"] == 1
    found = (await call("ISSUES_LIST_ISSUES", project="OPS", assignee="tomas", priority="urgent", label="night"))[
        "issues"
    ]
    assert [entry["key"] for entry in found] == ["OPS-3"]
    await call("ISSUES_CLOSE_ISSUE", issue="OPS-3")
    assert await _refused(wire, "issues", "ISSUES_CLOSE_ISSUE", issue="OPS-3") == "The issue is closed already."
    await call("ISSUES_REOPEN_ISSUE", issue="OPS-3")
    assert (await call("ISSUES_LIST_ISSUES", status="open"))["total"] == 6
    await call("ISSUES_CREATE_PROJECT", key="DOCK", name="Docks")
    assert (await call("ISSUES_CREATE_ISSUE", project="DOCK", title="First"))["issue"]["key"] == "DOCK-1"
    assert await _refused(wire, "issues", "ISSUES_CREATE_ISSUE", project="NONE", title="x")


async def test_notes(wire: Wire) -> None:
    await wire.connected("notes")
    call = _caller(wire, "notes")
    await call("NOTES_CREATE_NOTEBOOK", name="Boats")
    note = (await call("NOTES_CREATE_NOTE", title="Knots", text="Bowline", notebook="Boats"))["note"]
    await call("NOTES_APPEND_TO_NOTE", note_id=note["id"], text="Sheet bend")
    await call("NOTES_TAG_NOTE", note_id=note["id"], tags=["rope"])
    assert (await call("NOTES_GET_NOTE", note_id=note["id"]))["note"]["text"] == "Bowline\nSheet bend"
    assert (await call("NOTES_FIND_NOTE", query="bend rope"))["total"] == 1
    assert (await call("NOTES_LIST_NOTES", notebook="Boats", tag="rope"))["total"] == 1
    await call("NOTES_UPDATE_NOTE", note_id=note["id"], title="Knots and bends")
    await call("NOTES_MOVE_NOTE", note_id=note["id"], notebook="Work")
    counts = {book["name"]: book["notes"] for book in (await call("NOTES_LIST_NOTEBOOKS"))["notebooks"]}
    assert counts == {"Inbox": 1, "Work": 3, "Kitchen": 1, "Boats": 0}
    await call("NOTES_DELETE_NOTE", note_id=note["id"])
    assert await _refused(wire, "notes", "NOTES_GET_NOTE", note_id=note["id"])
    assert await _refused(wire, "notes", "NOTES_CREATE_NOTE", title="x", notebook="Nowhere")


async def test_chat(wire: Wire) -> None:
    await wire.connected("chat", "ines")
    call = _caller(wire, "chat")
    await call("CHAT_CREATE_CHANNEL", name="cranes", topic="Lifting")
    posted = (await call("CHAT_POST_MESSAGE", channel="#cranes", text="Crane 2 is back"))["message"]
    await call("CHAT_REPLY_IN_THREAD", message_id=posted["id"], text="Thanks")
    await call("CHAT_ADD_REACTION", message_id=posted["id"], reaction="tada")
    await call("CHAT_PIN_MESSAGE", message_id=posted["id"])
    [message] = (await call("CHAT_FETCH_MESSAGES", channel="cranes"))["messages"]
    assert message["reactions"] == {"tada": ["ines"]} and message["pinned"] is True
    assert [reply["text"] for reply in (await call("CHAT_FETCH_THREAD", message_id=posted["id"]))["replies"]] == [
        "Thanks"
    ]
    assert (await call("CHAT_SEARCH_MESSAGES", query="crane back", author="ines"))["total"] == 1
    await call("CHAT_INVITE_MEMBERS", channel="cranes", members=["mara"])
    assert (await call("CHAT_LIST_MEMBERS", channel="cranes"))["members"] == ["ines", "mara"]
    await call("CHAT_SET_TOPIC", channel="cranes", topic="Heavy lifting")
    channels = {channel["name"]: channel["topic"] for channel in (await call("CHAT_LIST_CHANNELS"))["channels"]}
    assert channels["cranes"] == "Heavy lifting"
    await call("SEND_DIRECT_MESSAGE", person="mara", text="Lunch?")
    assert "@mara" not in {channel["name"] for channel in (await call("CHAT_LIST_CHANNELS"))["channels"]}
    assert (await call("CHAT_FETCH_MESSAGES", channel="@mara"))["total"] == 1


async def test_files(wire: Wire) -> None:
    await wire.connected("files")
    call = _caller(wire, "files")
    await call("FILES_CREATE_FOLDER", path="/Boats")
    await call("FILES_UPLOAD_FILE", path="/Boats/list.txt", content="Ternen\nMåsen\n")
    assert await _refused(wire, "files", "FILES_UPLOAD_FILE", path="/Boats/list.txt", content="x")
    await call("FILES_UPLOAD_FILE", path="Boats//list.txt", content="Måsen\n", overwrite=True)
    assert (await call("FILES_DOWNLOAD_FILE", path="/Boats/list.txt"))["content"] == "Måsen\n"
    assert (await call("FILES_SEARCH_FILES", query="måsen"))["total"] == 1
    await call("FILES_COPY_FILE", path="/Boats/list.txt", to="/Reports/boats.txt")
    share = (await call("FILES_SHARE_ENTRY", path="/Boats", people=["a@example.org"]))["share"]
    await call("FILES_MOVE_ENTRY", path="/Boats", to="/Fleet")
    assert [entry["path"] for entry in (await call("FILES_LIST_FOLDER", path="/Fleet"))["entries"]] == [
        "/Fleet/list.txt"
    ]
    assert (await call("FILES_GET_INFO", path="/Fleet"))["shares"][0]["id"] == share["id"]
    await call("FILES_END_SHARE", share_id=share["id"])
    assert (await call("FILES_LIST_SHARES"))["total"] == 1
    used = (await call("STORAGE_QUOTA"))["used"]
    assert await _refused(wire, "files", "FILES_DELETE_ENTRY", path="/Fleet") == "The folder is not empty."
    assert (await call("FILES_DELETE_ENTRY", path="/Fleet", recursive=True))["deleted"] == ["/Fleet", "/Fleet/list.txt"]
    assert (await call("STORAGE_QUOTA"))["used"] == used - len("Måsen\n".encode())
    for path in ("/../etc/passwd", "/Reports/../..", "/nowhere/file.txt", "/"):
        assert await _refused(wire, "files", "FILES_UPLOAD_FILE", path=path, content="x"), path
    assert await _refused(wire, "files", "FILES_MOVE_ENTRY", path="/Reports", to="/Reports/inner")
    assert await _refused(wire, "files", "FILES_UPLOAD_FILE", path="/x", content="?", encoding="base64")


async def test_a_drive_has_an_end(wire: Wire) -> None:
    await wire.connected("files")
    for number in range(49):
        await wire.done("files", "FILES_UPLOAD_FILE", path=f"/{number}", content="x" * 100_000)
    assert (
        await _refused(wire, "files", "FILES_UPLOAD_FILE", path="/more", content="x" * 100_000) == "The drive is full."
    )


def _caller(wire: Wire, connector: str) -> Any:
    async def call(tool: str, **arguments: Any) -> dict[str, Any]:
        return await wire.done(connector, tool, **arguments)

    return call


async def _refused(wire: Wire, connector: str, tool: str, **arguments: Any) -> str:
    error = (await wire.execute(connector, tool, arguments))["error"]
    assert error is not None and error["code"] == "PROVIDER_ERROR"
    message: str = error["message"]
    return message

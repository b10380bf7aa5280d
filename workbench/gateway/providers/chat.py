"""Chat: channels, threads and direct messages of one workspace."""

from typing import Any

from workbench.gateway.errors import provider_error
from workbench.gateway.providers.kit import (
    Arguments,
    Connector,
    ProviderTool,
    identity,
    limit,
    listed,
    schema,
    text,
    texts,
    words_in,
)
from workbench.gateway.store.records import Box, Record


def _list_channels(box: Box, arguments: Arguments) -> dict[str, Any]:
    return listed("channels", box.all("channel", lambda channel: not channel["direct"]), arguments)


def _channel(box: Box, name: str) -> Record:
    wanted = name.removeprefix("#")
    found = box.all("channel", lambda channel: wanted in (channel["name"], channel["id"]))
    if not found:
        raise provider_error(f"There is no channel {name[:60]!r}.", "CHAT_LIST_CHANNELS lists them.")
    return found[0]


def _create_channel(box: Box, arguments: Arguments) -> dict[str, Any]:
    if box.all("channel", lambda channel: channel["name"] == arguments["name"]):
        raise provider_error("There is a channel of this name already.")
    made = box.add(
        "channel", name=arguments["name"], topic=arguments.get("topic", ""), members=[box.account], direct=False
    )
    return {"channel": made}


def _set_topic(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"channel": box.change("channel", _channel(box, arguments["channel"])["id"], topic=arguments["topic"])}


def _invite(box: Box, arguments: Arguments) -> dict[str, Any]:
    channel = _channel(box, arguments["channel"])
    members = list(dict.fromkeys([*channel["members"], *arguments["members"]]))
    return {"channel": box.change("channel", channel["id"], members=members)}


def _members(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"members": _channel(box, arguments["channel"])["members"]}


def _say(box: Box, channel: str, words: str, author: str = "", **more: Any) -> Record:
    said = {"channel": channel, "author": author or box.account, "text": words, "at": box.now(), "thread": ""}
    return box.add("message", **{**said, "reactions": {}, "pinned": False, **more})


def _post(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"message": _say(box, _channel(box, arguments["channel"])["name"], arguments["text"])}


def _direct(box: Box, arguments: Arguments) -> dict[str, Any]:
    name = f"@{arguments['person']}"
    if not box.all("channel", lambda channel: channel["name"] == name):
        box.add("channel", name=name, topic="", members=[box.account, arguments["person"]], direct=True)
    return {"message": _say(box, name, arguments["text"])}


def _history(box: Box, arguments: Arguments) -> dict[str, Any]:
    name = _channel(box, arguments["channel"])["name"]
    found = box.all("message", lambda message: message["channel"] == name and not message["thread"])
    return listed("messages", found[::-1], arguments)


def _reply(box: Box, arguments: Arguments) -> dict[str, Any]:
    first = box.get("message", arguments["message_id"])
    return {"message": _say(box, first["channel"], arguments["text"], thread=first["thread"] or first["id"])}


def _thread(box: Box, arguments: Arguments) -> dict[str, Any]:
    first = box.get("message", arguments["message_id"])
    return listed("replies", box.all("message", lambda message: message["thread"] == first["id"]), arguments)


def _react(box: Box, arguments: Arguments) -> dict[str, Any]:
    reactions = box.get("message", arguments["message_id"])["reactions"]
    given = list(dict.fromkeys([*reactions.get(arguments["reaction"], []), box.account]))
    changed = {**reactions, arguments["reaction"]: given}
    if len(changed) > 50:
        raise provider_error("A message can have 50 different reactions.")
    return {"message": box.change("message", arguments["message_id"], reactions=changed)}


def _pin(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"message": box.change("message", arguments["message_id"], pinned=True)}


def _search(box: Box, arguments: Arguments) -> dict[str, Any]:
    query, author = arguments["query"], arguments.get("author")
    found = box.all("message", lambda message: words_in(query, message["text"]) and author in (None, message["author"]))
    return listed("messages", found[::-1], arguments)


def _seed(box: Box) -> None:
    people = [box.account, "mara", "tomas", "jonas"]
    for name, topic in (
        ("general", "Everything that concerns all of us"),
        ("portal", "The harbour portal"),
        ("lunch", ""),
    ):
        box.add("channel", name=name, topic=topic, members=people, direct=False)
    _say(box, "general", "The office closes at three on Friday.", "jonas", at=box.now(-2, 9.5), pinned=True)
    first = _say(box, "portal", "The berth map is empty again this morning.", "tomas", at=box.now(-1, 8))
    _say(box, "portal", "On it, this is PORT-1.", "mara", at=box.now(-1, 8.25), thread=first["id"])
    _say(box, "portal", "Release 4.2 goes out after the stand-up.", "mara", at=box.now(-1, 15))
    _say(box, "lunch", "Soup at the corner?", "tomas", at=box.now(0, 7.5))


_CHANNEL = text("Name of the channel, such as general.", 100)
_MESSAGE = identity("Id of the message.")

CHAT = Connector(
    name="chat",
    title="Chat",
    summary="A team chat: read channels, post, answer in threads.",
    scopes=(
        "Read messages and members of every channel",
        "Post messages and reactions in your name",
        "Create channels and invite people to them",
    ),
    suggested_accounts=("ines at Harbour Systems", "ines at Rowing Club"),
    seed=_seed,
    guidance="Channels go by name without the #. Answer in the thread of a message where there is one.",
    finders={"message_id": "CHAT_FETCH_MESSAGES", "channel": "CHAT_LIST_CHANNELS"},
    tools=(
        ProviderTool(
            "CHAT_LIST_CHANNELS", "List the channels of the workspace.", schema(limit=limit(50)), _list_channels
        ),
        ProviderTool(
            "CHAT_CREATE_CHANNEL",
            "Create a channel.",
            schema("name", name={**text("Name.", 80), "pattern": "^[a-z0-9-]+$"}, topic=text("Topic.", 300, 0)),
            _create_channel,
        ),
        ProviderTool(
            "CHAT_SET_TOPIC",
            "Set the topic of a channel.",
            schema("channel topic", channel=_CHANNEL, topic=text("Topic.", 300, 0)),
            _set_topic,
        ),
        ProviderTool(
            "CHAT_INVITE_MEMBERS",
            "Invite people into a channel.",
            schema("channel members", channel=_CHANNEL, members=texts("Names.", 1)),
            _invite,
        ),
        ProviderTool("CHAT_LIST_MEMBERS", "List who is in a channel.", schema("channel", channel=_CHANNEL), _members),
        ProviderTool(
            "CHAT_POST_MESSAGE",
            "Post a message to a channel.",
            schema("channel text", channel=_CHANNEL, text=text("The message.", 10_000)),
            _post,
            "Everybody in the channel sees it at once.",
        ),
        ProviderTool(
            "SEND_DIRECT_MESSAGE",
            "Send a direct message to one person.",
            schema("person text", person=text("Name.", 60), text=text("The message.", 10_000)),
            _direct,
        ),
        ProviderTool(
            "CHAT_FETCH_MESSAGES",
            "Read the newest messages of a channel.",
            schema("channel", channel=_CHANNEL, limit=limit()),
            _history,
        ),
        ProviderTool(
            "CHAT_REPLY_IN_THREAD",
            "Answer a message in its thread.",
            schema("message_id text", message_id=_MESSAGE, text=text("The answer.", 10_000)),
            _reply,
        ),
        ProviderTool(
            "CHAT_FETCH_THREAD",
            "Read the replies to a message.",
            schema("message_id", message_id=_MESSAGE, limit=limit(50)),
            _thread,
        ),
        ProviderTool(
            "CHAT_ADD_REACTION",
            "React to a message with an emoji.",
            schema("message_id reaction", message_id=_MESSAGE, reaction=text("Emoji or its name.", 40)),
            _react,
        ),
        ProviderTool("CHAT_PIN_MESSAGE", "Pin a message.", schema("message_id", message_id=_MESSAGE), _pin),
        ProviderTool(
            "CHAT_SEARCH_MESSAGES",
            "Search chat messages by words and author.",
            schema("query", query=text("Words."), author=text("Name.", 60), limit=limit()),
            _search,
        ),
    ),
)

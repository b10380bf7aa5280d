"""Mail: messages, drafts and labels of one mailbox."""

from typing import Any

from workbench.gateway.errors import provider_error
from workbench.gateway.providers.kit import (
    Arguments,
    Connector,
    ProviderTool,
    addresses,
    body,
    choice,
    flag,
    identity,
    limit,
    listed,
    schema,
    text,
    texts,
    words_in,
)
from workbench.gateway.store.records import Box, Record


def _message(box: Box, arguments: Arguments, **values: Any) -> Record:
    return box.add(
        "message",
        **{
            "from": box.account,
            "to": arguments.get("to", []),
            "cc": arguments.get("cc", []),
            "subject": arguments.get("subject", ""),
            "body": arguments.get("body", ""),
            "labels": ["SENT"],
            "read": True,
            "thread_id": "",
            "date": box.now(),
            **values,
        },
    )


def _brief(message: Record) -> Record:
    return {**{key: value for key, value in message.items() if key != "body"}, "snippet": message["body"][:120]}


def _send(box: Box, arguments: Arguments) -> dict[str, Any]:
    sent = _message(box, arguments)
    own = box.account.casefold()
    if own in (name.casefold() for name in (*sent["to"], *sent["cc"])):
        _message(box, arguments, labels=["INBOX"], read=False)
    return {"message": sent}


def _fetch(box: Box, arguments: Arguments) -> dict[str, Any]:
    label, unread = arguments.get("label", "INBOX"), arguments.get("unread_only", False)
    found = box.all("message", lambda mail: label in mail["labels"] and not (unread and mail["read"]))
    return listed("messages", [_brief(mail) for mail in reversed(found)], arguments)


def _search(box: Box, arguments: Arguments) -> dict[str, Any]:
    sender = arguments.get("from", "").casefold()
    found = box.all(
        "message",
        lambda mail: (
            "TRASH" not in mail["labels"]
            and sender in mail["from"].casefold()
            and words_in(arguments["query"], mail["from"], *mail["to"], mail["subject"], mail["body"])
        ),
    )
    return listed("messages", [_brief(mail) for mail in reversed(found)], arguments)


def _get(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"message": box.get("message", arguments["message_id"])}


def _thread(box: Box, arguments: Arguments) -> dict[str, Any]:
    first = box.get("message", arguments["message_id"])
    thread = first["thread_id"] or first["id"]
    return {"messages": box.all("message", lambda mail: thread in (mail["thread_id"], mail["id"]))}


def _reply(box: Box, arguments: Arguments) -> dict[str, Any]:
    before = box.get("message", arguments["message_id"])
    others = [name for name in (*before["to"], *before["cc"]) if name.casefold() != box.account.casefold()]
    subject = before["subject"] if before["subject"].lower().startswith("re:") else f"Re: {before['subject']}"
    to = [before["from"], *(others if arguments.get("reply_all") else [])]
    sent = {"to": to, "subject": subject, "body": arguments["body"]}
    return {"message": _message(box, sent, thread_id=before["thread_id"] or before["id"])}


def _forward(box: Box, arguments: Arguments) -> dict[str, Any]:
    before = box.get("message", arguments["message_id"])
    quoted = (
        f"{arguments.get('comment', '')}\n\n---------- Forwarded from {before['from']} ----------\n{before['body']}"
    )
    sent = {"to": arguments["to"], "subject": f"Fwd: {before['subject']}", "body": quoted.strip()}
    return {"message": _message(box, sent)}


def _create_draft(box: Box, arguments: Arguments) -> dict[str, Any]:
    values = {"to": arguments.get("to", []), "subject": arguments.get("subject", ""), "body": arguments.get("body", "")}
    return {"draft": box.add("draft", **values, date=box.now())}


def _list_drafts(box: Box, arguments: Arguments) -> dict[str, Any]:
    return listed("drafts", box.all("draft"), arguments)


def _send_draft(box: Box, arguments: Arguments) -> dict[str, Any]:
    draft = box.get("draft", arguments["draft_id"])
    if not draft["to"]:
        raise provider_error("The draft has no recipient.", "Create another draft with an address in `to`.")
    box.delete("draft", draft["id"])
    return _send(box, draft)


def _mark(box: Box, arguments: Arguments) -> dict[str, Any]:
    changed = [box.change("message", key, read=arguments["read"]) for key in arguments["message_ids"]]
    return {"changed": [mail["id"] for mail in changed], "read": arguments["read"]}


def _trash(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"message": _brief(box.change("message", arguments["message_id"], labels=["TRASH"]))}


def _label(box: Box, arguments: Arguments) -> dict[str, Any]:
    label = arguments["label"]
    if label not in _known_labels(box):
        raise provider_error(f"There is no label {label[:60]!r}.", "Create it with MAIL_CREATE_LABEL.")
    labels = [name for name in box.get("message", arguments["message_id"])["labels"] if name != label]
    labels += [label] if arguments.get("action", "add") == "add" else []
    return {"message": _brief(box.change("message", arguments["message_id"], labels=labels))}


def _known_labels(box: Box) -> list[str]:
    return ["INBOX", "SENT", "TRASH", *(label["name"] for label in box.all("label"))]


def _list_labels(box: Box, _: Arguments) -> dict[str, Any]:
    return {"labels": _known_labels(box)}


def _create_label(box: Box, arguments: Arguments) -> dict[str, Any]:
    if arguments["name"] in _known_labels(box):
        raise provider_error("There is a label of this name already.")
    return {"label": box.add("label", name=arguments["name"], color=arguments.get("color", "grey"))}


def _profile(box: Box, _: Arguments) -> dict[str, Any]:
    unread = box.all("message", lambda mail: not mail["read"] and "INBOX" in mail["labels"])
    return {"address": box.account, "messages": len(box.all("message")), "unread": len(unread)}


def _seed(box: Box) -> None:
    box.add("label", name="Receipts", color="green")
    box.add("label", name="Travel", color="blue")
    harbour, receipts, travel = "mara.okafor@harbour.example", ["Receipts"], ["Travel"]
    nothing: list[str] = []
    letters = (
        (6.0, "billing@northwind.example", "Invoice 2041 for May", "The invoice of 84.20 EUR is attached.", receipts),
        (5.0, "jonas@lindqvist.example", "Dinner on Friday?", "A new place by the canal. At half past seven?", nothing),
        (4.0, "noreply@railways.example", "Your ticket to Gothenburg", "Coach 4, seat 21. It leaves at 08:12.", travel),
        (2.0, harbour, "Draft of the quarterly report", "Could you read chapter two before Thursday?", nothing),
        (1.0, "alerts@status.example", "Resolved: slow search in the north", "It is over since 14:05 UTC.", nothing),
        (0.1, harbour, "Re: Draft of the quarterly report", "I have put the new figures in.", nothing),
    )  # fmt: skip
    for days, sender, subject, words, labels in letters:
        values = {"to": [box.account], "subject": subject, "body": words}
        more = {"from": sender, "labels": ["INBOX", *labels], "read": days > 3, "date": box.now(-days)}
        _message(box, values, **more)


_MESSAGE = identity("Id of the message.")

MAIL = Connector(
    name="mail",
    title="Mail",
    summary="A mailbox: read, search, write and sort mail.",
    scopes=(
        "Read and search every message",
        "Send mail in your name",
        "Write drafts, set labels, move mail to the trash",
    ),
    suggested_accounts=("ines@harbour.example", "office@harbour.example"),
    seed=_seed,
    guidance="Find the message by a search first; reply and forward work on its id.",
    finders={"message_id": "MAIL_SEARCH_EMAILS", "message_ids": "MAIL_FETCH_EMAILS", "draft_id": "MAIL_LIST_DRAFTS"},
    tools=(
        ProviderTool(
            "MAIL_SEND_EMAIL",
            "Send a new email to one or more recipients.",
            schema(
                "to subject body",
                to=addresses("Who receives it.", 1),
                cc=addresses("Who receives a copy."),
                subject=text("Subject line.", 500),
                body=body("The text."),
            ),
            _send,
            "It is sent at once; write a draft when somebody should look at it first.",
        ),
        ProviderTool(
            "MAIL_FETCH_EMAILS",
            "List the newest emails of a label, the inbox unless told otherwise.",
            schema(label=text("Label, such as INBOX.", 100), unread_only=flag("Only unread ones."), limit=limit()),
            _fetch,
        ),
        ProviderTool(
            "MAIL_SEARCH_EMAILS",
            "Search emails by words in sender, recipients, subject or text.",
            schema("query", **{"query": text("Words."), "from": text("Part of the sender.", 200), "limit": limit()}),
            _search,
            "The trash is not searched.",
        ),
        ProviderTool(
            "MAIL_GET_EMAIL",
            "Read one email in full.",
            schema("message_id", message_id=_MESSAGE),
            _get,
        ),
        ProviderTool(
            "MAIL_GET_THREAD",
            "Read the whole conversation that an email belongs to.",
            schema("message_id", message_id=_MESSAGE),
            _thread,
        ),
        ProviderTool(
            "MAIL_REPLY_TO_EMAIL",
            "Answer an email, to its sender or to everybody.",
            schema("message_id body", message_id=_MESSAGE, body=body("The answer."), reply_all=flag("To everybody.")),
            _reply,
        ),
        ProviderTool(
            "MAIL_FORWARD_EMAIL",
            "Forward an email to other people.",
            schema("message_id to", message_id=_MESSAGE, to=addresses("To whom.", 1), comment=body("Put before it.")),
            _forward,
        ),
        ProviderTool(
            "MAIL_CREATE_DRAFT",
            "Write an email draft without sending it.",
            schema(
                to=addresses("Who shall receive it."), subject=text("Subject line.", 500, 0), body=body("The text.")
            ),
            _create_draft,
        ),
        ProviderTool(
            "MAIL_LIST_DRAFTS", "List the drafts that were not sent yet.", schema(limit=limit()), _list_drafts
        ),
        ProviderTool(
            "MAIL_SEND_DRAFT",
            "Send a draft as it stands.",
            schema("draft_id", draft_id=identity("Id of the draft.")),
            _send_draft,
        ),
        ProviderTool(
            "MAIL_MARK_EMAILS",
            "Mark emails as read or unread.",
            schema("message_ids read", message_ids=texts("Ids of the messages.", 1), read=flag("Read, or unread.")),
            _mark,
        ),
        ProviderTool(
            "MAIL_MOVE_TO_TRASH",
            "Throw an email away into the trash folder.",
            schema("message_id", message_id=_MESSAGE),
            _trash,
        ),
        ProviderTool(
            "MAIL_LABEL_EMAIL",
            "Add a label to an email or remove it.",
            schema(
                "message_id label",
                message_id=_MESSAGE,
                label=text("Name of the label.", 100),
                action=choice("What to do.", "add", "remove"),
            ),
            _label,
        ),
        ProviderTool("MAIL_LIST_LABELS", "List the labels of the mailbox.", schema(), _list_labels),
        ProviderTool(
            "MAIL_CREATE_LABEL",
            "Create a mailbox label.",
            schema("name", name=text("Name.", 100), color=text("Colour.", 30)),
            _create_label,
        ),
        ProviderTool("MAIL_GET_PROFILE", "Tell whose mailbox this is and how many are unread.", schema(), _profile),
    ),
)

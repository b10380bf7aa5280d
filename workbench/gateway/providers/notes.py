"""Notes: notebooks and notes of one person. Two of its tools are twins: one name reaches them both (spec 4.1)."""

from typing import Any

from workbench.gateway.errors import provider_error
from workbench.gateway.providers.kit import (
    Arguments,
    Connector,
    ProviderTool,
    body,
    identity,
    limit,
    listed,
    schema,
    text,
    texts,
    words_in,
)
from workbench.gateway.store.records import Box, Record


def _list_notebooks(box: Box, _: Arguments) -> dict[str, Any]:
    counts = [note["notebook"] for note in box.all("note")]
    return {"notebooks": [{**book, "notes": counts.count(book["name"])} for book in box.all("notebook")]}


def _create_notebook(box: Box, arguments: Arguments) -> dict[str, Any]:
    if box.all("notebook", lambda book: book["name"] == arguments["name"]):
        raise provider_error("There is a notebook of this name already.")
    return {"notebook": box.add("notebook", name=arguments["name"])}


def _notebook(box: Box, name: str) -> str:
    if not box.all("notebook", lambda book: book["name"] == name):
        raise provider_error(f"There is no notebook {name[:60]!r}.", "NOTES_LIST_NOTEBOOKS lists them.")
    return name


def _create(box: Box, arguments: Arguments) -> dict[str, Any]:
    note = box.add(
        "note",
        title=arguments["title"],
        text=arguments.get("text", ""),
        notebook=_notebook(box, arguments.get("notebook", "Inbox")),
        tags=arguments.get("tags", []),
        updated=box.now(),
    )
    return {"note": note}


def _get(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"note": box.get("note", arguments["note_id"])}


def _list(box: Box, arguments: Arguments) -> dict[str, Any]:
    book, tag = arguments.get("notebook"), arguments.get("tag")
    found = box.all("note", lambda note: book in (None, note["notebook"]) and tag in (None, *note["tags"]))
    return listed("notes", [_brief(note) for note in found], arguments)


def _find(box: Box, arguments: Arguments) -> dict[str, Any]:
    query = arguments["query"]
    found = box.all("note", lambda note: words_in(query, note["title"], note["text"], *note["tags"]))
    return listed("notes", [_brief(note) for note in reversed(found)], arguments)


def _find_by_title(box: Box, arguments: Arguments) -> dict[str, Any]:
    title = arguments["title"].casefold()
    return {"notes": [_brief(note) for note in box.all("note", lambda note: note["title"].casefold() == title)]}


def _brief(note: Record) -> Record:
    return {**note, "text": note["text"][:120]}


def _update(box: Box, arguments: Arguments) -> dict[str, Any]:
    changes = {key: arguments[key] for key in ("title", "text") if key in arguments}
    return {"note": box.change("note", arguments["note_id"], updated=box.now(), **changes)}


def _append(box: Box, arguments: Arguments) -> dict[str, Any]:
    before = box.get("note", arguments["note_id"])["text"]
    joined = f"{before}\n{arguments['text']}" if before else arguments["text"]
    if len(joined) > 200_000:
        raise provider_error("The note would be longer than 200,000 characters.")
    return {"note": box.change("note", arguments["note_id"], text=joined, updated=box.now())}


def _move(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"note": box.change("note", arguments["note_id"], notebook=_notebook(box, arguments["notebook"]))}


def _tag(box: Box, arguments: Arguments) -> dict[str, Any]:
    tags = [*box.get("note", arguments["note_id"])["tags"], *arguments["tags"]]
    return {"note": box.change("note", arguments["note_id"], tags=list(dict.fromkeys(tags)))}


def _delete(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"deleted": box.delete("note", arguments["note_id"])["id"]}


def _seed(box: Box) -> None:
    for name in ("Inbox", "Work", "Kitchen"):
        box.add("notebook", name=name)
    for book, title, words, tags in (
        ("Work", "Questions for the read-through", "Who owns chapter two?\nAre the figures net of tax?", ["report"]),
        ("Work", "Harbour portal, ideas", "A berth map for offline use.\nTariffs as a download.", ["portal", "ideas"]),
        ("Kitchen", "Cardamom buns", "500 g flour, 75 g butter, 3 dl milk. 225 degrees, 8 minutes.", ["recipe"]),
        ("Inbox", "Packing list", "Charger, boots, the grey notebook.", []),
    ):  # fmt: skip
        box.add("note", title=title, text=words, notebook=book, tags=tags, updated=box.now(-2))


_NOTE = identity("Id of the note.")

NOTES = Connector(
    name="notes",
    title="Notes",
    summary="A notebook: write, find, tag and sort notes.",
    scopes=("Read all notebooks and notes", "Write, change and move notes", "Delete notes"),
    suggested_accounts=("ines", "shared-notes"),
    seed=_seed,
    guidance="A note is changed by its id, which finding or listing gives.",
    finders={"note_id": "NOTES_FIND_NOTE", "notebook": "NOTES_LIST_NOTEBOOKS"},
    tools=(
        ProviderTool("NOTES_LIST_NOTEBOOKS", "List the notebooks and how full they are.", schema(), _list_notebooks),
        ProviderTool(
            "NOTES_CREATE_NOTEBOOK", "Create a notebook.", schema("name", name=text("Name.", 100)), _create_notebook
        ),
        ProviderTool(
            "NOTES_CREATE_NOTE",
            "Write a new note.",
            schema(
                "title",
                title=text("Title.", 300),
                text=body("The text."),
                notebook=text("Notebook; Inbox unless told.", 100),
                tags=texts("Tags."),
            ),
            _create,
        ),
        ProviderTool("NOTES_GET_NOTE", "Read one note in full.", schema("note_id", note_id=_NOTE), _get),
        ProviderTool(
            "NOTES_LIST_NOTES",
            "List notes of a notebook or with a tag.",
            schema(notebook=text("Notebook.", 100), tag=text("Tag.", 100), limit=limit()),
            _list,
        ),
        ProviderTool(
            "NOTES_FIND_NOTE",
            "Find notes by words in their title, text or tags.",
            schema("query", query=text("Words."), limit=limit()),
            _find,
        ),
        ProviderTool(
            "FIND_NOTE",
            "Find notes by their exact title, as earlier versions of this service did.",
            schema("title", title=text("The title.", 300)),
            _find_by_title,
            "NOTES_FIND_NOTE looks into the texts as well.",
        ),
        ProviderTool(
            "NOTES_UPDATE_NOTE",
            "Replace title or text of a note.",
            schema("note_id", note_id=_NOTE, title=text("Title.", 300), text=body("The text.")),
            _update,
            "The whole text is replaced; NOTES_APPEND_TO_NOTE adds to it.",
        ),
        ProviderTool(
            "NOTES_APPEND_TO_NOTE",
            "Add lines to the end of a note.",
            schema("note_id text", note_id=_NOTE, text=text("What is added.", 100_000)),
            _append,
        ),
        ProviderTool(
            "NOTES_MOVE_NOTE",
            "Move a note into another notebook.",
            schema("note_id notebook", note_id=_NOTE, notebook=text("Notebook.", 100)),
            _move,
        ),
        ProviderTool(
            "NOTES_TAG_NOTE", "Tag a note.", schema("note_id tags", note_id=_NOTE, tags=texts("Tags.", 1)), _tag
        ),
        ProviderTool(
            "NOTES_DELETE_NOTE",
            "Delete a note for good.",
            schema("note_id", note_id=_NOTE),
            _delete,
            "There is no trash to bring it back from.",
        ),
    ),
)

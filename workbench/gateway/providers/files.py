"""Files: folders, text files and shares of one drive."""

import base64
import binascii
from typing import Any, Final

from workbench.gateway.errors import provider_error
from workbench.gateway.providers.kit import (
    Arguments,
    Connector,
    ProviderTool,
    addresses,
    body,
    choice,
    limit,
    listed,
    schema,
    text,
    words_in,
)
from workbench.gateway.store.records import Box, Record

QUOTA: Final = 5_000_000
"""Bytes that a drive holds."""


def _clean(path: str) -> str:
    """A path as it is kept: absolute, without empty parts; a part that climbs is refused."""
    parts = [part for part in path.split("/") if part]
    if any(part in (".", "..") or len(part) > 200 for part in parts) or len(parts) > 30:
        raise provider_error("A path has no parts such as `..`, none longer than 200 characters, and 30 at most.")
    return "/" + "/".join(parts)


def _entry(box: Box, path: str) -> Record | None:
    return next(iter(box.all("entry", lambda entry: entry["path"] == path)), None)


def _existing(box: Box, path: str, kind: str = "") -> Record:
    entry = _entry(box, _clean(path))
    if entry is None:
        raise provider_error(f"There is nothing at {path[:120]!r}.", "FILES_LIST_FOLDER shows what there is.")
    if kind and entry["type"] != kind:
        raise provider_error(f"{entry['path']} is not a {kind}.")
    return entry


def _new_path(box: Box, path: str) -> str:
    """A path at which nothing is yet, in a folder that exists."""
    cleaned = _clean(path)
    folder = cleaned.rpartition("/")[0]
    if cleaned == "/" or _entry(box, cleaned):
        raise provider_error(f"There is something at {cleaned} already.")
    if folder:
        _existing(box, folder, "folder")
    return cleaned


def _brief(entry: Record) -> Record:
    return {key: value for key, value in entry.items() if key != "content"}


def _list(box: Box, arguments: Arguments) -> dict[str, Any]:
    path = _clean(arguments.get("path", "/"))
    if path != "/":
        _existing(box, path, "folder")
    found = box.all("entry", lambda entry: entry["path"].rpartition("/")[0] == path.rstrip("/"))
    return listed("entries", sorted(map(_brief, found), key=lambda entry: str(entry["path"])), arguments, 50)


def _info(box: Box, arguments: Arguments) -> dict[str, Any]:
    entry = _existing(box, arguments["path"])
    return {"entry": _brief(entry), "shares": box.all("share", lambda share: share["path"] == entry["path"])}


def _create_folder(box: Box, arguments: Arguments) -> dict[str, Any]:
    path = _new_path(box, arguments["path"])
    return {"entry": box.add("entry", path=path, type="folder", size=0, modified=box.now())}


def _upload(box: Box, arguments: Arguments) -> dict[str, Any]:
    content = arguments["content"]
    if arguments.get("encoding") == "base64":
        try:
            base64.b64decode(content, validate=True)
        except (binascii.Error, ValueError):
            raise provider_error("The content is not base64.") from None
    size = len(content.encode("utf-8", "surrogatepass"))
    if _used(box) + size > QUOTA:
        raise provider_error("The drive is full.", "FILES_DELETE_ENTRY makes room.")
    values = {"content": content, "encoding": arguments.get("encoding", "text"), "size": size, "modified": box.now()}
    before = _entry(box, _clean(arguments["path"]))
    if before and before["type"] == "file" and arguments.get("overwrite"):
        return {"entry": _brief(box.change("entry", before["id"], **values))}
    return {"entry": _brief(box.add("entry", path=_new_path(box, arguments["path"]), type="file", **values))}


def _download(box: Box, arguments: Arguments) -> dict[str, Any]:
    entry = _existing(box, arguments["path"], "file")
    return {"path": entry["path"], "encoding": entry["encoding"], "content": entry["content"]}


def _search(box: Box, arguments: Arguments) -> dict[str, Any]:
    query = arguments["query"]
    found = box.all("entry", lambda entry: words_in(query, entry["path"], entry.get("content", "")))
    return listed("entries", [_brief(entry) for entry in found], arguments)


def _move(box: Box, arguments: Arguments) -> dict[str, Any]:
    entry = _existing(box, arguments["path"])
    before, after = entry["path"], _new_path(box, arguments["to"])
    if after.startswith(before + "/"):
        raise provider_error("A folder cannot be moved into itself.")
    for inner in box.all("entry", lambda other: other["path"].startswith(before + "/")):
        box.change("entry", inner["id"], path=after + inner["path"][len(before) :])
    for share in box.all("share", lambda share: (share["path"] + "/").startswith(before + "/")):
        box.change("share", share["id"], path=after + share["path"][len(before) :])
    return {"entry": _brief(box.change("entry", entry["id"], path=after, modified=box.now()))}


def _copy(box: Box, arguments: Arguments) -> dict[str, Any]:
    entry = _existing(box, arguments["path"], "file")
    copied = {key: value for key, value in entry.items() if key != "id"}
    return _upload(box, {**copied, "path": arguments["to"]})


def _delete(box: Box, arguments: Arguments) -> dict[str, Any]:
    entry = _existing(box, arguments["path"])
    inner = box.all("entry", lambda other: other["path"].startswith(entry["path"] + "/"))
    if inner and not arguments.get("recursive"):
        raise provider_error("The folder is not empty.", "Set `recursive` to delete it with what is in it.")
    gone = {other["path"] for other in (entry, *inner)}
    for other in (entry, *inner):
        box.delete("entry", other["id"])
    for share in box.all("share", lambda share: share["path"] in gone):
        box.delete("share", share["id"])
    return {"deleted": sorted(gone)}


def _share(box: Box, arguments: Arguments) -> dict[str, Any]:
    path = _existing(box, arguments["path"])["path"]
    made = box.add("share", path=path, people=arguments["people"], may=arguments.get("may", "read"), since=box.now())
    return {"share": made}


def _shares(box: Box, arguments: Arguments) -> dict[str, Any]:
    return listed("shares", box.all("share"), arguments, 50)


def _unshare(box: Box, arguments: Arguments) -> dict[str, Any]:
    return {"ended": box.delete("share", arguments["share_id"])["id"]}


def _used(box: Box) -> int:
    return sum(entry["size"] for entry in box.all("entry"))


def _quota(box: Box, _: Arguments) -> dict[str, Any]:
    used = _used(box)
    return {"used": used, "free": QUOTA - used, "total": QUOTA}


def _seed(box: Box) -> None:
    for path in ("/Reports", "/Invoices", "/Photos"):
        box.add("entry", path=path, type="folder", size=0, modified=box.now(-9))
    for path, content in (
        ("/Reports/quarterly-draft.md", "# Quarterly report\n\n1. Traffic\n2. Tariffs\n3. Outlook\n"),
        ("/Reports/figures.csv", "month,ships,tonnes\nApril,212,90410\nMay,231,97022\n"),
        ("/Invoices/northwind-2041.txt", "Invoice 2041\nHosting, May\n84.20 EUR\n"),
        ("/readme.txt", "Shared drive of the harbour office.\n"),
    ):
        box.add(
            "entry", path=path, type="file", content=content, encoding="text", size=len(content), modified=box.now(-3)
        )
    box.add("share", path="/Reports", people=["mara.okafor@harbour.example"], may="write", since=box.now(-8))


_PATH = text("Path from the top of the drive, such as /Reports/figures.csv.", 2_000)
_TO = text("The path it gets, with its name.", 2_000)

FILES = Connector(
    name="files",
    title="Files",
    summary="A drive: folders and files, found, read, written and shared.",
    scopes=("See and read every file", "Create, change, move and delete files", "Share files with other people"),
    suggested_accounts=("ines@harbour.example", "archive@harbour.example"),
    seed=_seed,
    guidance="Files go by their full path. List the folder first where the path is not certain.",
    finders={"path": "FILES_LIST_FOLDER", "share_id": "FILES_LIST_SHARES"},
    tools=(
        ProviderTool(
            "FILES_LIST_FOLDER",
            "List the files and folders in a folder of the drive.",
            schema(path=text("The folder; the top unless told.", 2_000), limit=limit(50)),
            _list,
        ),
        ProviderTool("FILES_GET_INFO", "Show size, date and shares of a file.", schema("path", path=_PATH), _info),
        ProviderTool("FILES_CREATE_FOLDER", "Create a folder.", schema("path", path=_PATH), _create_folder),
        ProviderTool(
            "FILES_UPLOAD_FILE",
            "Upload a file: write text or base64 content to a path.",
            schema(
                "path content",
                path=_PATH,
                content=body("What is in the file."),
                encoding=choice("How the content is written.", "text", "base64"),
                overwrite={"type": "boolean", "description": "Replace what is there.", "default": False},
            ),
            _upload,
            "Its folder has to exist.",
        ),
        ProviderTool(
            "FILES_DOWNLOAD_FILE", "Download a file: read its content.", schema("path", path=_PATH), _download
        ),
        ProviderTool(
            "FILES_SEARCH_FILES",
            "Search files by words in path or content.",
            schema("query", query=text("Words."), limit=limit()),
            _search,
        ),
        ProviderTool(
            "FILES_MOVE_ENTRY", "Move or rename a file or folder.", schema("path to", path=_PATH, to=_TO), _move
        ),
        ProviderTool("FILES_COPY_FILE", "Copy a file.", schema("path to", path=_PATH, to=_TO), _copy),
        ProviderTool(
            "FILES_DELETE_ENTRY",
            "Delete a file or folder for good.",
            schema(
                "path",
                path=_PATH,
                recursive={"type": "boolean", "description": "With everything in it.", "default": False},
            ),
            _delete,
            "Nothing brings it back.",
        ),
        ProviderTool(
            "FILES_SHARE_ENTRY",
            "Share a file or folder with people.",
            schema(
                "path people",
                path=_PATH,
                people=addresses("With whom.", 1),
                may=choice("What they may.", "read", "write"),
            ),
            _share,
        ),
        ProviderTool("FILES_LIST_SHARES", "List what is shared with whom.", schema(limit=limit(50)), _shares),
        ProviderTool(
            "FILES_END_SHARE", "Stop sharing.", schema("share_id", share_id=text("Id of the share.", 120)), _unshare
        ),
        ProviderTool("STORAGE_QUOTA", "Tell how much of the drive is used.", schema(), _quota),
    ),
)

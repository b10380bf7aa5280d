"""Snapshots: the answer of `tools/list` kept in a file, to search and describe without a server."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from workbench.model import Annotations, Json, RawTool, Report, ServerUnreachable
from workbench.servers.depth import cut_deep_text
from workbench.servers.reading import read_tools
from workbench.text import clip, one_line, plain

_GZIP_MAGIC: Final = b"\x1f\x8b"
_LARGEST: Final = 512_000_000

Entry = tuple[str, tuple[RawTool, ...], tuple[Report, ...]]
"""A server's name, its usable tools, and what was wrong in the file."""


def read_snapshot(path: Path) -> list[Entry]:
    """The servers in a snapshot file with their tools, in the order of first appearance.

    The file holds `{"server": name, "tools": [...]}`, a bare list of tools, or `{"result": {"tools": [...]}}`; a tool
    may name its own `server`. It may be compressed, whatever its name ends in. A server without a name gets the file's.
    Raises ServerUnreachable, naming the file, what is wrong with it and what to do.
    """
    document = _decoded(path)
    if isinstance(document, dict) and isinstance(document.get("result"), dict):
        document = document["result"]
    owner = document.get("server") if isinstance(document, dict) else None
    items = document.get("tools") if isinstance(document, dict) else document
    if not isinstance(items, list):
        raise ServerUnreachable(
            f"{path} holds no list of tools",
            'it should read {"server": "name", "tools": [...]}, as `snapshot` writes it',
        )
    name = plain(owner) or path.name.split(".")[0]
    groups: dict[str, list[Json]] = {}
    for item in items:
        own = item.get("server") if isinstance(item, dict) else None
        groups.setdefault(plain(own) or name, []).append(item)
    return [(server, *read_tools(group, server)) for server, group in (groups or {name: []}).items()]


def snapshot_json(name: str, tools: Sequence[RawTool]) -> dict[str, Any]:
    """The snapshot of a server's tools, with MCP's own keys; absent parts are left out."""
    return {"server": name, "tools": [_tool_json(tool) for tool in tools]}


def _tool_json(tool: RawTool) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": tool.name}
    if tool.title:
        entry["title"] = tool.title
    entry |= {"description": tool.description, "inputSchema": tool.input_schema}
    if tool.output_schema is not None:
        entry["outputSchema"] = tool.output_schema
    if annotations := _annotations_json(tool.annotations):
        entry["annotations"] = annotations
    return entry


def _annotations_json(annotations: Annotations) -> dict[str, Any]:
    given = {
        "title": annotations.title or None,
        "readOnlyHint": annotations.read_only,
        "destructiveHint": annotations.destructive,
        "idempotentHint": annotations.idempotent,
        "openWorldHint": annotations.open_world,
    }
    return {key: value for key, value in given.items() if value is not None}


def _decoded(path: Path) -> Json:
    try:
        data = path.read_bytes()
        if data.startswith(_GZIP_MAGIC):
            with gzip.open(path) as stream:
                data = stream.read(_LARGEST + 1)
    except FileNotFoundError:
        raise ServerUnreachable(f"{path} does not exist", "check the path") from None
    except (OSError, EOFError) as fault:
        reason = clip(one_line(getattr(fault, "strerror", None) or str(fault)), 200)
        raise ServerUnreachable(f"{path} cannot be read: {reason}", "check the file and its permissions") from None
    if len(data) > _LARGEST:
        raise ServerUnreachable(f"{path} is larger than {_LARGEST:,} bytes", "split the snapshot")
    text = data.decode("utf-8-sig", "replace")
    try:
        return _loads(text)
    except ValueError as fault:
        raise ServerUnreachable(f"{path} is not JSON: {clip(one_line(str(fault)), 200)}", "write it again") from None


def _loads(text: str) -> Json:
    try:
        return json.loads(text)
    except RecursionError:
        return json.loads(cut_deep_text(text))

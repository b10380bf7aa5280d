"""Servers of other clients: finds their files, reads them entry by entry, and adds them to a configuration.

`find` gives a client's files, `read_client_config` the entries of one, `plan_merge` what would be added to a YAML file
and `merge_into` adds it. Nothing here starts a server.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from workbench.model import Json, Report
from workbench.servers.importing_entries import ClientEntry, Reader
from workbench.servers.importing_json import ClientFileError, JsonObject, read_json
from workbench.servers.importing_merge import MergePlan, merge_into, plan_merge
from workbench.servers.importing_places import CLIENTS, Client, find, places, project_of
from workbench.servers.importing_yaml import MergeRefused
from workbench.text import one_line

__all__ = [
    "CLIENTS",
    "Client",
    "ClientEntry",
    "ClientFileError",
    "MergePlan",
    "MergeRefused",
    "find",
    "merge_into",
    "places",
    "plan_merge",
    "read_client_config",
]

_BLOCKS: Final = ("mcpServers", "servers", "mcp_servers")


def read_client_config(path: Path, *, home: Path | None = None) -> tuple[tuple[ClientEntry, ...], tuple[Report, ...]]:
    """The servers of one file of Claude Desktop, Claude Code, Cursor or VS Code, good ones whatever the others are.

    Comments and trailing commas are accepted. `${NAME}` and `${NAME:-default}` count as references in every client's
    file, `${env:NAME}` and `${input:id}` are rewritten to that form. Of two servers with one name the first stands.
    Raises ClientFileError when the file cannot be read as a whole or holds no servers.
    """
    home = Path.home() if home is None else home
    content = read_json(path)
    entries: dict[str, ClientEntry] = {}
    reports: list[Report] = []
    blocks = list(_blocks(content, str(path), project_of(path, home), home))
    if not blocks:
        raise ClientFileError(str(path), "the file holds no servers", "It needs an object mcpServers or servers.")
    for block, reader in blocks:
        for name, raw in block.items():
            entry = reader.read(name, raw)
            if entry is None:
                continue
            known = entries.get(entry.name)
            if known is None:
                entries[entry.name] = entry
            elif replace(known, where=entry.where) != entry:
                reader.note(
                    name, "another server has the same name", f"the one of {known.where}", "Rename one.", "error"
                )
        for name in block.repeated if isinstance(block, JsonObject) else ():
            reader.note(name, "another server has the same name", "the first one", "Rename one.", "error")
        reports += reader.reports
    return tuple(entries.values()), tuple(reports)


def _blocks(content: Json, where: str, project: Path | None, home: Path) -> Iterator[tuple[Mapping[str, Json], Reader]]:
    """Every object of servers in the file, with the reader that knows its place, inputs and project."""
    if not isinstance(content, dict):
        return
    scopes = [(content, "")] + [(content[key], key) for key in ("mcp",) if isinstance(content.get(key), dict)]
    for scope, prefix in scopes:
        inputs = _inputs(scope.get("inputs"))
        for key in _BLOCKS:
            if isinstance(scope.get(key), dict):
                place = f"{where}: {prefix}.{key}" if prefix else f"{where}: {key}"
                yield scope[key], Reader(place, inputs, project, home)
    projects = content.get("projects")
    for folder, settings in projects.items() if isinstance(projects, dict) else ():
        servers = settings.get("mcpServers") if isinstance(settings, dict) else None
        if isinstance(servers, dict) and servers:
            yield servers, Reader(f"{where}: project {one_line(folder)}", {}, Path(folder), home)


def _inputs(raw: Json) -> dict[str, Mapping[str, Json]]:
    """VS Code's questions by id; odd ones are left out."""
    items = raw if isinstance(raw, list) else []
    return {item["id"]: item for item in items if isinstance(item, dict) and isinstance(item.get("id"), str)}

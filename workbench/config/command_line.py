"""Servers named on the command line: `--server NAME=COMMAND-OR-URL` and `--snapshot PATH`."""

import os
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from workbench.config.entry import Entry, EntryFault
from workbench.config.errors import ConfigError
from workbench.config.expand import Expansion
from workbench.config.names import MAX_NAME, name_fault
from workbench.config.tree import Located
from workbench.settings import ServerSpec
from workbench.text import one_line, plain

_SCHEME: Final = re.compile(r"(?i)([a-z][a-z0-9+.-]*)://")
_SNAPSHOTS: Final = (".json", ".json.gz")


def command_line_servers(
    servers: Sequence[str], snapshots: Sequence[Path], cwd: Path, environ: Mapping[str, str]
) -> tuple[ServerSpec, ...]:
    """The servers of the options in their order, those of `--snapshot` last. Raises ConfigError."""
    found: list[ServerSpec] = []
    for text in servers:
        name, equals, target = text.partition("=")
        if not equals:
            raise ConfigError("--server", "there is no `=`", "Write --server NAME=COMMAND or --server NAME=URL.")
        found.append(server_spec_from_text(name, target, environ=environ, cwd=cwd))
    taken = {spec.name for spec in found}
    for path in snapshots:
        for file in snapshot_files(cwd / path):
            name = _unique(_stem(file), taken)
            taken.add(name)
            found.append(ServerSpec(name, snapshot=str(file)))
    return tuple(found)


def server_spec_from_text(
    name: str, text: str, *, environ: Mapping[str, str] | None = None, cwd: Path | None = None
) -> ServerSpec:
    """One `NAME=COMMAND-OR-URL`: an http(s) address, or a command line that is split as a shell does.

    Variables are expanded as in the file, so a secret can stay out of the shell's history. Raises ConfigError, which
    quotes no part of the text but the name.
    """
    name = name.strip()
    where = f"--server {one_line(name)}"
    problem, advice = name_fault(name)
    if problem:
        raise ConfigError(where, problem, advice)
    expansion = Expansion(os.environ if environ is None else environ)
    scheme = _SCHEME.match(text.strip())
    if scheme and scheme[1].lower() not in ("http", "https"):
        raise ConfigError(where, f"the scheme {scheme[1]} cannot be used", "Use http, https or a command.")
    try:
        if scheme:
            entry = Entry(Located({"url": Located(text, 1, text)}, 1), Path(), expansion)
            spec = ServerSpec(name, url=entry.url())
        else:
            entry = Entry(_command_node(where, text), Path(), expansion)
            command = entry.checked("command", expansion.path(entry.text("command")))
            spec = ServerSpec(name, command=command, args=entry.args(), cwd=str(cwd) if cwd else "")
        entry.unset_variables()
    except EntryFault as fault:
        raise ConfigError(where, str(fault), fault.advice) from None
    return ServerSpec(
        spec.name, command=spec.command, args=spec.args, cwd=spec.cwd, url=spec.url, variables=dict(expansion.used)
    )


def snapshot_files(path: Path) -> tuple[Path, ...]:
    """The snapshot itself, or those of a folder (`*.json` and `*.json.gz` but no `*.manifest.json`) by name.

    Raises ConfigError for a path that does not exist and a folder that holds none.
    """
    where = f"--snapshot {plain(str(path))}"
    try:
        if not path.is_dir():
            if path.exists():
                return (path,)
            raise ConfigError(where, "there is no such file or folder", "Check the path.")
        files = sorted(file for file in path.iterdir() if _is_snapshot(file))
    except (OSError, ValueError):
        raise ConfigError(where, "the path cannot be read", "Check its permissions.") from None
    if not files:
        raise ConfigError(where, "the folder holds no *.json or *.json.gz", "Name a folder with snapshots.")
    return tuple(files)


def _is_snapshot(file: Path) -> bool:
    name = file.name.lower()
    return name.endswith(_SNAPSHOTS) and not name.endswith(".manifest.json") and name[0] != "." and file.is_file()


def _command_node(where: str, text: str) -> Located:
    try:
        words = shlex.split(text.replace("\\", "\\\\") if os.name == "nt" else text)
    except ValueError:
        raise ConfigError(where, "a quote is not closed", "Close it, or quote the whole option once more.") from None
    if not words or not words[0].strip():
        raise ConfigError(where, "there is no command and no URL", "Write --server NAME=COMMAND or --server NAME=URL.")
    args = [Located(word, 1, word) for word in words[1:]]
    return Located({"command": Located(words[0], 1, words[0]), "args": Located(args, 1)}, 1)


def _stem(file: Path) -> str:
    name = file.name
    for ending in (".gz", ".json"):
        if name.lower().endswith(ending):
            name = name[: -len(ending)]
    return one_line(name)[:MAX_NAME] or "snapshot"


def _unique(name: str, taken: set[str]) -> str:
    if name_fault(name)[0]:
        name = f"{name[: MAX_NAME - 9]}-snapshot"
    candidate, number = name, 2
    while candidate in taken:
        candidate, number = f"{name[: MAX_NAME - 6]}-{number}", number + 1
    return candidate

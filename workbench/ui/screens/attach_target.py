"""From what was typed into the attach dialog to a server, or to the faults at its fields."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from workbench.config import ConfigError, server_spec_from_text
from workbench.config.names import name_fault
from workbench.settings import ServerSpec
from workbench.text import one_line

_SNAPSHOT: Final = re.compile(r"\.json(\.gz)?$", re.IGNORECASE)
_DULL: Final = {"npx", "uvx", "uv", "run", "node", "python", "python3", "docker", "www", "mcp", "api", "com", "server"}


@dataclass(frozen=True, slots=True)
class Faults:
    """Why a server cannot be attached, for each of the two fields."""

    target: str = ""
    name: str = ""


def read_target(
    name: str, target: str, *, taken: Collection[str], cwd: Path, environ: Mapping[str, str]
) -> ServerSpec | Faults:
    """The server that `target` (command line, address or snapshot file) stands for, under `name`."""
    name, target = name.strip(), target.strip()
    fault = _name_fault(name, taken)
    if not target:
        return Faults("Type a command line, an address (https://…) or the path of a snapshot file.", fault)
    if fault:
        return Faults(name=fault)
    if "://" not in target and _SNAPSHOT.search(target):
        path = _path(cwd, target)
        if path.is_file():
            return ServerSpec(name, snapshot=str(path))
        if len(target.split()) == 1:
            return Faults(f"There is no file {one_line(str(path))}.")
    try:
        return server_spec_from_text(name, target, environ=environ, cwd=cwd)
    except ConfigError as error:
        # Advice that speaks of command-line options has no place beside a field.
        advice = "" if "--" in error.advice or "option" in error.advice else f". {error.advice}"
        return Faults(one_line(error.problem[:1].upper() + error.problem[1:] + advice))


def _path(cwd: Path, text: str) -> Path:
    try:
        return cwd / Path(text).expanduser()
    except RuntimeError:
        return cwd / text


def _name_fault(name: str, taken: Collection[str]) -> str:
    if not name:
        return "Give it a name; the model sees it in front of every tool."
    problem, advice = name_fault(name)
    if problem:
        return one_line(f"{problem[:1].upper()}{problem[1:]}. {advice}")
    return f"A server called {one_line(name)} is attached already." if name in taken else ""


def suggest_name(target: str) -> str:
    """A short name from what a target is called: `everything` from `npx -y @modelcontextprotocol/server-everything`."""
    target = target.strip()
    if "://" in target:
        words = host_of(target).split(".")
        telling = [word for word in words[:-1] or words if word not in _DULL and not word.isdecimal()]
        return next((word for word in reversed(telling) if word), "server")
    snapshot = _SNAPSHOT.search(target) and " -" not in target
    parts = [target] if snapshot else [part for part in target.split() if not part.startswith("-")]
    telling = [part for part in parts if Path(part).name.lower() not in _DULL]
    stem = Path(telling[0]).name if telling else ""
    stem = re.sub(r"(\.json|\.gz|\.py|\.js|\.ts|@[\w.]+)+$", "", stem)
    stem = re.sub(r"^(mcp[-_])?(server[-_])?|([-_]mcp)?([-_]server)?$", "", stem)
    return re.sub(r"[^\w-]+", "-", stem).strip("-")


def host_of(address: str) -> str:
    """The host of an address, empty where it has none that can be read."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""

"""Where other clients keep their servers, by platform."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

Client: TypeAlias = Literal["claude", "cursor", "vscode"]

CLIENTS: Final[tuple[Client, ...]] = ("claude", "cursor", "vscode")

_VSCODE: Final = ("Code", "Code - Insiders", "VSCodium")


def find(client: Client, *, home: Path, platform: str, environ: Mapping[str, str], cwd: Path) -> list[Path]:
    """The files of a client that are there, those of the current project first.

    `platform` is `sys.platform`. An unknown client is a ValueError that lists the known ones.
    """
    return [path for path in places(client, home=home, platform=platform, environ=environ, cwd=cwd) if _is_file(path)]


def places(client: Client, *, home: Path, platform: str, environ: Mapping[str, str], cwd: Path) -> list[Path]:
    """Every place where the client looks, whether or not a file is there."""
    folder = _application_folder(home, platform, environ)
    if client == "claude":
        own = Path(environ.get("CLAUDE_CONFIG_DIR") or home) / ".claude.json"
        return [cwd / ".mcp.json", own, folder / "Claude" / "claude_desktop_config.json"]
    if client == "cursor":
        return list(dict.fromkeys([cwd / ".cursor" / "mcp.json", home / ".cursor" / "mcp.json"]))
    if client == "vscode":
        users = [folder / name / "User" for name in _VSCODE]
        return [parent / name for parent in (cwd / ".vscode", *users) for name in ("mcp.json", "settings.json")]
    raise ValueError(f"There is no client {client!r}; there are {', '.join(CLIENTS)}.")


def project_of(path: Path, home: Path) -> Path | None:
    """The project that a client's file belongs to, None for a file of the user as a whole."""
    folder = path.parent
    if folder.name in (".vscode", ".cursor"):
        project = folder.parent
        return None if project == home else project
    return folder if path.name == ".mcp.json" else None


def _application_folder(home: Path, platform: str, environ: Mapping[str, str]) -> Path:
    if platform == "darwin":
        return home / "Library" / "Application Support"
    if platform == "win32":
        return Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
    return Path(environ.get("XDG_CONFIG_HOME") or home / ".config")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False

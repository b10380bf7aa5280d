"""Which names a server may have."""

from typing import Final

from workbench.settings import RESERVED_SERVER_NAMES
from workbench.text import plain

MAX_NAME: Final = 100


def name_fault(name: str) -> tuple[str, str]:
    """Why a server cannot have this name and what to do; two empty texts when it can."""
    if not plain(name).strip():
        return "a server has no name", "Give it one."
    if plain(name) != name or "\n" in name or "\t" in name:
        return "the name of a server holds control characters", "Type it anew."
    if len(name) > MAX_NAME:
        return f"the name of a server is longer than {MAX_NAME} characters", "Shorten it."
    if name.strip().casefold().replace("-", "_") in RESERVED_SERVER_NAMES:
        return "the name is reserved", f"Call the server something else, such as {name.strip()}-server."
    return "", ""

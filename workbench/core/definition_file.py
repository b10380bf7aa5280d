"""`core_tools: FILE`: another agent's definitions, read from JSON."""

import json
from pathlib import Path
from typing import Final

from workbench.disclosure.core_tools import read_definitions
from workbench.model import Report, Tool
from workbench.text import one_line

MAX_BYTES: Final = 8_000_000


def load_definitions(path: Path) -> tuple[tuple[Tool, ...], tuple[Report, ...]]:
    """The core tools of a file; a file that cannot be read gives none and a report. Blocks; never raises."""
    where = one_line(str(path))
    try:
        if not path.is_file():
            return (), (_refused(where, "there is no such file", "Check the path of core_tools."),)
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "its name"
        return (), (_refused(where, f"the file cannot be read ({reason})", "Check its permissions."),)
    if len(data) > MAX_BYTES:
        return (), (_refused(where, f"the file is larger than {MAX_BYTES:,} bytes", "Is it the right file?"),)
    try:
        raw = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return (), (_refused(where, "the file is not UTF-8 text", "Save it as UTF-8."),)
    except json.JSONDecodeError as fault:
        where = f"{where}:{fault.lineno}:{fault.colno}"
        return (), (_refused(where, "the file is not JSON", "Mend this place."),)
    except (RecursionError, ValueError):
        return (), (_refused(where, "the file cannot be read as JSON", "Is it the right file?"),)
    return read_definitions(raw, where)


def _refused(where: str, problem: str, advice: str) -> Report:
    return Report(where, "core_tools", problem, used="no core tools", advice=advice, severity="error")

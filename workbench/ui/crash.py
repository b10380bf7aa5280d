"""What is said and kept when the program fails: the error, its way through the code, and never the values it held."""

import traceback
from collections.abc import Iterable
from pathlib import Path

from workbench.masking import mask_text
from workbench.text import clip, one_line, plain


def crash_text(error: BaseException, secrets: Iterable[str]) -> tuple[str, str]:
    """One line for the terminal, and the traceback without locals for the log; both masked and safe to print."""
    kept = frozenset(secrets)
    line = f"{type(error).__name__}: {clip(one_line(mask_text(str(error), kept)), 500)}".removesuffix(": ")
    report = traceback.TracebackException.from_exception(error, capture_locals=False)
    return line, plain(mask_text("".join(report.format()), kept))


def keep(report: str, folder: Path) -> Path | None:
    """Writes the report to `crash.log` for its owner only; None where that cannot be done."""
    path = folder / "crash.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
        path.write_text(report, encoding="utf-8")
    except OSError:
        return None
    return path

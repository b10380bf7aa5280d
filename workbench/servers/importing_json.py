"""JSON as other clients' files have it: with comments, trailing commas, a byte order mark, repeated keys."""

import json
import re
from pathlib import Path
from typing import Final

from workbench.model import Json

MAX_BYTES: Final = 100_000_000
"""Some clients keep their whole history beside their servers."""

_TEXT: Final = r'"(?:[^"\\]|\\.)*+"?'
_COMMENT: Final = re.compile(rf"{_TEXT}|//[^\r\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_TRAILING_COMMA: Final = re.compile(rf"{_TEXT}|,(?=\s*[}}\]])", re.DOTALL)
_NOT_LINE_BREAK: Final = re.compile(r"[^\r\n]")


class ClientFileError(Exception):
    """A client's file that cannot be read as a whole: where, what is wrong, what to do. Quotes none of its values."""

    def __init__(self, where: str, problem: str, advice: str = "") -> None:
        super().__init__(f"{where}: {problem}" + (f". {advice}" if advice else ""))
        self.where = where
        self.problem = problem
        self.advice = advice


class JsonObject(dict[str, Json]):
    """An object of the file; of a repeated key the first value stands, and `repeated` names the key."""

    def __init__(self) -> None:
        super().__init__()
        self.repeated: list[str] = []


def read_json(path: Path) -> Json:
    """The content of a JSON file with comments and trailing commas allowed. Raises ClientFileError."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be opened"
        raise ClientFileError(str(path), f"the file cannot be read ({reason})", "Check the path.") from None
    if len(data) > MAX_BYTES:
        raise ClientFileError(str(path), f"the file is larger than {MAX_BYTES:,} bytes", "Is it the right file?")
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        raise ClientFileError(str(path), "the file is not UTF-8 text", "Save it as UTF-8.") from None
    return parse_json(text, str(path))


def parse_json(text: str, where: str) -> Json:
    """The value of a JSON text with comments and trailing commas. Raises ClientFileError with line and column."""
    try:
        return _loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return _loads(without_comments(text)) if text.strip() else {}
    except json.JSONDecodeError as error:
        at = f"{where}:{error.lineno}:{error.colno}"
        raise ClientFileError(at, f"the file is not JSON: {error.msg.lower()}", "Mend this line.") from None
    except ValueError:
        raise ClientFileError(where, "a number in the file is too long", "Is it the right file?") from None
    except RecursionError:
        raise ClientFileError(where, "the file nests too deeply", "Is it the right file?") from None


def without_comments(text: str) -> str:
    """The text with comments and trailing commas made blanks, so that every other character keeps its place."""
    bare = _COMMENT.sub(lambda match: match[0] if match[0][0] == '"' else _NOT_LINE_BREAK.sub(" ", match[0]), text)
    return _TRAILING_COMMA.sub(lambda match: match[0] if match[0][0] == '"' else " ", bare)


def _loads(text: str) -> Json:
    return json.loads(text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Json]]) -> JsonObject:
    found = JsonObject()
    for key, value in pairs:
        if key in found:
            found.repeated.append(key)
        else:
            found[key] = value
    return found

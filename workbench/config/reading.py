"""Reads single values of the file: always a usable one, with a report where it is not what was written (spec 1.1)."""

import difflib
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeVar

from workbench.config.tree import Located, Unreadable
from workbench.model import Report
from workbench.settings import Switch
from workbench.text import clip, one_line, plain

Choice = TypeVar("Choice", bound=str)

TRUE_WORDS: Final = frozenset({"true", "yes", "on", "1"})
FALSE_WORDS: Final = frozenset({"false", "no", "off", "0"})
SWITCH_WORDS: Final[Mapping[str, Switch]] = {
    "auto": "auto",
    **dict.fromkeys(TRUE_WORDS, "on"),
    **dict.fromkeys(FALSE_WORDS, "off"),
}

_MAX_UNKNOWN: Final = 20
_SHOWN: Final = 80
_INTEGER: Final = re.compile(r"[+-]?[0-9][0-9_]{0,30}")


class Reading:
    """One file being read: where it is, what was reported, and where each value came from."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.reports: list[Report] = []
        self.origins: dict[str, str] = {}

    def where(self, line: int) -> str:
        """`FILE:LINE`."""
        return f"{self.file}:{line}"

    def report(
        self,
        key: str,
        problem: str,
        line: int,
        *,
        given: str = "",
        used: str = "",
        advice: str = "",
        severity: Literal["error", "warning", "note"] = "warning",
    ) -> None:
        """Adds a report. `given` must not be the value of a secret key."""
        self.reports.append(Report(self.where(line), one_line(key), problem, given, used, advice, severity))

    def complain(self, line: int, key: str, problem: str, used: str) -> None:
        """Adds a report about the shape of the file itself."""
        self.report(key, problem, line, used=used)

    def section(self, parent: Located, name: str, key: str, known: Iterable[str]) -> Located:
        """The mapping under `name`, empty where it is absent or no mapping; its unknown keys are reported."""
        node = parent.value.get(name) if isinstance(parent.value, dict) else None
        if node is None or node.value is None:
            return Located({}, parent.line)
        if not isinstance(node.value, dict):
            self.unreadable(key, node, "a mapping of settings", "the defaults")
            return Located({}, node.line)
        self.unknown_keys(node, key, known)
        return node

    def unknown_keys(
        self, node: Located, key: str, known: Iterable[str], hints: Mapping[str, str] | None = None
    ) -> None:
        """Reports the keys of a mapping that mean nothing, with a did-you-mean. Their values are never shown."""
        if not isinstance(node.value, dict):
            return
        names = tuple(known)
        unknown = [name for name in node.value if name not in names]
        for name in unknown[:_MAX_UNKNOWN]:
            self.report(
                dotted(key, name), "unknown key", node.line_of(name), used="nothing, it is ignored",
                advice=(hints or {}).get(name) or did_you_mean(name, names),
            )  # fmt: skip
        if len(unknown) > _MAX_UNKNOWN:
            more = f"{len(unknown) - _MAX_UNKNOWN} more unknown keys"
            self.report(key, more, node.line, used="nothing, they are ignored")

    def unreadable(self, key: str, node: Located, expected: str, used: str) -> None:
        """Reports a value that cannot be read as what the key expects."""
        self.report(key, f"cannot be read; expected {expected}", node.line, given=shown(node), used=used)

    def find(self, parent: Located, name: str, key: str) -> Located | None:
        """The node of a key that is present and not null; notes where the value comes from."""
        node = parent.value.get(name) if isinstance(parent.value, dict) else None
        if node is None or node.value is None:
            self.origins[key] = "default"
            return None
        self.origins[key] = self.where(parent.line_of(name))
        return node

    def switch(self, node: Located | None, key: str, default: Switch) -> Switch:
        """`auto`, `on` or `off` in any case, and the words for true and false."""
        if node is None:
            return default
        word = scalar_text(node)
        found = SWITCH_WORDS.get(word.strip().lower()) if word is not None else None
        if found is None:
            self.unreadable(key, node, "auto, on or off", default)
        return found or default

    def flag(self, node: Located | None, key: str, default: bool) -> bool:
        """A boolean, also as a word or as 0 and 1."""
        if node is None:
            return default
        word = (scalar_text(node) or "").strip().lower()
        if word not in TRUE_WORDS | FALSE_WORDS:
            self.unreadable(key, node, "true or false", str(default).lower())
            return default
        return word in TRUE_WORDS

    def whole(self, node: Located | None, key: str, default: int, low: int, high: int) -> int:
        """A whole number within bounds: rounded towards zero and clamped, with a report for either."""
        if node is None:
            return default
        number = number_of(node)
        if number is None:
            self.unreadable(key, node, f"a whole number from {low} to {high}", str(default))
            return default
        value = max(low, min(high, int(number)))
        if int(number) != number:
            self.report(key, "is not a whole number", node.line, given=shown(node), used=str(value))
        elif value != number:
            self.report(key, f"outside {low} to {high}", node.line, given=shown(node), used=str(value))
        return value

    def number(self, node: Located | None, key: str, default: float, low: float, high: float) -> float:
        """A finite number within bounds, clamped with a report."""
        if node is None:
            return default
        number = number_of(node)
        if number is None:
            self.unreadable(key, node, f"a number from {low:g} to {high:g}", f"{default:g}")
            return default
        value = float(max(low, min(high, number)))
        if value != number:
            self.report(key, f"outside {low:g} to {high:g}", node.line, given=shown(node), used=f"{value:g}")
        return value

    def text(self, node: Located | None, key: str, default: str = "") -> str:
        """A text; a number is taken as it was written."""
        if node is None:
            return default
        if not isinstance(node.value, str | int | float) or isinstance(node.value, bool):
            self.unreadable(key, node, "a text", f'"{default}"')
            return default
        value = clean(node.text)
        if value != node.text.strip():
            self.report(key, "holds control characters", node.line, used=clip(value, _SHOWN))
        return value

    def choice(self, node: Located | None, key: str, choices: Mapping[str, Choice], default: Choice) -> Choice:
        """One of a few words, in any case."""
        if node is None:
            return default
        found = choices.get((scalar_text(node) or "").strip().lower())
        if found is None:
            self.unreadable(key, node, "one of " + ", ".join(dict.fromkeys(choices.values())), str(default))
        return default if found is None else found

    def names(
        self, node: Located | None, key: str, default: tuple[str, ...] = (), *, scalar: bool = False
    ) -> tuple[str, ...]:
        """A list of names without repetition; with `scalar` a single text counts as a list of one."""
        if node is None:
            return default
        if scalar and isinstance(node.value, str) and clean(node.value):
            return (clean(node.value),)
        if not isinstance(node.value, list):
            self.unreadable(key, node, "a list of names, such as [first, second]", "the default, " + _listed(default))
            return default
        found: dict[str, None] = {}
        bad: list[Located] = []
        for item in node.value:
            written = scalar_text(item)
            name = clean(written or "")
            if name:
                found[name] = None
            if not name or name != (written or "").strip():
                bad.append(item)
        if bad:
            what = "an item is" if len(bad) == 1 else f"{len(bad)} items are"
            self.report(key, f"{what} no name", bad[0].line, given=shown(bad[0]), used=_listed(tuple(found)))
        return tuple(found)


def clean(text: str) -> str:
    """A name or path without control characters and outer white space; line breaks become blanks."""
    return plain(text).replace("\n", " ").strip()


def dotted(*parts: str) -> str:
    """A key as it is shown: its parts joined by dots."""
    return ".".join(one_line(part) for part in parts if part)


def did_you_mean(given: str, known: Sequence[str]) -> str:
    """`did you mean X?` for the nearest known name, or nothing."""
    folded = {_folded(name): name for name in known}
    near = difflib.get_close_matches(_folded(given[:60]), list(folded), n=1, cutoff=0.6)
    return f"did you mean {folded[near[0]]}?" if near else ""


def scalar_text(node: Located) -> str | None:
    """A text, number or boolean as it was written; None for everything else."""
    return node.text if isinstance(node.value, str | int | float) else None


def number_of(node: Located) -> int | float | None:
    """A finite number, also from a text that spells one; booleans are not numbers."""
    value = node.value
    if isinstance(value, str):
        value = _spelled(value.strip())
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isinstance(value, int) or math.isfinite(value) else None


def shown(node: Located) -> str:
    """What stood in the file, in a few characters: the text, or the kind of a nested value."""
    if isinstance(node.value, dict):
        return f"a mapping of {len(node.value)}"
    if isinstance(node.value, list):
        return f"a list of {len(node.value)}"
    if isinstance(node.value, Unreadable) and not node.text:
        return "a value with a tag"
    text = clip(one_line(node.text), _SHOWN)
    return f'"{text}"' if isinstance(node.value, str) else text or "nothing"


def _spelled(text: str) -> int | float | None:
    try:
        return int(text) if _INTEGER.fullmatch(text) else float(text[:_SHOWN])
    except ValueError:
        return None


def _folded(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _listed(names: Sequence[str]) -> str:
    return clip(f"[{', '.join(names)}]", _SHOWN)

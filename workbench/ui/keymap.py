"""From the keys that the configuration names to the keys that hold: known actions, real keys, none twice in an area."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from textual.keys import Keys

from workbench.model import Report
from workbench.ui.actions import ACTIONS, Action

_MODIFIER: Final = re.compile(r"^((?:ctrl|shift|alt)\+)*")
_NAMED: Final = frozenset(key.value for key in Keys if not key.value.startswith("<"))
SIGNS: Final = {
    "ctrl+": "^", "escape": "esc", "enter": "⏎", "up": "↑", "down": "↓", "left": "←", "right": "→", "slash": "/",
    "pageup": "pgup", "plus": "+", "minus": "-", "question_mark": "?",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Keymap:
    """`keys` by the id of their action, as Textual's keymap takes them; `reports` about what was refused."""

    keys: Mapping[str, str]
    reports: tuple[Report, ...]

    def of(self, action: Action) -> str:
        """The keys of an action as people write them: `f1`, `^q`, `⏎`."""
        if action.id in self.keys:
            return shown_keys(self.keys[action.id])
        return action.key_display or shown_keys(action.keys)


def resolve(wanted: Mapping[str, str], where: str) -> Keymap:
    """Takes over every entry that can hold; each other one is reported with what is wrong and stays as it was."""
    known = {action.id: action for action in ACTIONS}
    keys: dict[str, str] = {}
    reports: list[Report] = []

    def refuse(name: str, problem: str, advice: str = "") -> None:
        reports.append(Report(where, f"keys.{name}", problem, wanted[name], "the usual key", advice, "warning"))

    for name, text in wanted.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            refuse(name, "is no action", f"Did you mean {near[0]}?" if near else "README's table has every action.")
            continue
        read = [key_name(part) for part in text.split(",") if part.strip()]
        if not read or None in read:
            refuse(name, "is no key", "Write ctrl+g, f8, enter, a single letter, or several with commas.")
            continue
        taken = _taken(known[name], set(filter(None, read)), {**{key: a.keys for key, a in known.items()}, **keys})
        if taken:
            refuse(name, f"is the key of {taken} already", "Give one of the two another key.")
            continue
        keys[name] = ",".join(filter(None, read))
    return Keymap(keys, tuple(reports))


def _taken(action: Action, keys: set[str], present: Mapping[str, str]) -> str:
    for other in ACTIONS:
        same = other.id != action.id and other.area in (action.area, "main", "app")
        if same and keys & set(present[other.id].split(",")):
            return other.id
    return ""


def key_name(text: str) -> str | None:
    """Textual's name of a key: `ctrl+g`, `f8`, `question_mark` for `?`. None where there is no such key."""
    text = text.strip()
    modifiers = _MODIFIER.match(text.lower())
    prefix = modifiers.group() if modifiers else ""
    bare = text[len(prefix) :]
    if len(bare) == 1:
        name = bare if bare.isalnum() else unicodedata.name(bare, "").lower().replace(" ", "_").replace("-", "_")
        return prefix + {"plus_sign": "plus", "hyphen_minus": "minus", "solidus": "slash",
                         "full_stop": "full_stop"}.get(name, name) if name else None  # fmt: skip
    bare = bare.lower()
    real = {bare, prefix + bare} & _NAMED or bare in ("plus", "minus", "slash") or _is_character(bare)
    return prefix + bare if real else None


def _is_character(name: str) -> bool:
    try:
        unicodedata.lookup(name.replace("_", " ").upper())
    except KeyError:
        return False
    return True


def shown_keys(keys: str) -> str:
    """Textual's key names as people write them."""
    return " ".join(_shown(key) for key in keys.split(","))


def _shown(key: str) -> str:
    for name, sign in SIGNS.items():
        key = key.replace(name, sign) if name == "ctrl+" else sign if key == name else key
    return key


def table(actions: Iterable[Action] = ACTIONS) -> str:
    """The registry as a Markdown table: key, action's id, sentence."""
    rows = [
        f"| `{action.key_display or shown_keys(action.keys)}` | `{action.id}` | {action.help} |" for action in actions
    ]
    return "\n".join(["| key | action | what it does |", "|---|---|---|", *rows])

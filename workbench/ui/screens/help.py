"""Help: what is on the screen, and every key, straight from the registry."""

from typing import Final

from textual.content import Content

from workbench.ui import actions
from workbench.ui.panes.servers.words import SIGNS
from workbench.ui.screens.text import TextDialog

_INTRO: Final = (
    "The workbench shows a tool catalog as a model sees it. The servers you attach decide the tier: 0 loads every "
    "tool, 1 lists the deferred ones within a budget, 2 leaves them to be searched for. Queries are what a model would "
    "type; a chosen match opens as a tool, to be checked and called."
)

_KEYS: Final = {"ctrl+": "^", "escape": "esc", "enter": "⏎", "up": "↑", "down": "↓"}


class HelpDialog(TextDialog):
    """Every key by area, with the sentence that says what it does."""

    def __init__(self) -> None:
        super().__init__("Help", help_text())


def help_text() -> Content:
    """The help as one text."""
    states = [Content.assemble((sign, colour), f" {state}") for state, (sign, colour) in SIGNS.items()]
    signs = Content("   ").join(states)
    blocks = [Content(_INTRO), signs]
    for area, title in actions.AREA_TITLES.items():
        entries = actions.in_area(area)
        if entries:
            lines = [Content.styled(title, "bold $text-accent")]
            lines += [_line(entry) for entry in entries]
            blocks.append(Content("\n").join(lines))
    return Content("\n\n").join(blocks)


def _line(action: actions.Action) -> Content:
    keys = action.key_display or shown_keys(action.keys)
    return Content.assemble((keys.rjust(8), "bold"), "  ", action.help)


def shown_keys(keys: str) -> str:
    """Textual's key names as people write them: `f1`, `^q`, `⏎`."""
    for name, sign in _KEYS.items():
        keys = keys.replace(name, sign)
    return keys.replace(",", " ")

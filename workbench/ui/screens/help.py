"""Help: the page of where one is, its keys, then every other key, straight from the registry."""

from pathlib import Path
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.widgets import Markdown, Static

from workbench.ui import actions
from workbench.ui.actions import AREA_TITLES, Area
from workbench.ui.keymap import Keymap
from workbench.ui.panes.servers.words import SIGNS
from workbench.ui.screens.dialog import CopyDialog

PAGES: Final = Path(__file__).parent.parent / "help"
"""One Markdown page an area."""

WITHOUT_PAGE: Final[frozenset[Area]] = frozenset({"json", "app", "dialog", "approval", "log"})


def page(area: Area) -> str:
    """The Markdown page of an area."""
    return (PAGES / f"{area}.md").read_text(encoding="utf-8")


def area_of(node: DOMNode | None) -> Area:
    """The area of the innermost widget with keys of its own around `node`; `main` where there is none."""
    by_id = {action.id: action.area for action in actions.ACTIONS}
    for widget in node.ancestors_with_self if node is not None else ():
        found = (by_id.get(binding.id or "") for _, binding in widget._bindings)
        areas = [area for area in found if area is not None and area not in WITHOUT_PAGE]
        if areas:
            return areas[0]  # type: ignore[return-value]
    return "main"


class HelpDialog(CopyDialog):
    """Where one is, explained; then its keys and all others. `keymap` has the keys that hold now."""

    DEFAULT_CSS = """
    HelpDialog Markdown { padding: 0 1; margin: 0; background: transparent; }
    """

    def __init__(self, area: Area = "main", keymap: Keymap | None = None) -> None:
        super().__init__()
        self._area = area
        self._keymap = keymap or Keymap({}, ())

    def compose(self) -> ComposeResult:
        """The page, then the keys."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(f"Help · {AREA_TITLES[self._area]}")
            box.border_subtitle = "↑↓ scroll · ctrl+y copy · esc close"
            with VerticalScroll(classes="scroll"):
                yield Markdown(page(self._area))
                yield Static(keys_text(self._area, self._keymap), markup=False)

    def on_mount(self) -> None:
        """Arrow keys scroll at once."""
        self.query_one(VerticalScroll).focus()

    def whole_text(self) -> str:
        """The page as Markdown, and the keys."""
        return f"{page(self._area)}\n{keys_text(self._area, self._keymap).plain}"


def keys_text(area: Area, keymap: Keymap) -> Content:
    """Every key by area, this one's first, with the sentence that says what it does; and the signs of the states."""
    order = sorted(AREA_TITLES, key=lambda other: other != area)
    blocks = []
    for other in order:
        entries = actions.in_area(other)
        if entries:
            lines = [Content.styled(AREA_TITLES[other], "bold $text-accent")]
            keys = [keymap.of(entry) for entry in entries]
            room = max(8, *map(len, keys))
            lines += [
                Content.assemble((key.rjust(room), "bold"), "  ", entry.help)
                for key, entry in zip(keys, entries, strict=True)
            ]
            blocks.append(Content("\n").join(lines))
    states = [Content.assemble((sign, colour), f" {state}") for state, (sign, colour) in SIGNS.items()]
    return Content("\n\n").join([*blocks, Content("   ").join(states)])

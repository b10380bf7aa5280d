"""The command palette: every action that is possible now, wherever its pane is, straight from the registry."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual.actions import parse
from textual.app import App
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.dom import DOMNode
from textual.screen import Screen

from workbench.ui import actions
from workbench.ui.actions import AREA_TITLES, Action
from workbench.ui.keymap import Keymap, resolve

if TYPE_CHECKING:
    from workbench.ui.screens.main import MainScreen

_HIDDEN = frozenset({"queries.move.down", "queries.move.up", "dialog.close"})
"""Moves of the caret and the like: a palette is no place for them."""


@dataclass(frozen=True, slots=True)
class Possible:
    """An action that can be carried out now, and what carries it out."""

    action: Action
    run: Callable[[], Awaitable[object]]

    @property
    def title(self) -> str:
        """`Servers: Detach`."""
        area = AREA_TITLES[self.action.area]  # type: ignore[index]
        return f"{area}: {self.action.label}" if self.action.area not in ("app", "main") else self.action.label


def possible(app: App[object], screen: Screen[object]) -> Iterator[Possible]:
    """What the focus can do first, then the other panes of the main screen."""
    by_id = {action.id: action for action in actions.ACTIONS}
    seen = set(_HIDDEN)
    for active in screen.active_bindings.values():
        action = by_id.get(active.binding.id or "")
        if action is not None and active.enabled and action.id not in seen:
            seen.add(action.id)
            yield Possible(action, partial(app.run_action, action.method, active.node))
    for name, pane in _panes(screen):
        for action in actions.ACTIONS:
            if action.area == name and action.id not in seen and _allowed(pane, action):
                seen.add(action.id)
                yield Possible(action, partial(_go_and_run, app, screen, name, pane, action))  # type: ignore[arg-type]


def _panes(screen: Screen[object]) -> Iterable[tuple[str, DOMNode]]:
    panes: dict[str, DOMNode] = getattr(screen, "panes", {})
    return panes.items()


def _allowed(pane: DOMNode, action: Action) -> bool:
    _, name, parameters = parse(action.method)
    return pane.check_action(name, parameters) is True


async def _go_and_run(app: App[object], screen: "MainScreen", name: str, pane: DOMNode, action: Action) -> None:
    screen.action_focus_pane(name)
    await app.run_action(action.method, pane)


class ActionProvider(Provider):
    """Feeds Textual's palette; the same action is named, explained and carried out as by its key."""

    def _found(self) -> list[tuple[Possible, str]]:
        keymap = getattr(self.app, "keys_in_force", None)
        keys: Keymap = keymap if isinstance(keymap, Keymap) else resolve({}, "")
        return [(found, f"{found.action.help}  {keys.of(found.action)}") for found in possible(self.app, self.screen)]

    async def discover(self) -> Hits:
        """Everything, before anything is typed."""
        for found, words in self._found():
            yield DiscoveryHit(found.title, found.run, help=words)

    async def search(self, query: str) -> Hits:
        """What the typed letters may mean, by title or sentence."""
        matcher = self.matcher(query)
        for found, words in self._found():
            score = max(matcher.match(found.title), 0.8 * matcher.match(found.action.help))
            if score > 0:
                yield Hit(score, matcher.highlight(found.title), found.run, text=found.title, help=words)

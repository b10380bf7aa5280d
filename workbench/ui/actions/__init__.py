"""The registry of actions: keys, footer and help all read it, so that none of them can disagree.

An action belongs to an area, the widget or screen whose `action_…` method carries it out. Areas hold their actions in
the order the footer and the help show them.
"""

from collections.abc import Iterable
from typing import Final

from textual.binding import Binding

from workbench.ui.actions.action import AREA_TITLES, Action, Area
from workbench.ui.actions.activity import ACTIVITY_ACTIONS
from workbench.ui.actions.catalog import CATALOG_ACTIONS
from workbench.ui.actions.connectors import CONNECTOR_ACTIONS
from workbench.ui.actions.deferral import DEFERRAL_ACTIONS
from workbench.ui.actions.dialogs import APPROVAL_ACTIONS, DIALOG_ACTIONS, LOG_ACTIONS
from workbench.ui.actions.form import FORM_ACTIONS, JSON_ACTIONS
from workbench.ui.actions.main import APP_ACTIONS, MAIN_ACTIONS
from workbench.ui.actions.model import MODEL_ACTIONS
from workbench.ui.actions.queries import QUERY_ACTIONS
from workbench.ui.actions.servers import SERVER_ACTIONS
from workbench.ui.actions.tool import TOOL_ACTIONS
from workbench.ui.actions.tour import TOUR_ACTIONS
from workbench.ui.actions.turns import TURN_ACTIONS

__all__ = ["ACTIONS", "AREA_TITLES", "Action", "Area", "bindings", "in_area"]

ACTIONS: Final[tuple[Action, ...]] = (
    *MAIN_ACTIONS, *SERVER_ACTIONS, *QUERY_ACTIONS, *TOOL_ACTIONS, *FORM_ACTIONS, *JSON_ACTIONS,
    *CONNECTOR_ACTIONS, *TURN_ACTIONS, *MODEL_ACTIONS,
    *DEFERRAL_ACTIONS, *CATALOG_ACTIONS,
    *ACTIVITY_ACTIONS, *TOUR_ACTIONS, *DIALOG_ACTIONS, *APPROVAL_ACTIONS, *LOG_ACTIONS, *APP_ACTIONS,
)  # fmt: skip


def in_area(area: Area) -> tuple[Action, ...]:
    """The actions of one area, in order."""
    return tuple(action for action in ACTIONS if action.area == area)


def bindings(area: Area, only: Iterable[str] | None = None) -> list[Binding]:
    """The bindings of one area, for a widget's `BINDINGS`; `only` picks some of them by id."""
    wanted = None if only is None else set(only)
    return [action.binding() for action in in_area(area) if wanted is None or action.id in wanted]

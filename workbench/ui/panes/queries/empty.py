"""What the pane says while nothing is asked."""

from typing import Final

from workbench.model import ServerState
from workbench.session import SessionState

WELCOME: Final = (
    "Type what a model would ask for, such as “create issue”. Every key searches the deferred tools; "
    "Enter opens the best match, Ctrl+N adds a query to the batch."
)
NOTHING_DEFERRED: Final = (
    "No tool is deferred: the model gets every definition and needs no search. Attach a larger server, "
    "or lower the threshold, and queries find its tools here."
)


def empty_words(state: SessionState) -> str:
    """What may be done, or why there is nothing to do."""
    waiting = any(server.status.state is ServerState.CONNECTING for server in state.servers)
    return WELCOME if state.assembly.deferred_count or waiting else NOTHING_DEFERRED

"""Keys of the servers pane."""

from typing import Final

from workbench.ui.actions.action import Action

SERVER_ACTIONS: Final = (
    Action("servers.attach", "a", "Attach", "Attach another server.", shown=False),
    Action("servers.detach", "d", "Detach", "Detach the selected server; its process ends."),
    Action("servers.reconnect", "r", "Reconnect", "Connect the selected server again."),
    Action("servers.log", "l", "Log", "Read the selected server's stderr and protocol log."),
    Action("servers.problems", "p", "Problems", "List the problems found in the selected server's tools."),
    Action("servers.deferral", "t", "Deferral", "Switch what loads on demand and what the session is granted.", False),
    Action("servers.context.more", "plus", "Context +", "What if the context were larger: the next common size.",
           False, parameters="(1)", key_display="+"),
    Action("servers.context.less", "minus", "Context −", "What if the context were smaller: the next common size.",
           False, parameters="(-1)", key_display="-"),
    Action("servers.restore", "0", "Return", "Return from what-if to what the configuration says.", False),
    Action("servers.what_if", "w", "What-if", "Change context, budget, listing, servers and pins at once."),
    Action("servers.forms", "c", "Forms", "The form of every server over context sizes.", False),
    Action("servers.details", "enter", "Details", "Everything about the selected server, to read and to copy."),
)  # fmt: skip

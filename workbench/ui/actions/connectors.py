"""Keys of the connectors pane."""

from typing import Final

from workbench.ui.actions.action import Action


def _row(act: str, key: str, label: str, help: str, shown: bool = True) -> Action:
    return Action(f"connectors.row.{act}", key, label, help, shown, parameters=f"('{act}')")


CONNECTOR_ACTIONS: Final = (
    _row("open", "o", "Open", "Open the link of the card's row in the browser."),
    _row("link", "l", "Link", "Show the whole link, to be read and copied over SSH."),
    _row("copy", "y", "Copy link", "Copy the link of the card's row.", False),
    _row("again", "t", "Try again", "A new attempt for the card's row that failed or expired."),
    _row("answer", "a", "Answer", "See what an MCP server wants to run or to know, and answer."),
    _row("later", "n", "Not now", "Skip the card's row."),
    Action("connectors.go_on", "k", "Continue", "Settle the operation with what is connected so far."),
    Action("connectors.stop", "x", "Stop", "Interrupt the operation at once."),
    Action("connectors.connect", "c", "Connect", "Connect the marked connectors, or the highlighted one."),
    Action("connectors.reconnect", "r", "Reconnect", "Renew what no longer works; what works is left alone."),
    Action("connectors.switch_account", "R", "Switch", "Reconnect with force: ask for another account.", False),
    Action("connectors.mark", "space", "Mark", "Mark the connector, to connect several in one operation."),
    Action("connectors.details", "enter", "Details", "What is known of the connector, and what can be done.", False),
    Action("connectors.filter", "slash", "Filter", "Filter the list as you type; Escape empties the filter.",
           key_display="/"),
    Action("connectors.servers", "i", "MCP", "Install, enable or authorize an MCP server."),
    Action("connectors.read", "g", "Read again", "Read the list of connectors again; that changes nothing.", False),
    Action("connectors.page", "w", "Web page", "Open the embedded gateway's page: consents, revoking, faults.", False),
    Action("connectors.frame", "j", "Frame", "Show the highlighted frame as JSON.", False),
    Action("connectors.sign", "s", "Sign in/out", "Sign in at the gateway, or out."),
    Action("connectors.next_view", "ctrl+t", "View", "The list, then the card, then the frames."),
)  # fmt: skip

"""The registry of actions: keys, footer and help all read it, so that none of them can disagree.

An action belongs to an area, the widget or screen whose `action_…` method carries it out. Areas hold their actions in
the order the footer and the help show them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from textual.binding import Binding

Area = Literal[
    "app", "main", "servers", "queries", "tool", "connectors", "turns", "model", "deferral", "dialog", "approval", "log"
]

AREA_TITLES: Final[dict[Area, str]] = {
    "main": "Everywhere",
    "app": "Leaving",
    "servers": "Servers",
    "queries": "Queries",
    "tool": "Tool",
    "connectors": "Connectors",
    "turns": "Turns",
    "model": "Model view",
    "deferral": "Deferral",
    "dialog": "Dialogs",
    "approval": "Approval",
    "log": "Server log",
}


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a key does.

    `id` is `area.name`; the method that does it is `action_name` of the area's widget. `keys` is Textual's
    comma-separated list, `label` the footer's word, `help` the sentence of the help screen. `shown` puts it into the
    footer; `priority` lets it win over a focused input.
    """

    id: str
    keys: str
    label: str
    help: str
    shown: bool = True
    priority: bool = False
    key_display: str | None = None
    parameters: str = ""

    @property
    def area(self) -> str:
        """The part of the screen the action belongs to."""
        return self.id.partition(".")[0]

    @property
    def method(self) -> str:
        """What Textual runs: `attach`, or `focus_pane('servers')`."""
        return self.id.partition(".")[2].split(".")[0] + self.parameters

    def binding(self) -> Binding:
        """The Textual binding; its id is the action's, so that a keymap can move it."""
        return Binding(
            self.keys,
            self.method,
            self.label,
            show=self.shown,
            priority=self.priority,
            key_display=self.key_display,
            tooltip=self.help,
            id=self.id,
        )


APP_ACTIONS: Final = (Action("app.quit", "ctrl+q", "Quit", "Close every server and leave.", priority=True),)

MAIN_ACTIONS: Final = (
    Action("main.help", "f1", "Help", "Show every key and what it does."),
    Action("main.focus_pane.servers", "f2", "Servers", "Go to the servers.", False, parameters="('servers')"),
    Action("main.focus_pane.queries", "f3", "Queries", "Go to the queries.", False, parameters="('queries')"),
    Action("main.focus_pane.tool", "f4", "Tool", "Go to the tool.", False, parameters="('tool')"),
    # A text area takes F6 and F7 for itself, hence the priority.
    Action(
        "main.focus_pane.connectors",
        "f6",
        "Connectors",
        "Go to the connectors.",
        False,
        priority=True,
        parameters="('connectors')",
    ),
    Action("main.call_tool", "f9", "Call", "Call the tool that is shown, wherever the focus is.", False),
    Action("main.attach", "f5", "Attach", "Attach a demo, a command line, an address or a file."),
    Action(
        "main.model",
        "f7",
        "Model",
        "See what the model gets: the array, the listing, the prompt, what is frozen.",
        priority=True,
    ),
    Action("main.deferral", "f10", "Deferral", "Switch what loads on demand and what the session is granted.", False),
    Action("main.turns", "f11", "Turns", "Route, plan and run what a model emitted in one turn.", False),
    Action("main.reports", "f8", "Reports", "List what was repaired, ignored or refused, and why.", False),
)

SERVER_ACTIONS: Final = (
    Action("servers.attach", "a", "Attach", "Attach another server.", shown=False),
    Action("servers.detach", "d", "Detach", "Detach the selected server; its process ends."),
    Action("servers.reconnect", "r", "Reconnect", "Connect the selected server again."),
    Action("servers.log", "l", "Log", "Read the selected server's stderr and protocol log."),
    Action("servers.problems", "p", "Problems", "List the problems found in the selected server's tools."),
    Action("servers.deferral", "t", "Deferral", "Switch what loads on demand and what the session is granted.", False),
    Action("servers.details", "enter", "Details", "Everything about the selected server, to read and to copy."),
)

QUERY_ACTIONS: Final = (
    Action("queries.add_line", "ctrl+n", "Add query", "Add a query to the batch; up to seven are asked at once."),
    Action("queries.remove_line", "ctrl+r", "Remove", "Remove the query the caret is in.", False),
    Action("queries.next_view", "ctrl+t", "View", "Results, then why they are what they are, then the exact JSON."),
    Action("queries.show_explanation", "e", "Explain", "Show or hide the explanation, from within the results."),
    Action("queries.show_json", "j", "JSON", "Show or hide the JSON a model would get, from within the results."),
    Action("queries.move.down", "down", "Down", "The next query, then the results.", False, parameters="(1)"),
    Action("queries.move.up", "up", "Up", "The query above.", False, parameters="(-1)"),
)

TOOL_ACTIONS: Final = (
    Action("tool.call", "f9,ctrl+j", "Call", "Call the tool with the arguments as they stand."),
    Action("tool.cancel", "escape", "Cancel", "Cancel the running call at its server."),
    Action("tool.next_view", "ctrl+t", "View", "Describe, then arguments, then the result."),
    Action("tool.show_json", "j", "JSON", "Readable description, its schema as JSON, what tool_describe answers."),
    Action("tool.reset", "ctrl+r", "Reset", "Fill the arguments in from the schema again.", False),
    Action("tool.save", "ctrl+s", "Save", "Save the whole result to a file."),
)


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

MODEL_ACTIONS: Final = (
    Action("model.next_view", "ctrl+t", "View", "The array, then the listing, the prompt, and frozen against fresh."),
    Action("model.start", "s", "Start", "Start a conversation: the bridge entries and the prompt freeze as they are."),
    Action("model.compact", "c", "Compact", "A compaction: what is frozen is made anew from the present tools."),
    Action("model.copy", "y,ctrl+y", "Copy", "Copy the selected entry, or the text on the right.", key_display="y"),
    Action("model.close", "escape", "Back", "Back to the panes."),
)

DEFERRAL_ACTIONS: Final = (
    Action("deferral.switch", "space", "Switch", "Switch the highlighted setting, toolset or tool; Enter does so too.",
           priority=True),
    Action("deferral.step.more", "right", "More", "The next value, or the toolset's tools.", False, priority=True,
           parameters="(1)"),
    Action("deferral.step.less", "left", "Less", "The value before, or fold the toolset.", False, priority=True,
           parameters="(-1)"),
    Action("deferral.single", "d", "Defer one", "Name the highlighted tool in `defer`, protected ones too, or not."),
    Action("deferral.only", "o", "Only this", "Grant only the highlighted toolset, as a sub-agent might have it."),
    Action("deferral.everything", "a", "All", "Grant every toolset."),
    Action("deferral.restore", "r", "Restore", "Return to what the configuration says."),
    Action("deferral.next_view", "ctrl+t", "View", "What defers, then what the session is granted."),
)  # fmt: skip

TURN_ACTIONS: Final = (
    Action("turns.run", "f9,ctrl+j", "Run", "Run the turn; tools that change something ask first."),
    Action("turns.stop", "x", "Stop", "Start no more calls of the running turn; again, cancel what runs."),
    Action("turns.next_view", "ctrl+t", "View", "The calls, then each result, then the messages as JSON."),
    Action("turns.example", "ctrl+n", "Example", "Write an example made of the session's own tools."),
    Action("turns.load", "ctrl+o", "Load", "Load a turn from a file."),
    Action("turns.clear", "ctrl+r", "Clear", "Empty the text.", False),
    Action("turns.copy_messages", "y", "Copy", "Copy the messages that would go back to the model."),
    Action("turns.copy_command", "c", "Command", "Copy the command that runs this turn without a screen."),
    Action("turns.leave", "escape", "Back", "Stop the running turn; otherwise leave the screen."),
)

DIALOG_ACTIONS: Final = (
    Action("dialog.close", "escape", "Close", "Leave the dialog and change nothing."),
    Action("dialog.copy", "ctrl+y", "Copy", "Copy the text of the dialog."),
)

APPROVAL_ACTIONS: Final = (
    Action("approval.approve", "y", "Run once", "Let the tool run this once."),
    Action("approval.refuse", "n", "Refuse", "Do not run the tool."),
)

LOG_ACTIONS: Final = (Action("log.refresh", "r", "Read again", "Read the end of the file again."),)

ACTIONS: Final[tuple[Action, ...]] = (
    *MAIN_ACTIONS, *SERVER_ACTIONS, *QUERY_ACTIONS, *TOOL_ACTIONS, *CONNECTOR_ACTIONS, *TURN_ACTIONS, *MODEL_ACTIONS,
    *DEFERRAL_ACTIONS, *DIALOG_ACTIONS, *APPROVAL_ACTIONS, *LOG_ACTIONS, *APP_ACTIONS,
)  # fmt: skip


def in_area(area: Area) -> tuple[Action, ...]:
    """The actions of one area, in order."""
    return tuple(action for action in ACTIONS if action.area == area)


def bindings(area: Area, only: Iterable[str] | None = None) -> list[Binding]:
    """The bindings of one area, for a widget's `BINDINGS`; `only` picks some of them by id."""
    wanted = None if only is None else set(only)
    return [action.binding() for action in in_area(area) if wanted is None or action.id in wanted]

"""What widgets tell their screen. Payloads are set once and never change."""

from typing import Final

from textual.message import Message

from workbench.events import Event


class SessionPublished(Message):
    """The session published `event`; posted to the main screen from whatever thread the session runs in."""

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event: Final = event


class ToolChosen(Message):
    """The tool pane should show the tool the model knows as `name`."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name: Final = name


class ReportsRequested(Message):
    """The list of configuration and server reports should open."""


class AttachRequested(Message):
    """The attach dialog should open."""


class DeferralRequested(Message):
    """The panel of what-if and deferral should open, at this view where one is named."""

    def __init__(self, view: str = "") -> None:
        super().__init__()
        self.view: Final = view

"""An error that needs reading: it stays until it was read, scrolls and can be copied."""

from textual.app import App

from workbench.text import plain
from workbench.ui.screens.text import TextDialog


def tell_error(app: App[object], title: str, text: str) -> None:
    """Opens the dialog; a toast is for what needs no reading."""
    app.push_screen(TextDialog(title, plain(text)))

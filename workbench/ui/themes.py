"""The workbench's own themes; Textual's come beside them."""

from typing import Final

from textual.theme import Theme

USUAL: Final = "textual-dark"

THEMES: Final = (
    Theme(
        name="workbench-night",
        primary="#6cb6ff",
        secondary="#96d0ff",
        accent="#f69d50",
        foreground="#e6e6e6",
        background="#0d1117",
        surface="#131a22",
        panel="#1c2530",
        success="#6bc46d",
        warning="#e3b341",
        error="#ff7b72",
        dark=True,
    ),
    Theme(
        name="workbench-paper",
        primary="#0b57a4",
        secondary="#3b6ea5",
        accent="#a04a00",
        foreground="#1b1f24",
        background="#fbfaf6",
        surface="#f3f1ea",
        panel="#e7e3d8",
        success="#1a6b2f",
        warning="#8a5a00",
        error="#b3261e",
        dark=False,
    ),
)

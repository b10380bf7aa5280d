"""The style sheet of the application."""

from textual.css.stylesheet import Stylesheet


class KeptStylesheet(Stylesheet):
    """A style sheet that does not read again what it has read.

    Textual reads every sheet of the application anew when a screen with one of its own opens for the first time, which
    holds the screen for a tenth of a second. Here what was read stays until a theme brings other colours.
    """

    def reparse(self) -> None:
        """Takes in what was added. Raises StylesheetParseError where that is no CSS."""
        self.parse()

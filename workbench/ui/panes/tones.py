"""The colours of the tones in the present theme, for views that draw their own lines.

A style sheet would do with a component class a tone, which Textual matches anew for every view when the focus moves.
"""

from collections.abc import Mapping
from typing import Final

from rich.style import Style
from textual.color import Color
from textual.dom import DOMNode

from workbench.ui.panes.rows import Dots, Tone

_FAINT: Final = 0.25

_COLOURS: Final[Mapping[Tone, tuple[str, float, bool]]] = {
    "text": ("foreground", 1.0, False),
    "name": ("text-primary", 1.0, True),
    "dim": ("text-muted", 1.0, False),
    "head": ("foreground", 1.0, True),
    "good": ("text-success", 1.0, False),
    "bad": ("text-error", 1.0, False),
    "warn": ("text-warning", 1.0, False),
    "key": ("text-primary", 1.0, False),
    "string": ("text-success", 1.0, False),
    "number": ("text-accent", 1.0, False),
    "word": ("text-warning", 1.0, False),
    "rule": ("foreground", _FAINT, False),
}
"""The theme's colour of each tone, how much of it, and whether it is bold."""


class ToneStyles:
    """The style of each tone on the background of `node`; worked out again where theme or background are others."""

    def __init__(self, node: DOMNode) -> None:
        self._node = node
        self._made_for: object = None
        self._styles = _Styles()

    def on(self, base: Style) -> Mapping[Tone | Dots, Style]:
        """The styles, where `base` is the style of the node itself."""
        variables = self._node.app.theme_variables
        made_for = (id(variables), base.bgcolor, base.bold, base.italic, base.dim)
        if made_for != self._made_for:
            background = Color.from_rich_color(base.bgcolor)
            self._made_for = made_for
            self._styles = _Styles(
                (tone, base + Style(color=(background + _colour(variables[name], share)).rich_color, bold=bold or None))
                for tone, (name, share, bold) in _COLOURS.items()
            )
        return self._styles


class _Styles(dict[Tone | Dots, Style]):
    def __missing__(self, dots: Tone | Dots) -> Style:
        if not isinstance(dots, Dots):
            raise KeyError(dots)
        return Style(color=dots.fore, bgcolor=dots.back) if dots.back else self["text"] + Style(color=dots.fore)


def _colour(text: str, share: float) -> Color:
    """A colour of the theme, such as `#aabbcc` or `auto 60%`."""
    name, _, percent = text.partition(" ")
    colour = Color.automatic() if name == "auto" else Color.parse(name)
    return colour.multiply_alpha(share * (float(percent.rstrip("%")) / 100 if percent else 1.0))

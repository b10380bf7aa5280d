"""The line of keys below every screen."""

from textual.screen import Screen
from textual.widgets import Footer


class KeysFooter(Footer):
    """Textual's footer, made anew only when it would say something else.

    Textual makes all of its widgets anew whenever bindings may have changed, which every change of the focus, and much
    else, is taken for.
    """

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)
        self._said: tuple[object, ...] = ()

    def bindings_changed(self, screen: Screen[object]) -> None:
        """Called whenever the keys of `screen` may be others, or may have come to act or ceased to."""
        if not (screen.app.app_focus and self.is_attached and screen is self.screen):
            return
        said = tuple(
            (binding.key, binding.description, enabled, tooltip)
            for _, binding, enabled, tooltip in screen.active_bindings.values()
            if binding.show
        )
        if said != self._said:
            self._said = said
            super().bindings_changed(screen)

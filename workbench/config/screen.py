"""What the screen is told: other keys for its actions, and its theme. What an action is, the screen knows."""

from typing import Final

from workbench.config.reading import Reading, dotted
from workbench.config.tree import Located
from workbench.settings import ScreenSettings
from workbench.text import one_line

_MANY: Final = 500


def read_screen(reading: Reading, root: Located) -> ScreenSettings:
    """`ui.theme`, and `keys`: the id of an action -> a key, several with commas or as a list."""
    section = reading.section(root, "ui", "ui", ("theme",))
    node = reading.find(section, "theme", "ui.theme")
    theme = "" if node is None else reading.text(node, "ui.theme")
    return ScreenSettings(theme, _read_keys(reading, root))


def _read_keys(reading: Reading, root: Located) -> dict[str, str]:
    node = root.value.get("keys") if isinstance(root.value, dict) else None
    if node is None or node.value is None:
        return {}
    if not isinstance(node.value, dict):
        reading.unreadable("keys", node, "a mapping of actions to keys", "the usual keys")
        return {}
    found: dict[str, str] = {}
    for name, value in list(node.value.items())[:_MANY]:
        key = dotted("keys", name)
        words = reading.names(value, key, scalar=True)
        if words and one_line(name):
            found[one_line(name)] = ",".join(words)
            reading.origins[key] = reading.where(node.line_of(name))
    return found

"""Environment variables in texts: `${NAME}`, `${NAME:-default}`, and `$${` for a literal `${`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

_REFERENCE: Final = re.compile(r"\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")


@dataclass(slots=True)
class Expansion:
    """Expands texts against one environment and remembers what it met.

    `used` holds the variables that were put in, `unset` those that have neither a value nor a default, `nested` those
    whose default holds a reference of its own, which is not supported.
    """

    environ: Mapping[str, str]
    used: dict[str, str] = field(default_factory=dict)
    unset: list[str] = field(default_factory=list)
    nested: list[str] = field(default_factory=list)

    def text(self, text: str) -> str:
        """The text with its references replaced. A default also stands in for an empty variable.

        Everything else with a `$` (`$HOME`, `${env:X}`, `{{X}}`) stays as it is; so does a reference that failed.
        """
        return _REFERENCE.sub(self._replace, text)

    def path(self, text: str) -> str:
        """The text with its references replaced, and a leading `~` made the home folder."""
        return expand_home(self.text(text), self.environ)

    def _replace(self, match: re.Match[str]) -> str:
        name, default = match.groups()
        if name is None:
            return "${"
        if default is not None and "${" in default:
            self._note(self.nested, name)
            return match.group()
        value = self.environ.get(name)
        if value or (value is not None and default is None):
            self.used[name] = value
            return value
        if default is None:
            self._note(self.unset, name)
            return match.group()
        return default

    @staticmethod
    def _note(names: list[str], name: str) -> None:
        if name not in names:
            names.append(name)


def expand_home(text: str, environ: Mapping[str, str]) -> str:
    """`~` and `~/…` with the home folder of this environment; other texts unchanged."""
    home = environ.get("HOME") or environ.get("USERPROFILE")
    if home and (text == "~" or text[:2] in ("~/", "~\\")):
        return home + text[1:]
    return text

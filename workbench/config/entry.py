"""The values of one `mcp_servers` entry. A fault belongs to its entry only and never quotes a value."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from workbench.config.expand import Expansion
from workbench.config.tree import Located

TRANSPORTS: Final = ("command", "url", "snapshot", "demo")

_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


class EntryFault(Exception):
    """Why an entry cannot be attached: the key, what is wrong, what to do."""

    def __init__(self, key: str, problem: str, advice: str = "") -> None:
        super().__init__(f"{key}: {problem}" if key else problem)
        self.key = key
        self.problem = problem
        self.advice = advice


@dataclass(slots=True)
class Entry:
    """One entry being read: its mapping, the folder that relative paths start from, the expansion of its variables.

    Every reader raises EntryFault for a value of the wrong kind.
    """

    node: Located
    folder: Path
    expansion: Expansion
    removed: list[str] = field(default_factory=list)
    """Variables of `env` that are null."""

    def get(self, key: str) -> Located | None:
        """The value of a key that is present and not null."""
        node = self.node.value.get(key) if isinstance(self.node.value, dict) else None
        return None if node is None or node.value is None else node

    def transport(self) -> str:
        """Which of command, url, snapshot and demo the entry has: exactly one."""
        present = [key for key in TRANSPORTS if self.get(key) is not None]
        if not present:
            raise EntryFault("", "says neither command nor url (nor snapshot, nor demo)", "Give it one of them.")
        if len(present) > 1:
            raise EntryFault("", f"says {' and '.join(present)}", "Keep exactly one of them.")
        return present[0]

    def text(self, key: str) -> str:
        """A text, or a number as it was written; empty where the key is absent."""
        node = self.get(key)
        if node is None:
            return ""
        if not isinstance(node.value, str | int | float) or isinstance(node.value, bool):
            advice = "Put the words after the first into args." if key == "command" else ""
            raise EntryFault(key, "is not a text", advice)
        if not node.text.strip():
            raise EntryFault(key, "is empty", "Fill it in or remove it.")
        return self.checked(key, node.text.strip())

    def expanded(self, key: str) -> str:
        """A text with its variables."""
        return self.checked(key, self.expansion.text(self.text(key)))

    def path(self, key: str) -> str:
        """A path with its variables and `~`, absolute: a relative one starts at the folder of the file."""
        text = self.checked(key, self.expansion.path(self.text(key)))
        return str(self.folder / text) if text else ""

    def args(self) -> tuple[str, ...]:
        """The arguments: a list of texts; numbers and booleans as they were written."""
        node = self.get("args")
        if node is None:
            return ()
        if not isinstance(node.value, list):
            raise EntryFault("args", "is not a list", 'Write every word as an item: ["-y", "package"].')
        found = []
        for position, item in enumerate(node.value):
            if not isinstance(item.value, str | int | float):
                raise EntryFault("args", f"item {position + 1} is not a text")
            found.append(self.checked("args", self.expansion.text(item.text)))
        return tuple(found)

    def env(self) -> dict[str, str]:
        """The variables of the server: numbers and booleans become text as they were written, null removes one."""
        found = {}
        for name, value in self._pairs("env"):
            if not name or "=" in name or "\0" in name:
                raise EntryFault("env", "a variable has a name that no variable can have")
            if value is None:
                self.removed.append(name)
            elif "\0" in value:
                raise EntryFault(f"env.{name}", "holds a character that no variable can hold")
            else:
                found[name] = value
        return found

    def headers(self) -> dict[str, str]:
        """The HTTP headers; null removes one. Outer white space, such as a key file's last line break, is dropped."""
        found = {}
        for name, value in self._pairs("headers"):
            if not _HEADER_NAME.fullmatch(name):
                raise EntryFault("headers", "a header has a name that HTTP does not allow")
            if value is None:
                continue
            if _CONTROL.search(value.strip()) or not value.isascii():
                raise EntryFault(f"headers.{name}", "holds characters that no HTTP header can carry", "Check it.")
            found[name] = value.strip()
        return found

    def url(self) -> str:
        """The address: http or https with a host."""
        text = self.expanded("url")
        try:
            parts = urlsplit(text)
            fine = parts.scheme.lower() in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            fine = False
        if not fine or any(letter.isspace() for letter in text):
            raise EntryFault(
                "url", "is not an http or https address", "Write it in full, such as https://example.com/mcp."
            )
        return text

    def checked(self, key: str, text: str) -> str:
        """The text, when a process or a URL can be given it."""
        if "\0" in text or not _encodable(text):
            raise EntryFault(key, "holds a character that cannot be passed on", "Remove it.")
        return text

    def unset_variables(self) -> None:
        """Raises the fault of variables that have neither a value nor a default."""
        if self.expansion.nested:
            names = ", ".join(self.expansion.nested)
            raise EntryFault("", f"the default of {names} holds another variable", "A default is plain text.")
        if self.expansion.unset:
            names = ", ".join(self.expansion.unset)
            first = self.expansion.unset[0]
            one = len(self.expansion.unset) == 1
            raise EntryFault(
                "",
                f"the variable {names} is not set" if one else f"the variables {names} are not set",
                f"Set {'it' if one else 'them'}, write ${{{first}:-default}}, or $${{{first}}} for the literal text.",
            )

    def _pairs(self, key: str) -> list[tuple[str, str | None]]:
        node = self.get(key)
        if node is None:
            return []
        if not isinstance(node.value, dict):
            raise EntryFault(key, "is not a mapping of names to texts", f"Write it as {key}: {{NAME: value}}.")
        pairs: list[tuple[str, str | None]] = []
        for name, item in node.value.items():
            if item.value is not None and not isinstance(item.value, str | int | float):
                raise EntryFault(f"{key}.{name}", "is not a text")
            text = None if item.value is None else self.checked(f"{key}.{name}", self.expansion.text(item.text))
            pairs.append((self.checked(key, name), text))
        return pairs


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

"""YAML text as a tree of values that know their line. Only composed, never constructed: no tag can run anything."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

import yaml
from yaml.constructor import ConstructorError, SafeConstructor

from workbench.config.errors import ConfigError
from workbench.text import one_line

MAX_BYTES: Final = 1_000_000
"""A larger file is not a configuration of this program."""

_MAX_MERGED: Final = 100_000
_TAG: Final = "tag:yaml.org,2002:"
_SCALARS: Final = frozenset(_TAG + name for name in ("null", "bool", "int", "float"))
_TEXTS: Final = frozenset(_TAG + name for name in ("str", "timestamp", "value"))

Complain: TypeAlias = Callable[[int, str, str, str], None]
"""Takes line, key, problem and what is used: a repair made while the tree was read."""


class Unreadable:
    """Stands for a value whose tag or text cannot be read safely."""


Value: TypeAlias = "bool | int | float | str | Unreadable | list[Located] | dict[str, Located] | None"


@dataclass(frozen=True, slots=True)
class Located:
    """A value of the file, the line it stands on, and for a scalar the text as it was written."""

    value: Value
    line: int
    text: str = ""
    key_lines: dict[str, int] = field(default_factory=dict)
    """For a mapping: the line of each key."""

    def line_of(self, key: str) -> int:
        """The line of a key of this mapping."""
        return self.key_lines.get(key, self.line)


def read_bytes(path: Path) -> str:
    """The text of a configuration file: UTF-8, or UTF-16 with a byte order mark. Raises ConfigError."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise ConfigError(str(path), "there is no such file", "Check the path given with --config.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be opened"
        raise ConfigError(str(path), f"the file cannot be read ({reason})", "Check its kind and permissions.") from None
    if len(data) > MAX_BYTES:
        raise ConfigError(str(path), f"the file is larger than {MAX_BYTES:,} bytes", "Is it the right file?")
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line, column = _position(data[: error.start])
        raise ConfigError(
            f"{path}:{line}:{column}", "the file is not YAML: it is not UTF-8 text", "Save it as UTF-8."
        ) from None


def parse(text: str, where: str, complain: Complain) -> Located:
    """The tree of one YAML document; `where` names the file in errors. An empty document is an empty mapping.

    Raises ConfigError with line and column for what is not YAML, nests too deeply, or has no mapping at its root.
    """
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = f"{where}:{mark.line + 1}:{mark.column + 1}" if mark else where
        problem = one_line(", ".join(part for part in (error.context, error.problem) if part))
        raise ConfigError(
            at, f"the file is not YAML: {problem}", "Mend this line; indentation and quotes are the usual causes."
        ) from None
    except yaml.reader.ReaderError as error:
        line, column = _position(text[: error.position].encode("utf-8", "replace"))
        raise ConfigError(
            f"{where}:{line}:{column}",
            f"the file is not YAML: the character U+{_code(error.character):04X} is not allowed",
            "Remove it.",
        ) from None
    except RecursionError:
        raise ConfigError(f"{where}:1:1", "the file nests too deeply", "Is it the right file?") from None
    if root is None or (root.tag == _TAG + "null" and isinstance(root, yaml.ScalarNode)):
        return Located({}, 1)
    tree = _Builder(where, complain).build(root)
    if not isinstance(tree.value, dict):
        raise ConfigError(
            f"{where}:{tree.line}:{root.start_mark.column + 1}",
            "the file holds no settings: its outermost value is not a mapping",
            "Write keys such as `mcp_servers:` at the left edge.",
        )
    return tree


class _Builder:
    """Turns nodes into located values, each node once, so that aliases cost nothing however they multiply."""

    def __init__(self, where: str, complain: Complain) -> None:
        self._where = where
        self._complain = complain
        self._done: dict[int, Located] = {}
        self._open: set[int] = set()
        self._merged = 0
        self._constructor = SafeConstructor()

    def build(self, node: yaml.Node, path: str = "") -> Located:
        """The located value of a node; `path` is its dotted key, for complaints."""
        known = self._done.get(id(node))
        if known is not None:
            return known
        line = node.start_mark.line + 1
        if id(node) in self._open:
            self._complain(line, path, "a value contains itself", "nothing")
            return Located(Unreadable(), line)
        self._open.add(id(node))
        if isinstance(node, yaml.MappingNode):
            built = self._mapping(node, line, path)
        elif isinstance(node, yaml.SequenceNode):
            built = Located([self.build(item, path) for item in node.value], line)
        else:
            built = Located(self._scalar(node), line, str(node.value))
        self._open.discard(id(node))
        self._done[id(node)] = built
        return built

    def _scalar(self, node: yaml.Node) -> Value:
        if node.tag in _TEXTS:
            return str(node.value)
        if node.tag not in _SCALARS:
            return Unreadable()
        try:
            value = self._constructor.construct_object(node)
        except (ValueError, KeyError, IndexError, OverflowError, ConstructorError):
            return Unreadable()
        return value if value is None or isinstance(value, bool | int | float) else Unreadable()

    def _mapping(self, node: yaml.MappingNode, line: int, path: str) -> Located:
        if not node.tag.startswith(_TAG + "map"):
            return Located(Unreadable(), line)
        entries: dict[str, Located] = {}
        lines: dict[str, int] = {}
        merges: list[yaml.Node] = []
        for key, value in node.value:
            at = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                self._complain(at, path, "a key has to be text", "nothing")
            elif key.tag == _TAG + "merge":
                merges.append(value)
            else:
                name = "" if key.tag == _TAG + "null" and key.value in ("", "~") else str(key.value)
                full = f"{path}.{name}" if path else name
                if name in entries:
                    self._complain(at, full, "the key is written twice", f"the first one, on line {lines[name]}")
                    continue
                entries[name] = self.build(value, full)
                lines[name] = at
        self._merge(entries, lines, [self.build(merge) for merge in merges])
        return Located(entries, line, key_lines=lines)

    def _merge(self, entries: dict[str, Located], lines: dict[str, int], merges: list[Located]) -> None:
        for merge in merges:
            for source in merge.value if isinstance(merge.value, list) else [merge]:
                if not isinstance(source.value, dict):
                    self._complain(source.line, "<<", "only mappings can be merged", "nothing")
                    continue
                self._merged += len(source.value)
                if self._merged > _MAX_MERGED:
                    at = f"{self._where}:{source.line}:1"
                    raise ConfigError(at, "the file merges too many keys", "Use fewer `<<`.")
                for name, value in source.value.items():
                    if name not in entries:
                        entries[name] = value
                        lines[name] = source.line_of(name)


def _position(before: bytes) -> tuple[int, int]:
    """Line and column of what follows these bytes."""
    return before.count(b"\n") + 1, len(before) - before.rfind(b"\n")


def _code(character: object) -> int:
    return character if isinstance(character, int) else ord(str(character)[:1] or "?")

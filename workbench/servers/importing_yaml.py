"""Finds the place for new servers in a YAML text, writes them there, and proves that nothing else has changed."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import yaml

from workbench.model import Json

_KEY: Final = "mcp_servers"
_SIMPLE: Final = re.compile(r"[A-Za-z_/][A-Za-z0-9_./@-]*")
_NO_CONTENT: Final = (
    yaml.BlockEndToken,
    yaml.DocumentEndToken,
    yaml.DocumentStartToken,
    yaml.StreamStartToken,
    yaml.StreamEndToken,
)


class MergeRefused(Exception):
    """Why nothing can be added to a file: where, what is wrong, what to do. Quotes none of its values."""

    def __init__(self, where: str, problem: str, advice: str = "") -> None:
        super().__init__(f"{where}: {problem}" + (f". {advice}" if advice else ""))
        self.where = where
        self.problem = problem
        self.advice = advice


def existing_names(text: str, where: str) -> set[str]:
    """The names under `mcp_servers`. Raises MergeRefused for what is not YAML or has another shape."""
    _, node = _find(_compose(text, where), where)
    if not isinstance(node, yaml.MappingNode):
        return set()
    return {str(key.value).strip() for key, _ in node.value if isinstance(key, yaml.ScalarNode)}


def with_entries(text: str, entries: Mapping[str, Mapping[str, Json]], where: str) -> str:
    """The text with the entries under `mcp_servers`. Raises MergeRefused when no place for them keeps all the rest."""
    root = _compose(text, where)
    for candidate in _candidates(text, root, entries, where):
        if _keeps_the_rest(text, candidate, entries):
            return candidate
    raise MergeRefused(where, "the place for new servers cannot be told for sure", f"Write {_KEY} as a plain block.")


def _compose(text: str, where: str) -> yaml.Node | None:
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        at = f"{where}:{mark.line + 1}:{mark.column + 1}" if mark else where
        raise MergeRefused(at, "the file is not YAML", "Mend this line first.") from None
    except (yaml.YAMLError, RecursionError):
        raise MergeRefused(where, "the file is not YAML", "Mend it first.") from None
    if root is None or isinstance(root, yaml.MappingNode) or _is_null(root):
        return root
    raise MergeRefused(where, "its outermost value is not a mapping", "Is it the right file?")


def _find(root: yaml.Node | None, where: str) -> tuple[yaml.Node | None, yaml.Node | None]:
    """The key and the value of `mcp_servers`, the first where it is written twice."""
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if isinstance(key, yaml.ScalarNode) and key.value == _KEY:
            if not isinstance(value, yaml.MappingNode) and not _is_null(value):
                at = f"{where}:{value.start_mark.line + 1}"
                raise MergeRefused(at, f"{_KEY} is not a mapping", "Mend it first.")
            if value.start_mark.index < key.start_mark.index:
                at = f"{where}:{key.start_mark.line + 1}"
                raise MergeRefused(at, f"{_KEY} is an alias of another value", "Write the servers there in full.")
            return key, value
    return None, None


def _is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag.endswith(":null")


def _candidates(
    text: str, root: yaml.Node | None, entries: Mapping[str, Mapping[str, Json]], where: str
) -> Iterator[str]:
    """Texts with the entries added, the best place first."""
    key, node = _find(root, where)
    ends = _content_ends(text)
    if key is None:
        whole = root if isinstance(root, yaml.MappingNode) else None
        if whole is not None and whole.flow_style:
            yield _in_flow(text, whole, {_KEY: entries})
            return
        column = _column(whole) if whole else 0
        yield _on_new_lines(text, len(text), _block({_KEY: entries}, column, 0))
        if whole is not None:
            yield _on_new_lines(
                text, _line_end(text, _last(ends, whole.end_mark.index)), _block({_KEY: entries}, column, 0)
            )
    elif isinstance(node, yaml.MappingNode) and node.flow_style:
        yield _in_flow(text, node, entries)
    elif isinstance(node, yaml.MappingNode):
        block = _block(entries, _column(node), 1)
        yield _on_new_lines(text, _line_end(text, _last(ends, node.end_mark.index)), block)
        yield _on_new_lines(text, _line_end(text, key.end_mark.index), block)
    elif node is not None:
        bare = text[: node.start_mark.index] + text[node.end_mark.index :]
        yield _on_new_lines(bare, _line_end(bare, node.start_mark.index), _block(entries, key.start_mark.column + 2, 1))


def _column(node: yaml.MappingNode) -> int:
    """The column of a block's keys; its own mark may be that of an anchor."""
    return int(node.value[0][0].start_mark.column) if node.value else int(node.start_mark.column)


def _content_ends(text: str) -> list[tuple[int, int]]:
    """Start and end of each piece of content: comments, blank lines and the ends of blocks are no content."""
    tokens = (token for token in yaml.scan(text) if not isinstance(token, _NO_CONTENT))
    return [(token.start_mark.index, token.end_mark.index) for token in tokens]


def _last(ends: list[tuple[int, int]], limit: int) -> int:
    """Where the last piece of content before a place ends."""
    return max((end for start, end in ends if start < limit), default=0)


def _line_end(text: str, index: int) -> int:
    """The start of the next line, or the place itself where a line starts there already."""
    if index and text[index - 1] == "\n":
        return index
    end = text.find("\n", index)
    return len(text) if end < 0 else end + 1


def _on_new_lines(text: str, index: int, block: str) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    before, after = text[:index], text[index:]
    gap = "" if not before or before == "\ufeff" or before.endswith("\n") else newline
    return before + gap + block.replace("\n", newline) + after


def _in_flow(text: str, node: yaml.MappingNode, entries: Mapping[str, Any]) -> str:
    """The entries right behind the opening brace, where no comma or comment of the old text can be in the way."""
    index = text.index("{", node.start_mark.index) + 1
    inner = ", ".join(f"{_quoted(name)}: {_flow(value)}" for name, value in entries.items())
    return f"{text[:index]}{inner}{', ' if node.value else ''}{text[index:]}"


def _block(entries: Mapping[str, Any], column: int, depth: int) -> str:
    """Mappings as indented lines: two levels down to the keys of an entry, whose inner mappings stay blocks too."""
    lines: list[str] = []
    for key, value in entries.items():
        head = f"{' ' * column}{_scalar(key)}:"
        if isinstance(value, Mapping) and value:
            lines.append(f"{head}\n{_block(value, column + 2, depth + 1)}")
        else:
            lines.append(f"{head} {_flow(value)}\n")
    return "".join(lines)


def _flow(value: Json) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_quoted(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_quoted(str(item)) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _scalar(str(value))


def _scalar(text: str) -> str:
    """The text without quotes where YAML reads it back as the same text, else quoted."""
    return text if _SIMPLE.fullmatch(text) and yaml.safe_load(text) == text else _quoted(text)


def _quoted(text: str) -> str:
    return yaml.safe_dump(text, default_style='"', width=float("inf"), allow_unicode=True).rstrip("\n")


def _keeps_the_rest(before: str, after: str, entries: Mapping[str, Mapping[str, Json]]) -> bool:
    """Whether the new text holds the entries and, beside them, event by event what the old one held."""
    try:
        old, new = _events(before), _events(after)
        root = yaml.compose(after, Loader=yaml.SafeLoader)
        _, node = _find(root, "")
    except (yaml.YAMLError, RecursionError, MergeRefused):
        return False
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    left = old[start : len(old) - end]
    if left and not (
        len(left) == 1 and left[0][0] == "ScalarEvent" and left[0][1] in ("", "~", "null", "Null", "NULL")
    ):
        return False
    if not isinstance(node, yaml.MappingNode):
        return False
    found = {key.value: value for key, value in node.value if isinstance(key, yaml.ScalarNode)}
    return all(name in found and _plain(found[name]) == _texts(entry) for name, entry in entries.items())


def _events(text: str) -> list[tuple[Any, ...]]:
    return [
        (
            type(event).__name__,
            getattr(event, "value", None),
            getattr(event, "anchor", None),
            getattr(event, "tag", None),
        )
        for event in yaml.parse(text)
    ]


def _common(one: list[tuple[Any, ...]], other: list[tuple[Any, ...]]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _plain(node: yaml.Node) -> Json:
    """The node as nested texts. Only for what was written here: it has no aliases."""
    if isinstance(node, yaml.MappingNode):
        return {key.value: _plain(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item) for item in node.value]
    return node.value


def _texts(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {key: _texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [str(item) for item in value]
    return str(value).lower() if isinstance(value, bool) else str(value)

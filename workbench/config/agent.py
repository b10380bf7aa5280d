"""What the agent itself brings: its core tools, plugins, and the hooks around its calls (spec 1.4, 3.5)."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from workbench.config.expand import expand_home
from workbench.config.reading import FALSE_WORDS, Reading, scalar_text
from workbench.config.tree import Located
from workbench.settings import SHIPPED, HookSettings
from workbench.text import clip, one_line

IMPORT_PATH: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*(?:\.[^\W\d]\w*)*")
"""`package.module:callable`."""

_NONE: Final = FALSE_WORDS | {"none", "null", ""}
_ADVICE: Final = "Write package.module:callable."


def read_core_tools(reading: Reading, root: Located, folder: Path, environ: Mapping[str, str]) -> str:
    """`core_tools`: nothing, `shipped`, or a file of definitions as an absolute path, there or not."""
    node = reading.find(root, "core_tools", "core_tools")
    if node is None or _word(node).strip().lower() in _NONE:
        return ""
    if not isinstance(node.value, str) or not node.text.strip():
        reading.unreadable("core_tools", node, "shipped, or the path of a file", "none")
        return ""
    text = reading.text(node, "core_tools")
    if text.lower() == SHIPPED:
        return SHIPPED
    return str((folder / expand_home(text, environ)).absolute()) if text else ""


def read_hooks(reading: Reading, root: Located) -> HookSettings:
    """`hooks`: the import paths of what runs before and after a call; a single text counts as a list of one."""
    section = reading.section(root, "hooks", "hooks", ("pre", "post"))
    pre = reading.names(reading.find(section, "pre", "hooks.pre"), "hooks.pre", scalar=True)
    post = reading.names(reading.find(section, "post", "hooks.post"), "hooks.post", scalar=True)
    _report_faulty(reading, section, "hooks.pre", pre, "it as it is, so that every call is refused")
    faulty = _report_faulty(reading, section, "hooks.post", post, "nothing, it is ignored")
    return HookSettings(pre, tuple(path for path in post if path not in faulty))


def read_plugins(reading: Reading, root: Located) -> tuple[str, ...]:
    """`plugins`: the import paths of callables that register tools."""
    paths = reading.names(reading.find(root, "plugins", "plugins"), "plugins", scalar=True)
    faulty = _report_faulty(reading, root, "plugins", paths, "nothing, it is ignored")
    return tuple(path for path in paths if path not in faulty)


def _word(node: Located) -> str:
    text = scalar_text(node)
    return "-" if text is None else text


def _report_faulty(reading: Reading, parent: Located, key: str, paths: tuple[str, ...], used: str) -> set[str]:
    """Reports what is no import path; the answer is those."""
    faulty = {path for path in paths if not IMPORT_PATH.fullmatch(path)}
    for path in paths:
        if path in faulty:
            given = clip(one_line(path), 80)
            line = parent.line_of(key.rpartition(".")[2])
            reading.report(key, "is no import path", line, given=given, used=used, advice=_ADVICE, severity="error")
    return faulty

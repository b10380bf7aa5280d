"""`mcp_servers`: every entry becomes a `ServerSpec`, a faulty one with its `error`, or is refused with a report."""

from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, Literal

from workbench.config.entry import Entry, EntryFault
from workbench.config.expand import Expansion
from workbench.config.names import name_fault
from workbench.config.reading import Reading, dotted
from workbench.config.tree import Located
from workbench.settings import ServerSpec
from workbench.text import one_line

SERVER_KEYS: Final = tuple(item.name for item in fields(ServerSpec) if item.name not in ("name", "variables", "error"))
SHORTEST_TIMEOUT: Final = 0.1
LONGEST_TIMEOUT: Final = 3600.0

_HINTS: Final = {
    "type": "the key is transport: http or sse; a command needs none",
    "disabled": "the key is enabled: false",
    "timeout": "the keys are start_timeout, list_timeout and call_timeout, in seconds",
    "environment": "did you mean env?",
    "serverUrl": "did you mean url?",
    "httpUrl": "did you mean url?",
}
_BELONGS: Final = {
    "args": ("command",), "env": ("command",), "cwd": ("command",), "headers": ("url",), "transport": ("url",),
}  # fmt: skip
_HTTP: Final[Mapping[str, Literal["http", "sse"]]] = {
    "http": "http", "sse": "sse", "streamable-http": "http", "streamable_http": "http", "streamablehttp": "http",
}  # fmt: skip


def read_servers(reading: Reading, root: Located, folder: Path, environ: Mapping[str, str]) -> tuple[ServerSpec, ...]:
    """The servers of the file in its order. Relative paths start at `folder`. Never raises."""
    node = root.value.get("mcp_servers") if isinstance(root.value, dict) else None
    if node is None or node.value is None:
        return ()
    if not isinstance(node.value, dict):
        reading.unreadable("mcp_servers", node, "a mapping of names to servers", "no server")
        return ()
    found: dict[str, ServerSpec] = {}
    for written, entry in node.value.items():
        line = node.line_of(written)
        problem, advice = name_fault(written)
        name = written.strip()
        if not problem and name in found:
            problem, advice = "another server has the same name", "Give it a name of its own."
        if problem:
            reading.report(
                dotted("mcp_servers", written), problem, line, used="nothing, the server is refused", advice=advice,
                severity="error",
            )  # fmt: skip
            continue
        found[name] = read_server(reading, name, entry, line, folder, environ)
        reading.origins[dotted("mcp_servers", name)] = reading.where(line)
    return tuple(found.values())


def read_server(
    reading: Reading, name: str, node: Located, line: int, folder: Path, environ: Mapping[str, str]
) -> ServerSpec:
    """One entry as a `ServerSpec`; where it cannot be attached, `error` says why and a report says it with its line."""
    key = dotted("mcp_servers", name)
    if not isinstance(node.value, dict):
        fault = EntryFault("", "is not a mapping", "Give it a command or a url.")
        return _failed(reading, key, line, ServerSpec(name), fault)
    reading.unknown_keys(node, key, SERVER_KEYS, _HINTS)
    entry = Entry(node, folder, Expansion(environ))
    spec = _with_plain_values(reading, entry, key, ServerSpec(name))
    try:
        transport = entry.transport()
        raw: dict[str, Any] = {transport: entry.text(transport)}
        spec = replace(spec, **raw)
        values = _values(reading, entry, transport, key)
        entry.unset_variables()
    except EntryFault as fault:
        return _failed(reading, key, _fault_line(node, fault, line), spec, fault)
    if entry.removed:
        names = ", ".join(entry.removed)
        reading.report(
            dotted(key, "env"), "null removes a variable", node.line_of("env"), used=f"nothing for {one_line(names)}",
            severity="note",
        )  # fmt: skip
    return replace(spec, **values, variables=dict(entry.expansion.used))


def _values(reading: Reading, entry: Entry, transport: str, key: str) -> dict[str, Any]:
    """The values that belong to the transport, expanded. Keys that belong to another one are reported."""
    for name, owners in _BELONGS.items():
        node = entry.get(name)
        stdio = name == "transport" and transport == "command" and node is not None and node.value == "stdio"
        if node is not None and transport not in owners and not stdio:
            reading.report(
                dotted(key, name), f"has no meaning beside {transport}", entry.node.line_of(name),
                used="nothing, it is ignored",
            )  # fmt: skip
    if transport == "command":
        command = entry.checked("command", entry.expansion.path(entry.text("command")))
        values = {"command": command, "args": entry.args(), "env": entry.env(), "cwd": entry.path("cwd")}
        if " " in command and not values["args"] and "/" not in command.split()[0] and "\\" not in command.split()[0]:
            reading.report(
                dotted(key, "command"), "looks like a whole command line", entry.node.line_of("command"),
                used="all of it as the name of one program", advice="put the words after the first into args",
            )  # fmt: skip
        return values
    if transport == "url":
        protocol = reading.choice(entry.get("transport"), dotted(key, "transport"), _HTTP, "http")
        return {"url": entry.url(), "headers": entry.headers(), "transport": protocol}
    return {transport: entry.path("snapshot") if transport == "snapshot" else entry.text("demo")}


def _with_plain_values(reading: Reading, entry: Entry, key: str, spec: ServerSpec) -> ServerSpec:
    """The switches and time-outs, which never fail an entry."""
    switches: dict[str, Any] = {
        name: reading.flag(entry.get(name), dotted(key, name), getattr(spec, name))
        for name in ("supports_parallel_tool_calls", "enabled")
    }
    timeouts: dict[str, Any] = {
        name: reading.number(entry.get(name), dotted(key, name), getattr(spec, name), SHORTEST_TIMEOUT, LONGEST_TIMEOUT)
        for name in ("start_timeout", "list_timeout", "call_timeout")
    }
    return replace(spec, **switches, **timeouts)


def _failed(reading: Reading, key: str, line: int, spec: ServerSpec, fault: EntryFault) -> ServerSpec:
    used = "nothing, the server is listed as failed"
    reading.report(dotted(key, fault.key), fault.problem, line, used=used, advice=fault.advice, severity="error")
    return replace(spec, error=". ".join(part for part in (one_line(str(fault)), fault.advice.rstrip(".")) if part))


def _fault_line(node: Located, fault: EntryFault, line: int) -> int:
    """The line of the key at fault, or of the entry."""
    top, _, inner = fault.key.partition(".")
    value = node.value.get(top) if isinstance(node.value, dict) else None
    if value is None:
        return line
    return value.line_of(inner) if inner in value.key_lines else node.line_of(top)

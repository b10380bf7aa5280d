"""The command that does the same without a screen, over the same configuration."""

import shlex
from collections.abc import Mapping, Sequence

from workbench.masking import masked_target
from workbench.session.activity import Entry
from workbench.session.state import ServerView
from workbench.settings import Settings
from workbench.text import compact_json


def command(entry: Entry, settings: Settings, servers: Sequence[ServerView] = ()) -> str:
    """One shell line for an entry of the journal. `servers` are those attached now, by hand or by configuration.

    A secret never stands in it: where one would, `***` does, for the person to put back.
    """
    words = ["workbench", entry.kind]
    if entry.kind == "call":
        words += [*entry.names, "--args", compact_json(entry.request), "--yes"]
    else:
        words += entry.names
        limit = entry.request.get("limit") if isinstance(entry.request, Mapping) else None
        if limit is not None:
            words += ["--limit", str(limit)]
    return shlex.join([*words, *options(settings, servers)])


def options(settings: Settings, servers: Sequence[ServerView] = ()) -> list[str]:
    """The common options that open the same servers with the same budget."""
    given = {name.removeprefix("mcp_servers."): origin for name, origin in settings.origins.items()}
    words: list[str] = ["--config", str(settings.path)] if settings.path else []
    if not words and "demo" in given.values():
        words.append("--demo")
    known = {spec.name for spec in settings.servers}
    for spec in settings.servers:
        if given.get(spec.name) == "command line":
            words += (
                ["--snapshot", spec.snapshot] if spec.snapshot else ["--server", f"{spec.name}={masked_target(spec)}"]
            )
    for view in servers:
        if view.name not in known and view.transport in ("stdio", "http", "sse"):
            words += ["--server", f"{view.name}={view.target}"]
    if given.get("model.context_length") == "command line":
        words += ["--context", str(settings.model.context_length)]
    return words

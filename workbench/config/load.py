"""Finds the configuration, reads it and resolves it once (spec 1.1)."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from workbench.config.agent import read_core_tools, read_hooks, read_plugins
from workbench.config.gateway import read_gateway
from workbench.config.reading import Reading, dotted
from workbench.config.screen import read_screen
from workbench.config.sections import (
    MAX_CONTEXT,
    TOP_KEYS,
    read_approvals,
    read_connectors,
    read_model,
    read_skills,
    read_tool_search,
    read_toolsets,
    read_workspace,
)
from workbench.config.servers import read_servers
from workbench.config.tree import Located, parse, read_bytes
from workbench.model import Report
from workbench.settings import ServerSpec, Settings

CONFIG_NAME: Final = "workbench.yaml"
APPLICATION: Final = "tool-search-workbench"
DEMO_SERVERS: Final = ("basics", "tracker")


def load(
    path: Path | None,
    *,
    demo: bool,
    environ: Mapping[str, str],
    cwd: Path,
    extra_servers: Sequence[ServerSpec] = (),
    context: int | None = None,
) -> Settings:
    """The settings of a session, with a report for everything that was not taken as it was written.

    The file is `path`, else `workbench.yaml` in `cwd`, else in the user's configuration folder, else the demo.
    `demo` beats every file. `extra_servers` (from the command line) add to `path` or to `demo`; where neither is given
    they stand alone, without a file that happens to lie about. `context` beats the file's context length.

    Raises ConfigError for a named file that is not there, and for any file that cannot be read or is not YAML with a
    mapping at its root. Everything else is mended and reported.
    """
    settings = _base(path, demo, environ, cwd, bool(extra_servers))
    settings = _with_extra(settings, extra_servers)
    return settings if context is None else _with_context(settings, context)


def _base(path: Path | None, demo: bool, environ: Mapping[str, str], cwd: Path, alone: bool) -> Settings:
    if demo:
        return demo_settings(cwd)
    if path is not None:
        return read_file(cwd / path, environ=environ, cwd=cwd)
    if alone:
        return replace(read_text("", "command line", cwd, environ=environ, cwd=cwd), path=None)
    found = find_file(environ, cwd)
    return demo_settings(cwd) if found is None else read_file(found, environ=environ, cwd=cwd)


def find_file(environ: Mapping[str, str], cwd: Path) -> Path | None:
    """The configuration file that lies in one of the usual places, None where there is none."""
    return next((path for path in (cwd / CONFIG_NAME, user_file(environ)) if path.exists()), None)


def user_file(environ: Mapping[str, str]) -> Path:
    """Where the user's own configuration file belongs, whether or not it is there."""
    from platformdirs import user_config_path

    folder = environ.get("XDG_CONFIG_HOME", "")
    if folder and Path(folder).is_absolute() and sys.platform not in ("win32", "darwin"):
        return Path(folder) / APPLICATION / CONFIG_NAME
    return user_config_path(APPLICATION, appauthor=False) / CONFIG_NAME


def read_file(path: Path, *, environ: Mapping[str, str], cwd: Path) -> Settings:
    """The settings of one file. Errors as for `load`."""
    return read_text(read_bytes(path), str(path), path.absolute().parent, environ=environ, cwd=cwd)


def read_text(text: str, name: str, folder: Path, *, environ: Mapping[str, str], cwd: Path) -> Settings:
    """The settings of a YAML text; `name` stands for the file in reports, `folder` is where relative paths start."""
    reading = Reading(name)
    root = parse(text, name, reading.complain)
    reading.unknown_keys(root, "", TOP_KEYS)
    tools = reading.section(root, "tools", "tools", ("tool_search", "connectors"))
    compact, dirs = read_skills(reading, root, folder, environ)
    return Settings(
        servers=read_servers(reading, root, folder, environ),
        model=read_model(reading, root),
        toolsets=read_toolsets(reading, root),
        tool_search=read_tool_search(reading, tools),
        connectors_enabled=read_connectors(reading, tools),
        gateway=read_gateway(reading, root, environ),
        compact_categories=compact,
        skill_dirs=dirs,
        core_tools=read_core_tools(reading, root, folder, environ),
        hooks=read_hooks(reading, root),
        plugins=read_plugins(reading, root),
        approvals=read_approvals(reading, root),
        screen=read_screen(reading, root),
        workspace=read_workspace(reading, root, folder, environ, cwd),
        path=Path(name),
        origins=reading.origins,
        reports=tuple(reading.reports),
    )


def demo_settings(cwd: Path) -> Settings:
    """The settings without any configuration: two demo servers, everything else as usual."""
    reading = Reading("demo")
    empty = Located({}, 1)
    servers = tuple(ServerSpec(name, demo=name) for name in DEMO_SERVERS)
    usual = Settings(
        model=read_model(reading, empty),
        toolsets=read_toolsets(reading, empty),
        tool_search=read_tool_search(reading, empty),
        connectors_enabled=read_connectors(reading, empty),
        gateway=read_gateway(reading, empty, {}),
    )
    origins = {dotted("mcp_servers", spec.name): "demo" for spec in servers}
    return replace(
        usual, servers=servers, workspace=cwd, origins={**origins, **reading.origins, "workspace": "default"}
    )


def _with_extra(settings: Settings, extra: Sequence[ServerSpec]) -> Settings:
    taken = {spec.name for spec in settings.servers}
    added: list[ServerSpec] = []
    reports: list[Report] = []
    for spec in extra:
        if spec.name in taken:
            reports.append(
                Report(
                    "command line", dotted("mcp_servers", spec.name), "another server has the same name",
                    used="nothing, the server is refused", advice="Give it a name of its own.", severity="error",
                )
            )  # fmt: skip
            continue
        taken.add(spec.name)
        added.append(spec)
    origins = {dotted("mcp_servers", spec.name): "command line" for spec in added}
    return replace(
        settings,
        servers=(*settings.servers, *added),
        origins={**settings.origins, **origins},
        reports=(*settings.reports, *reports),
    )


def _with_context(settings: Settings, context: int) -> Settings:
    value = max(1, min(MAX_CONTEXT, context))
    reports = settings.reports
    if value != context:
        report = Report("command line", "--context", f"outside 1 to {MAX_CONTEXT}", str(context), str(value))
        reports = (*reports, report)
    return replace(
        settings,
        model=replace(settings.model, context_length=value),
        origins={**settings.origins, "model.context_length": "command line"},
        reports=reports,
    )

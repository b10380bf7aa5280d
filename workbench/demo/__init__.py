"""In-process MCP servers that work offline, in four sizes that show the tiers (spec 1.3).

Importing this package loads neither mcp nor any tool: the tables are read when a server is made.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

    from workbench.demo.toolbox import Toolbox


@dataclass(frozen=True, slots=True)
class DemoServer:
    """One demo server as a list of choices shows it; `name` is what a configuration's `demo:` key takes."""

    name: str
    title: str
    description: str
    tool_count: int


DEMO_SERVERS: Final = (
    DemoServer("basics", "Basics", "Time, arithmetic, units, a notes store and a reader of the workspace folder.", 13),
    DemoServer(
        "tracker", "Issue tracker", "Projects, issues, comments, labels and milestones, with a dozen issues.", 24
    ),
    DemoServer(
        "game-engine", "Game engine", "A scene with nodes, lights, physics, animation, sound and interface.", 830
    ),
    DemoServer(
        "flat-api", "Flat cloud API", "Every operation of a cloud as one tool: 332 resources, ten verbs each.", 3320
    ),
)
DEMO_NAMES: Final = tuple(server.name for server in DEMO_SERVERS)
DEFAULT_DEMO: Final = ("basics", "tracker")


def make_toolbox(name: str, workspace: Path, clock: Callable[[], float] = time.time) -> "Toolbox":
    """The tools and the fresh state of a demo server, without MCP around them.

    `workspace` is the only folder that "basics" reads. `clock` gives wall time in seconds. An unknown name is a
    ValueError that lists the known ones.
    """
    if name == "basics":
        from workbench.demo.basics import basics_tools

        return basics_tools(workspace, clock)
    if name == "tracker":
        from workbench.demo.tracker import tracker_tools

        return tracker_tools(clock)
    if name == "game-engine":
        from workbench.demo.engine import engine_tools

        return engine_tools(clock)
    if name == "flat-api":
        from workbench.demo.cloud import cloud_tools

        return cloud_tools(clock)
    raise ValueError(f"There is no demo server {name!r}; there are {', '.join(DEMO_NAMES)}.")


def make_server(name: str, workspace: Path, clock: Callable[[], float] = time.time) -> "Server[Any]":
    """A demo server with its own fresh state, ready to be handed to `mcp.Client` in process.

    Arguments and errors as for `make_toolbox`. Imports mcp, which takes the better part of a second: call it in a
    worker thread.
    """
    toolbox = make_toolbox(name, workspace, clock)
    from workbench.demo.serving import serve

    description = next(server.description for server in DEMO_SERVERS if server.name == name)
    return serve(toolbox, name, description)

"""Thirty thousand tools on the screen: how long the event loop is held at most while one opens, scrolls, filters, asks.

    python -m tests.benchmarks.screen_bench [many | one | real]

`many`: 150 servers of 200 tools; `one`: a single server of 30,000; `real`: the catalogs beside the project. Beside it
an empty Textual application that scrolls a list of its own on the same terminal: the ratio says the most.
"""

import asyncio
import gc
import gzip
import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tests.benchmarks.search_bench import make_source
from tests.ui.support import main_screen, settle, until
from tests.ui.watchdog import Watchdog, watching
from workbench.session import Session
from workbench.settings import ModelSettings, ServerSpec, Settings
from workbench.ui.app import WorkbenchApp
from workbench.ui.screens.catalog import CatalogScreen

CATALOGS: Final = Path(__file__).parents[3] / "shared" / "data" / "catalogs"
SIZE: Final = (160, 48)
PEER_LINES: Final = 300


def main() -> None:
    """Measures what is named, or `many`."""
    kind = sys.argv[1] if len(sys.argv) > 1 else "many"
    with tempfile.TemporaryDirectory() as folder:
        specs = {"many": made, "one": single, "real": real}[kind](Path(folder))
        dog, peer, tools = asyncio.run(measure(specs, Path(folder)))
    print(summary(dog, peer, tools))


def summary(dog: Watchdog, peer: Watchdog, tools: int) -> str:
    """The figures as lines."""
    longest, base = dog.longest(), peer.longest()
    steps = sorted({hold.step for hold in dog.holds})
    lines = [f"{tools:,} tools; longest hold {1e3 * longest.busy:.1f} ms busy, an empty application's "
             f"{1e3 * base.busy:.1f} ms, ratio {longest.busy / base.busy:.1f}"]  # fmt: skip
    lines += [f"  {step:34} {1e3 * (hold := dog.longest(step)).busy:6.1f} busy {1e3 * hold.wall:6.1f} wall"
              for step in steps]  # fmt: skip
    return "\n".join([*lines, dog.report(20)])


# Catalogs


def made(folder: Path) -> list[ServerSpec]:
    """150 servers of 200 tools each."""
    return [_snapshot(folder, f"server{index:03}", 200, index) for index in range(150)]


def single(folder: Path) -> list[ServerSpec]:
    """One server with all of them."""
    return [_snapshot(folder, "giant", 30_000, 1)]


def real(folder: Path) -> list[ServerSpec]:
    """Every catalog beside the project, a server each."""
    specs = []
    for path in sorted([*CATALOGS.glob("*.json"), *CATALOGS.glob("*.json.gz")]):
        if ".manifest." not in path.name:
            data = path.read_bytes()
            read = json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)
            items = [{key: value for key, value in item.items() if key != "server"} for item in read["tools"]]
            specs.append(_write(folder, path.name.partition(".")[0], len(specs), items))
    return specs


def _snapshot(folder: Path, name: str, size: int, seed: int) -> ServerSpec:
    tools = make_source(name, size, seed).tools
    items = [
        {"name": tool.original_name, "description": tool.description, "inputSchema": tool.parameters} for tool in tools
    ]
    return _write(folder, name, seed, items)


def _write(folder: Path, name: str, number: int, items: list[Any]) -> ServerSpec:
    path = folder / f"{number}.json"
    path.write_text(json.dumps({"server": name, "tools": items}), "utf-8")
    return ServerSpec(name, snapshot=str(path))


# The two applications


async def measure(specs: list[ServerSpec], folder: Path) -> tuple[Watchdog, Watchdog, int]:
    """The watchdogs of the workbench and of its peer, and how many tools there were."""
    settings = Settings(servers=tuple(specs), model=ModelSettings("bench", 200_000), workspace=folder)
    app = WorkbenchApp(lambda: Session(settings, log_dir=folder / "logs"), folder / "logs")
    app.animation_level = "none"
    # The peer comes first: after the workbench it would find a heap full of tools.
    peer = await _peer()
    async with app.run_test(size=SIZE) as pilot:
        with watching() as dog:
            tools = await _walk(pilot, app, dog)
    return dog, peer, tools


async def _walk(pilot: Pilot[Any], app: WorkbenchApp, dog: Watchdog) -> int:
    """What a person does in a minute; answers how many tools there were."""
    dog.step = "attach"
    await settle(pilot)
    tools = app.session.state.assembly.deferred_count
    dog.step = "attached, at rest"
    await pilot.pause(0.5)
    dog.step = "servers: scroll"
    await pilot.press("f2")
    await _press(pilot, "down", 10)
    await _press(pilot, "pagedown", 3)
    dog.step = "queries: type"
    await pilot.press("f3")
    await _type(pilot, "create invoice billing")
    await pilot.press("ctrl+n")
    await _type(pilot, "list user")
    dog.step = "queries: explanation and JSON"
    await _press(pilot, "ctrl+t", 3)
    dog.step = "queries: scroll and choose"
    await _press(pilot, "down", 6)
    await pilot.press("enter")
    await pilot.pause()
    dog.step = "catalog: open"
    await pilot.press("ctrl+l")
    screen = await _catalog(pilot, app)
    dog.step = "catalog: unfold all"
    await pilot.press("z")
    dog.step = "catalog: scroll"
    await _press(pilot, "down", 40)
    await _press(pilot, "pagedown", 20)
    await _press(pilot, "end", 1)
    await _press(pilot, "pageup", 5)
    dog.step = "catalog: sort"
    for _ in range(3):
        await pilot.press("s")
        await until(pilot, lambda: screen._listed[1] == screen.question, "the other order")
    dog.step = "catalog: filter"
    await pilot.press("slash")
    await _type(pilot, "create invoice v1")
    await until(pilot, lambda: screen._listed[1] == screen.question, "the answer")
    for _ in range(18):
        await pilot.press("backspace")
    await until(pilot, lambda: not screen._listed[1].words, "the whole tree again")
    dog.step = "catalog: problems"
    await pilot.press("ctrl+t")
    await until(pilot, lambda: screen._listed[0] == "Problems", "the problems")
    await _press(pilot, "pagedown", 5)
    await pilot.press("ctrl+t")
    dog.step = "catalog: choose"
    await until(pilot, lambda: screen._listed[0] == "Tools", "the tools")
    await pilot.press("home", "down", "down", "down", "down", "enter")
    await until(pilot, lambda: app.screen is main_screen(app), "the panes")
    dog.step = "one server goes"
    await app.session.detach(app.session.state.servers[-1].name)
    await settle(pilot)
    return tools


async def _catalog(pilot: Pilot[Any], app: WorkbenchApp) -> CatalogScreen:
    await until(pilot, lambda: isinstance(app.screen, CatalogScreen) and len(app.screen.listing.lines) > 0, "the tree")
    assert isinstance(app.screen, CatalogScreen)
    return app.screen


async def _type(pilot: Pilot[Any], text: str) -> None:
    for character in text:
        await pilot.press("space" if character == " " else character)


async def _press(pilot: Pilot[Any], key: str, times: int) -> None:
    for _ in range(times):
        await pilot.press(key)


class Peer(App[None]):
    """Next to nothing: a list and a line."""

    def compose(self) -> ComposeResult:
        """A list that is scrolled, a line that is typed into."""
        yield Input()
        yield OptionList(*(f"tool number {index} of a short list" for index in range(PEER_LINES)))


async def _peer() -> Watchdog:
    app = Peer()
    app.animation_level = "none"
    # What has been imported is none of its business; the workbench sets it aside as well.
    gc.freeze()
    async with app.run_test(size=SIZE) as pilot:
        with watching() as dog:
            dog.step = "type"
            await _type(pilot, "create invoice")
            dog.step = "scroll"
            app.query_one(OptionList).focus()
            await _press(pilot, "down", 40)
            await _press(pilot, "pagedown", 10)
    return dog


if __name__ == "__main__":
    main()

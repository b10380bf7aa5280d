"""Makes the pictures of README from the running application: `python screenshots/make.py [NAME…]`.

Every picture is the real application on its demo servers, driven by keys. The clock stands still, so that the same
version makes the same pictures.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from workbench.session import Session
from workbench.settings import GatewaySettings, ModelSettings, ServerSpec, Settings
from workbench.ui.app import WorkbenchApp
from workbench.ui.keymap import table

FOLDER = Path(__file__).parent
NOON = 1_767_265_200.0


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: which demo servers, what is pressed, how large the terminal is."""

    name: str
    servers: Sequence[str]
    keys: Sequence[str] = ()
    size: tuple[int, int] = (120, 36)
    connectors: bool = False


def typed(text: str) -> list[str]:
    """The keys that type a text."""
    return ["space" if letter == " " else letter for letter in text]


SCENES = (
    Scene("tier-0", ()),
    Scene("tier-1-full", ("basics", "tracker"), [*typed("create issue"), "enter"]),
    Scene("tier-1-mixed", ("tracker", "flat-api"), [*typed("delete bucket"), "ctrl+n", *typed("close issue")]),
    Scene("tier-2", ("flat-api",), typed("start virtual machine")),
    Scene("explanation", ("basics", "tracker"), [*typed("send gmail message"), "ctrl+t"]),
    Scene("failures", ("tracker",), [*typed("create issue"), "enter", "f4", "ctrl+n"]),
    Scene("connectors", ("tracker",), ["f6", "c"], connectors=True),
    Scene("what-if", ("basics", "tracker", "game-engine"), ["f2", *["minus"] * 5, "w"]),
    Scene("forms", ("basics", "tracker", "game-engine"), ["f2", "c"]),
    Scene("model-view", ("basics", "tracker"), ["f7", "down"]),
    Scene("catalog", ("basics", "tracker"), ["ctrl+l", "slash", *typed("label")]),
    Scene("narrow", ("basics", "tracker"), typed("list notes"), size=(80, 24)),
)


async def draw(scene: Scene, folder: Path) -> str:
    """The scene as SVG."""
    os.environ["TZ"] = "UTC"
    time.tzset()
    settings = Settings(
        servers=tuple(ServerSpec(name, demo=name) for name in scene.servers),
        model=ModelSettings(context_length=200_000),
        gateway=GatewaySettings(embedded=scene.connectors),
        workspace=folder,
    )
    app = WorkbenchApp(lambda: Session(settings, log_dir=folder, wall=lambda: NOON), folder, wall=lambda: NOON)
    app.animation_level = "none"
    async with app.run_test(size=scene.size) as pilot:
        await until(pilot, lambda: app.session.state.version > 0)
        await app.session.settled()
        await rest(pilot)
        for key in scene.keys:
            await pilot.press(key)
        await rest(pilot)
        return app.export_screenshot(title="workbench")


async def rest(pilot: Pilot[Any]) -> None:
    """Waits until the screen has looked the same for a while; nothing blinks in a picture."""
    before, same = None, 0
    for _ in range(500):
        await pilot.pause(0.03)
        for widget in pilot.app.screen.query("Input, TextArea"):
            widget.cursor_blink = False  # type: ignore[attr-defined]
        now = pilot.app.screen._compositor.render_strips(pilot.app.size)
        same = same + 1 if now == before else 0
        before = now
        if same >= 12:
            return
    raise RuntimeError("the screen never stood still")


async def until(pilot: Pilot[Any], true: Callable[[], bool]) -> None:
    """Lets the application work until it is so."""
    for _ in range(500):
        if true():
            return
        await pilot.pause(0.02)


async def make(names: Sequence[str], write: Callable[[str, str], Awaitable[None] | None]) -> None:
    """Draws the scenes of these names, all where none is named."""
    for scene in SCENES:
        if not names or scene.name in names:
            with tempfile.TemporaryDirectory() as folder:
                write(scene.name, await draw(scene, Path(folder)))


def write_keys() -> None:
    """Writes the registry's table between the marks of README."""
    readme = FOLDER.parent / "README.md"
    before, start, rest = readme.read_text(encoding="utf-8").partition("<!-- keys -->\n")
    _, end, after = rest.partition("\n<!-- /keys -->")
    readme.write_text(f"{before}{start}\n{table()}\n{end}{after}", encoding="utf-8")


def main() -> None:
    """Writes the pictures beside this file; with --keys README's table of keys alone."""
    if sys.argv[1:] == ["--keys"]:
        write_keys()
    else:
        asyncio.run(make(sys.argv[1:], lambda name, svg: (FOLDER / f"{name}.svg").write_text(svg) and None))


if __name__ == "__main__":
    main()

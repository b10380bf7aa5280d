"""Connector hits in the live queries: they join when they come, outdated ones never, and their absence is explained."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.ui.connectors_pane_support import Flows, Scene, drawn, opened_scene
from tests.ui.support import shown
from workbench.bridge.search import SearchAnswer
from workbench.settings import ServerSpec
from workbench.ui.panes.queries import QueriesPane

pytestmark = pytest.mark.anyio

TROUBLE = "the gateway did not answer in time"


class Remote:
    """Answers `search_everywhere` when it is told to, with the answer to another query that no local tool gives."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.asked: list[tuple[str, ...]] = []
        self.release = asyncio.Event()

    async def search(self, queries: Sequence[str], limit: int | None = None) -> SearchAnswer:
        self.asked.append(tuple(queries))
        await self.release.wait()
        return self.scene.session.search(["list issues"] * len(queries), limit)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path, Flows(), servers=(ServerSpec("tracker", demo="tracker"),))


async def test_hits_join_when_they_arrive_and_local_ones_show_at_once(scene: Scene) -> None:
    remote = Remote(scene)
    scene.session.search_everywhere = remote.search  # type: ignore[method-assign]
    async with opened_scene(scene) as pilot:
        pane = scene.app.query_one(QueriesPane)
        await pilot.press("f3", *"comment")
        local = scene.session.search(["comment"])
        await drawn(pilot, lambda: pane.found.answer is not None and pane.found.answer == local, "local hits")
        await drawn(pilot, lambda: remote.asked[-1:] == [("comment",)], "one request after the last key")
        assert pane.found.answer == local and "+…" in shown(scene.app)
        remote.release.set()
        joined = scene.session.search(["list issues"])
        await drawn(pilot, lambda: pane.found.answer is not None and pane.found.answer == joined, "the joined hits")
        assert "+…" not in shown(scene.app)


async def test_an_answer_to_an_outdated_text_is_discarded(scene: Scene) -> None:
    remote = Remote(scene)
    later = asyncio.Event()

    async def search(queries: Sequence[str], limit: int | None = None) -> SearchAnswer:
        if queries != ["comment"]:
            remote.asked.append(tuple(queries))
            await later.wait()
        return await remote.search(queries, limit)

    scene.session.search_everywhere = search  # type: ignore[method-assign]
    async with opened_scene(scene) as pilot:
        pane = scene.app.query_one(QueriesPane)
        await pilot.press("f3", *"comment")
        await drawn(pilot, lambda: remote.asked[-1:] == [("comment",)], "the request")
        await pilot.press("s")
        local = scene.session.search(["comments"])
        await drawn(pilot, lambda: pane.found.answer == local, "the local hits of the new text")
        remote.release.set()
        await drawn(pilot, lambda: remote.asked[-1:] == [("comments",)], "the request for the new text")
        await pilot.pause()
        assert pane.found.answer == local, "the answer to the old text came, and changed nothing"
        later.set()
        joined = scene.session.search(["list issues"])
        await drawn(pilot, lambda: pane.found.answer == joined, "the answer to the new text")


async def test_the_cause_of_missing_hits_stands_in_one_line(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        scene.hub._show(trouble=TROUBLE)
        line = scene.app.query_one(QueriesPane).query_one(".degraded")
        await drawn(pilot, lambda: line.display, "the line")
        assert "local results only: " + TROUBLE in " ".join(str(line.render()).split())
        scene.hub._show(trouble="")
        await drawn(pilot, lambda: not line.display, "no line")


async def test_a_change_of_the_gateway_alone_asks_nothing_again(scene: Scene) -> None:
    remote = Remote(scene)
    remote.release.set()
    scene.session.search_everywhere = remote.search  # type: ignore[method-assign]
    async with opened_scene(scene) as pilot:
        await pilot.press("f3", *"comment")
        await drawn(pilot, lambda: remote.asked[-1:] == [("comment",)], "the request")
        asked = len(remote.asked)
        version = scene.session.state.version
        for trouble in (TROUBLE, "", TROUBLE):
            scene.hub._show(trouble=trouble)
            await drawn(pilot, lambda v=version: scene.session.state.version > v, "a new state")  # type: ignore[misc]
            version = scene.session.state.version
        await pilot.pause(0.3)
        assert len(remote.asked) == asked


async def test_out_of_scope_nothing_is_asked(scene: Scene) -> None:
    remote = Remote(scene)
    scene.session.search_everywhere = remote.search  # type: ignore[method-assign]
    async with opened_scene(scene, signed_in=False) as pilot:
        await pilot.press("f3", *"comment")
        await pilot.pause(0.3)
        assert remote.asked == [] and not scene.app.query_one(QueriesPane).query_one(".degraded").display

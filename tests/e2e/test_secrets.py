"""The token, consent links and codes stand only where they belong: everything else that a run writes is searched."""

import logging
from pathlib import Path

import pytest

from tests.e2e.support import TRACKER, World, links_in, world, yes
from workbench.connectors.commands import handle
from workbench.events import FramePublished
from workbench.gateway import Faults

pytestmark = pytest.mark.anyio


def consent_code(link: str) -> str:
    return link.rsplit("/", 1)[-1]


def written(folder: Path) -> dict[str, str]:
    """Every file below the folder but the gateway's own token and database."""
    return {
        str(path): path.read_bytes().decode("latin-1")
        for path in folder.rglob("*")
        if path.is_file() and path.parent.name != "gateway"
    }


def spilled(text: str, secrets: set[str]) -> list[str]:
    return [secret for secret in secrets if secret in text]


async def everything(here: World, told: list[str]) -> set[str]:
    """A run through good and bad: every answer a model or a log could get goes to `told`; the secrets are returned."""
    links: set[str] = set()

    async def manage(action: str, *names: str, decision: str = "approve", **more: bool) -> None:
        task = await here.begin(action, *names, **more)
        if not task.done() and here.target(names[0])["connect_url"]:
            await here.decide(names[0], decision)
            await here.time.until(lambda: task.done() or here.state(names[0]) != "initiated")
            if not task.done():
                here.go_on()
        told.append(repr(await here.finish(task)))

    await manage("connect", "mail")
    await manage("connect", "notes", decision="deny")
    await manage("connect", "chat", decision="expire")
    await manage("reconnect", "mail", force=True)
    told.append(repr(await here.soon(here.session.search_everywhere(["send email", "list issues"]))))
    told.append(repr(await here.soon(here.session.describe_everywhere(["connectors__mail__SEND_EMAIL"]))))
    for name in ("connectors__mail__SEARCH_EMAILS", "connectors__notes__LIST_NOTES"):
        told.append(repr(await here.call(name, query="a") if "mail" in name else await here.call(name)))
        told.append(repr(await here.soon(here.session.call(name, {}, approve=yes))))
    for faults in (
        Faults(unauthorized=True), Faults(server_error="text"), Faults(not_json=True), Faults(dark=True),
        Faults(rate_limited="header", retry_after=3600), Faults(redirect="self"), Faults(drop=True),
        Faults(wrong_shapes="types"), Faults(mint_fails="No."), Faults(hostile_text=True),
    ):  # fmt: skip
        here.gateway.faults = faults
        told.append(repr(await here.soon(here.session.search_everywhere(["send email"]))))
        told.append(repr(await here.soon(here.session.describe_everywhere(["connectors__mail__SEND_EMAIL"]))))
        told.append(repr(await here.call("connectors__notes__LIST_NOTES")))
        told.append(repr(await here.soon(handle(here.hub.desk, "connectors.list", {}))))
        told.append(repr(here.hub.view))
        await manage("connect", "calendar")
        for ask in (here.hub.client.connectors, lambda: here.hub.client.connect(["files"], True)):
            try:
                await here.soon(ask())
            except Exception as fault:
                told.extend(
                    [repr(fault), str(fault), repr(fault.__dict__), repr(fault.__cause__), repr(fault.__context__)]
                )
    here.gateway.faults = Faults()
    for frame in here.hub.frames:
        links |= {target["connect_url"] for target in frame["targets"] if target["connect_url"]}
    headless = await here.manage("connect", "files", cards=False)
    links.add(headless["targets"][0]["connect_url"])
    without = await here.call("connectors__files__LIST_FOLDER", cards=False)
    links |= set(links_in(str(without)))
    assert len(links) > 4
    return {here.gateway.token, *links, *map(consent_code, links)}


@pytest.mark.slow
async def test_nothing_that_a_run_writes_holds_a_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    told: list[str] = []
    async with world(tmp_path, TRACKER) as here:
        secrets = await everything(here, told)
        told += [repr(event) for event in here.events]
        assert any(isinstance(event, FramePublished) for event in here.events)
        told += [repr(here.session.state), str(here.session.state.reports), "\n".join(here.log)]
        told += [repr(here.hub.client), repr(here.hub), repr(here.hub.desk)]
        frames = [str(dict(frame)) for frame in here.hub.frames]
        assert not [frame for frame in frames if here.gateway.token in frame]
    captured = capsys.readouterr()
    of_the_browser = f"{here.gateway.url}/connect/"
    told += [record.getMessage() for record in caplog.records if of_the_browser not in record.getMessage()]
    told += [captured.out, captured.err]
    for text in told:
        assert not spilled(text, secrets), text[:3000]
    files = written(tmp_path)
    assert any("logs" in name for name in files)
    for name, text in files.items():
        assert not spilled(text, secrets), name


async def test_settled_frames_and_what_is_kept_of_operations_hold_no_link(here: World) -> None:
    task = await here.begin("connect", "mail")
    link = here.target("mail")["connect_url"]
    op_id = here.op_id
    here.go_on()
    await here.finish(task)
    assert link not in str(dict(here.hub.frames[-1]))
    assert link not in str(here.hub.desk.status(op_id))
    assert link not in repr(here.hub.store)


async def test_the_event_of_a_headless_call_has_no_link_though_its_answer_has(here: World) -> None:
    name = "connectors__mail__SEARCH_EMAILS"
    report = await here.session.call(name, {"query": "a"}, approve=yes, cards=False)
    assert report.error is not None
    assert links_in(str(report.error["connect_url"]))
    assert not links_in(repr(here.events))


async def test_the_token_is_not_sent_after_a_redirect(here: World) -> None:
    here.gateway.faults = Faults(redirect=f"{here.gateway.url}/elsewhere")
    before = len(here.log)
    await here.soon(here.session.search_everywhere(["send email"]))
    assert here.log[before:]
    assert not [line for line in here.log[before:] if "/*" in line]

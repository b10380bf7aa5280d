"""Starting, stopping and embedding the gateway; what it keeps, and what it never writes (spec 4.9)."""

import asyncio
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.gateway.support import PREFIX, Wire
from workbench.gateway import Faults, GatewayStartError, embedded
from workbench.gateway.serving import listen
from workbench.gateway.store.secret import Links, read_token, same_token

COMMAND = [sys.executable, "-c", "from workbench.cli import main; main()", "gateway"]


def test_importing_it_is_light() -> None:
    heavy = "asyncio socket starlette uvicorn sqlite3 jsonschema httpx2 workbench.search mcp textual"
    code = f"import sys, workbench.gateway, workbench.cli\nprint([m for m in {heavy.split()!r} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


async def test_two_gateways_run_side_by_side(tmp_path: Path) -> None:
    async with embedded(tmp_path / "a") as first, embedded(tmp_path / "b") as second:
        assert first.url != second.url and first.token != second.token
        async with httpx2.AsyncClient() as client:
            headers = {"Authorization": f"Bearer {first.token}"}
            assert (await client.get(first.url + PREFIX, headers=headers)).status_code == 200
            assert (await client.get(second.url + PREFIX, headers=headers)).status_code == 401
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(first.url + PREFIX)


async def test_everything_is_there_again_after_a_restart(tmp_path: Path) -> None:
    async with embedded(tmp_path) as gateway, httpx2.AsyncClient(base_url=gateway.url) as client:
        wire = Wire(gateway, client)
        token, identity = wire.token, await wire.connected("notes", "ines")
        note = (await wire.done("notes", "NOTES_CREATE_NOTE", title="Kept"))["note"]
        [pending] = await wire.connect("mail")
    async with embedded(tmp_path) as gateway, httpx2.AsyncClient(base_url=gateway.url) as client:
        wire = Wire(gateway, client)
        assert wire.token == token and (await wire.row("notes"))["connectionId"] == identity
        assert (await wire.done("notes", "NOTES_GET_NOTE", note_id=note["id"]))["note"]["title"] == "Kept"
        path = pending["connectUrl"].removeprefix("http://").partition("/")[2]
        assert (await wire.decide(f"{gateway.url}/{path}", "approve")).status_code == 200


async def test_two_processes_may_share_a_folder(tmp_path: Path) -> None:
    async with embedded(tmp_path) as first, embedded(tmp_path) as second:
        assert first.token == second.token
        async with httpx2.AsyncClient(base_url=first.url) as a, httpx2.AsyncClient(base_url=second.url) as b:
            await Wire(first, a).connected("mail")
            assert (await Wire(second, b).row("mail"))["connected"] is True


async def test_only_the_owner_can_read_the_data(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    async with embedded(folder):
        assert folder.stat().st_mode & 0o777 == 0o700
        assert {path.name for path in folder.iterdir()} >= {"token", "gateway.sqlite3"}
        for path in folder.iterdir():
            assert path.stat().st_mode & 0o077 == 0, path


async def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    async with embedded(tmp_path / "a") as gateway:
        port = int(gateway.url.rpartition(":")[2])
        with pytest.raises(GatewayStartError, match=f"port {port}"):
            async with embedded(tmp_path / "b", port=port):
                pass
    async with embedded(tmp_path / "b", port=port) as again:
        assert again.url.endswith(f":{port}")


@pytest.mark.parametrize("name", ["token", "gateway.sqlite3"])
async def test_data_that_cannot_be_used_is_said(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("not what it should be" * 200)
    with pytest.raises(GatewayStartError, match="cannot be used"):
        async with embedded(tmp_path):
            pass


async def test_data_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "gateway.sqlite3") as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(GatewayStartError, match="newer version"):
        async with embedded(tmp_path):
            pass


async def test_it_leaves_signals_alone_and_writes_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    async with embedded(tmp_path) as gateway, httpx2.AsyncClient(base_url=gateway.url) as client:
        assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
        gateway.faults = Faults(drop=True)
        with pytest.raises(httpx2.TransportError):
            await Wire(gateway, client).send("GET", PREFIX)
        reader, writer = await asyncio.open_connection("127.0.0.1", int(gateway.url.rpartition(":")[2]))
        writer.write(b"rubbish\r\n\r\n")
        await reader.read()
        writer.close()
    assert capfd.readouterr() == ("", "")


async def test_closing_cuts_off_what_still_runs(tmp_path: Path) -> None:
    async with (
        embedded(tmp_path, faults=Faults(slow=1000)) as gateway,
        httpx2.AsyncClient(base_url=gateway.url) as client,
    ):
        task = asyncio.ensure_future(Wire(gateway, client).send("GET", PREFIX, timeout=None))
        await asyncio.sleep(0.2)
        await gateway.close()
        await gateway.close()
        [outcome] = await asyncio.gather(task, return_exceptions=True)
        assert isinstance(outcome, httpx2.TransportError) or getattr(outcome, "status_code", 0) == 500


def test_answers_are_sent_without_waiting_for_more() -> None:
    """asyncio switches Nagle's algorithm off for what it knows as TCP, which takes the protocol's number."""
    with listen(0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
        assert listening.getsockname()[0] == "127.0.0.1"


async def test_the_loop_is_free_while_the_database_is_busy(wire: Wire, tmp_path: Path) -> None:
    blocker = sqlite3.connect(tmp_path / "data" / "gateway.sqlite3", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    request = asyncio.ensure_future(wire.send("GET", PREFIX))
    turns = 0
    for _ in range(20):
        await asyncio.sleep(0.01)
        turns += 1
    assert turns == 20 and not request.done()
    blocker.execute("ROLLBACK")
    blocker.close()
    assert (await request).status_code == 200


async def test_neither_token_nor_link_nor_body_is_logged(wire: Wire, log: list[str]) -> None:
    identity = await wire.connected("mail", "ines@example.org")
    [row] = await wire.connect("notes")
    link = row["connectUrl"]
    form_token = await wire.form_token(link)
    await wire.client.get(f"/accounts/open/{'c' * 20}?owner={wire.token}")
    await wire.client.get(f"/{wire.token}")
    await wire.manage("revoke", "mail")
    await wire.execute("mail", "MAIL_SEND_EMAIL", {"to": ["secret@example.org"]})
    shown = "\n".join(log)
    assert (
        "GET /connect/* 200" in shown
        and "POST /v1/connectors/execute 200" in shown
        and "GET /accounts/open/* 200" in shown
    )
    for secret in (wire.token, link.rpartition("/")[2], form_token, identity, "c" * 20, "example.org", "MAIL_SEND"):
        assert secret not in shown


def test_a_token_is_made_once_and_kept(tmp_path: Path) -> None:
    token = read_token(tmp_path)
    assert len(token) >= 32 and read_token(tmp_path) == token
    assert [path.name for path in tmp_path.iterdir()] == ["token"]
    (tmp_path / "token").chmod(0o644)
    read_token(tmp_path)
    assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600


def test_an_empty_token_is_never_right() -> None:
    assert (
        same_token("a", "a") and not same_token("", "") and not same_token("a", "b") and not same_token("\ud800", "a")
    )


def test_links_belong_to_their_token() -> None:
    links, others = Links("one"), Links("two")
    identity = Links.new_id()
    assert links.id_of(links.link(identity)) == identity
    assert others.id_of(links.link(identity)) is None and links.id_of("") is None


@contextmanager
def running(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_the_command_prints_two_lines_serves_and_ends_cleanly(tmp_path: Path, ending: signal.Signals) -> None:
    with running("--data", str(tmp_path), "--fault", "429=flat", "--fault", "on=search") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        assert lines[0].startswith("gateway http://127.0.0.1:") and lines[1].startswith("token ")
        url, token = lines[0].split()[1], lines[1].split()[1]
        assert token == (tmp_path / "token").read_text().strip()
        headers = {"Authorization": f"Bearer {token}"}
        assert httpx2.get(url + PREFIX, headers=headers).status_code == 200
        body = {"queries": [{"useCase": "send mail"}]}
        assert httpx2.post(f"{url}{PREFIX}/search", json=body, headers=headers).status_code == 429
        process.send_signal(ending)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0 and out == ""
        assert "GET /v1/connectors 200" in err and "POST /v1/connectors/search 429" in err
        assert token not in err and "Traceback" not in err


def test_the_command_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    for arguments, said in (
        (["--fault", "nothing"], "there is no fault 'nothing'"),
        (["--fault", "slow=x"], "slow takes a number"),
        (["--port", "70000"], "70000"),
    ):
        done = subprocess.run(
            [*COMMAND, "--data", str(tmp_path), *arguments], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2 and said in done.stderr and done.stdout == ""


def test_the_help_lists_every_fault() -> None:
    from workbench.gateway import FAULTS

    shown = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=True).stdout
    assert all(f"  {info.usage}\n" in shown for info in FAULTS)


def test_starting_loads_no_more_than_it_needs(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys, pathlib\nfrom workbench.gateway import embedded\n"
        "async def go():\n    async with embedded(pathlib.Path(sys.argv[1])):\n"
        "        print([name for name in ('jsonschema', 'mcp', 'textual') if name in sys.modules])\n"
        "asyncio.run(go())"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

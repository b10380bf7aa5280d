"""A gateway in one process, the workbench in others, and a person with a browser (spec 4.9, headless 4.6)."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.gateway.support import field

TOKEN_ENV = "E2E_GATEWAY_TOKEN"
pytestmark = pytest.mark.slow


class Shell:
    """Runs the workbench in an empty home, against a gateway of its own; keeps all that was printed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.printed: list[str] = []
        self.url = self.token = ""
        home = folder / "home"
        home.mkdir()
        self.environ = {
            **{key: value for key, value in os.environ.items() if not key.startswith("XDG_")},
            "HOME": str(home),
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        self._gateway: subprocess.Popen[str] | None = None

    def serve(self, *words: str) -> None:
        """Starts `workbench gateway` and reads its first two lines."""
        self._gateway = self.start("gateway", "--data", str(self.folder / "gateway"), *words)
        assert self._gateway.stdout is not None
        first, second = (self._gateway.stdout.readline().split() for _ in range(2))
        assert (first[0], second[0]) == ("gateway", "token")
        self.url, self.token = first[1], second[1]
        self.environ[TOKEN_ENV] = self.token
        threading.Thread(target=self._listen, args=(self._gateway,), daemon=True).start()
        config = f"gateway:\n  url: {self.url}\n  token_env: {TOKEN_ENV}\nmcp_servers: {{}}\n"
        (self.folder / "workbench.yaml").write_text(config)

    def start(self, *words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "workbench", *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            cwd=self.folder, env=self.environ,
        )  # fmt: skip

    def run(self, *words: str, links: bool = False) -> tuple[int, str, str]:
        """One command to its end: exit code, stdout, stderr. With `links`, one that may print links."""
        process = self.start("--config", "workbench.yaml", *words)
        out, err = process.communicate(timeout=60)
        if not links:
            self.printed += [out, err]
        assert self.token not in out + err
        return process.returncode, out, err

    def json(self, *words: str, code: int = 0, links: bool = False) -> Any:
        got, out, err = self.run(*words, "--json", links=links)
        assert got == code, out + err
        return json.loads(out)

    def fault(self, **faults: object) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        assert httpx2.put(f"{self.url}/admin/faults", json=faults, headers=headers).status_code == 200

    def stop(self) -> None:
        if self._gateway is not None and self._gateway.poll() is None:
            self._gateway.send_signal(signal.SIGTERM)
            self._gateway.wait(20)

    def _listen(self, process: "subprocess.Popen[str]") -> None:
        assert process.stderr is not None
        self.printed.extend(process.stderr)


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    opened = Shell(tmp_path)
    yield opened
    opened.stop()


def decide(link: str, decision: str) -> None:
    with httpx2.Client() as browser:
        form = {"token": field(browser.get(link).text, "token"), "decision": decision, "account": "a@example.org"}
        assert browser.post(link, data=form).status_code == 200


def waiting(shell: Shell, *words: str) -> tuple["subprocess.Popen[str]", str]:
    """`connect --wait` as far as its first link."""
    process = shell.start("--config", "workbench.yaml", "connect", *words, "--wait", "--json")
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"http://127\.0\.0\.1:\S+", line):
            return process, found.group()
    raise AssertionError(process.communicate())


def test_connecting_over_processes_and_using_what_was_connected(shell: Shell) -> None:
    shell.serve()
    links = shell.json("connect", "mail", "notes", links=True)
    assert links["status"] == "initiated"
    decide(links["targets"][0]["connect_url"], "approve")
    listed = {entry["connector"]: entry for entry in shell.json("connectors")["connectors"]}
    assert (listed["mail"]["connected"], listed["notes"]["connected"]) == (True, False)
    sent = '{"to": ["a@example.org"], "subject": "Over two processes", "body": "x"}'
    shell.json("call", "connectors__mail__SEND_EMAIL", "--args", sent, "--yes")
    found = shell.json("call", "connectors__mail__SEARCH_EMAILS", "--args", '{"query": "processes"}', "--yes")
    assert "Over two processes" in json.dumps(found)
    missing = shell.json("call", "connectors__notes__LIST_NOTES", "--yes", code=7, links=True)
    assert missing["error"]["connect_url"].startswith(shell.url)
    codes = [target["connect_url"].rsplit("/", 1)[-1] for target in links["targets"]]
    everything = "".join(shell.printed)
    files = [path for path in shell.folder.rglob("*") if path.is_file() and path.parent.name != "gateway"]
    for path in files:
        everything += path.read_bytes().decode("latin-1")
    assert shell.token not in everything
    assert not [code for code in codes if code in everything]


def test_waiting_denied_and_interrupted(shell: Shell) -> None:
    shell.serve()
    process, link = waiting(shell, "mail")
    decide(link, "approve")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, out + err
    assert json.loads(out)["targets"][0]["state"] == "connected"
    assert link not in out
    process, _ = waiting(shell, "notes")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, out + err
    assert "Traceback" not in err
    assert shell.token not in out + err


def test_the_tool_itself_called_without_a_screen_gives_its_links_at_once(shell: Shell) -> None:
    shell.serve()
    arguments = '{"action": "connect", "connectors": ["mail"]}'
    called = shell.json("call", "manage_connections", "--args", arguments, "--yes", links=True)
    assert shell.url in json.dumps(called)


@pytest.mark.parametrize(
    ("faults", "words"),
    [
        (["dark"], "not available"),
        (["429", "retry_after=3600"], "slow down"),
        (["502"], "502"),
        (["wrong_shapes=types"], "wrong shape"),
        (["cursor_loop", "wrong_shapes=list", "on=search"], "wrong shape"),
    ],
)
def test_a_broken_gateway_is_told_on_stderr_and_local_results_stay(shell: Shell, faults: list[str], words: str) -> None:
    shell.serve(*(word for fault in faults for word in ("--fault", fault)))
    code, out, err = shell.run("search", "send email", "--json")
    assert words in err
    assert words not in out
    assert "connectors__" not in out
    shell.fault()
    code, out, err = shell.run("search", "send email", "--json")
    assert (code, "connectors__mail__SEND_EMAIL" in out) == (0, True)


def test_a_wrong_token_and_none(shell: Shell) -> None:
    shell.serve()
    shell.environ[TOKEN_ENV] = "not-the-token-0123456789"
    code, out, err = shell.run("connectors")
    assert code == 4
    assert "token" in out + err
    assert "not-the-token" not in out + err
    del shell.environ[TOKEN_ENV]
    assert shell.run("connectors")[0] == 7
    assert shell.run("connect", "mail")[0] == 7
    code, out, err = shell.run("connectors", "--sign-in")
    assert (code, TOKEN_ENV in err) == (2, True)

"""Secrets, logs, faults, pauses and snapshots."""

import gzip
import json
from pathlib import Path

import pytest

from workbench.model import RawTool, ServerUnreachable
from workbench.servers.backoff import Backoff
from workbench.servers.faults import FaultKind, explain, http_fault
from workbench.servers.logs import ServerLog, log_name
from workbench.servers.secrets import MASK, Masker, bare_url, masker_for
from workbench.servers.snapshot import read_snapshot, snapshot_json
from workbench.settings import ServerSpec


def test_every_secret_of_an_entry_is_masked() -> None:
    spec = ServerSpec(
        "s",
        url="https://user:hunter22@host/mcp?key=query-secret",
        env={"TOKEN": "env-secret", "PATH": "/usr/bin/x", "N": "12345"},
        headers={"Authorization": "Bearer sk-test-123456"},
        args=("--api-key", "flag-secret", "--token=inline-secret", "--port", "8080808"),
    )
    text = "hunter22 query-secret env-secret sk-test-123456 flag-secret inline-secret"
    assert masker_for(spec).mask(text) == " ".join([MASK] * 6)
    assert masker_for(spec).mask("/usr/bin/x 12345 8080808") == "/usr/bin/x 12345 8080808"


def test_secrets_are_found_in_their_written_forms() -> None:
    masker = Masker(['pä"ss/word'])
    assert masker.mask(json.dumps('pä"ss/word')) == f'"{MASK}"'
    assert masker.mask("p%C3%A4%22ss%2Fword") == MASK
    assert masker.mask_value({'pä"ss/word': ['x pä"ss/word', 5]}) == {MASK: [f"x {MASK}", 5]}


def test_a_bare_url_holds_no_secret() -> None:
    assert bare_url("https://u:p@host:8/path?token=x#y") == "https://host:8/path"
    assert bare_url("http://[bad?x") == "http://[bad"


def test_log_names_are_safe_and_differ() -> None:
    names = [log_name(name) for name in ("plain", "a/b", "a b", "../x", "", "x" * 300, "é", "\ud800", "A:b")]
    assert names[0] == "plain.log"
    assert len(set(names)) == len(names)
    assert all(len(name) < 90 and not set(name) & set("/\\: ") and not name.startswith(".") for name in names)


def test_a_log_is_cleaned_masked_and_bounded(tmp_path: Path) -> None:
    log = ServerLog(tmp_path / "logs" / "s.log", Masker(["tok-123"]), clock=lambda: 0.0)
    log.stderr(b"\x1b[2Jusing tok")
    log.stderr(b"-123\nsecond\nunended")
    log.stderr(b"")
    for number in range(2_500):
        log.stdout_noise(f"{number} " + "x" * 1_500)
    log.close()
    kept = "".join(path.read_text() for path in sorted(tmp_path.glob("logs/s.log*")))
    assert log.last_words() == f"[2Jusing {MASK} / second / unended"
    assert "\x1b" not in kept
    assert "tok-123" not in kept
    assert sum(path.stat().st_size for path in tmp_path.glob("logs/s.log*")) < 4_100_000
    assert (log.noise_count, len(log.noise)) == (2_500, 5)


def test_a_log_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    log = ServerLog(tmp_path / "file" / "s.log", Masker([]))
    log.note("lost")
    log.stderr(b"still counted\n")
    assert log.last_words() == "still counted"


def test_the_last_line_that_names_an_error_says_why_a_server_ended(tmp_path: Path) -> None:
    log = ServerLog(tmp_path / "s.log", Masker([]))
    log.stderr(b"error: an old one\nusage: serve [--port N]\nserve: error: unknown argument\n\n}\nNode.js v20\n")
    assert log.last_words() == "serve: error: unknown argument"


def test_the_telling_fault_is_found_in_nested_groups() -> None:
    class ConnectError(Exception):
        pass

    class ClosedResourceError(Exception):
        pass

    inner = ExceptionGroup("a", [ClosedResourceError(), ExceptionGroup("b", [ConnectError("refused for sk-test-1")])])
    spec = ServerSpec("s", url="http://u:p@host/mcp?x=1")
    found = explain(ExceptionGroup("c", [inner]), spec, Masker(["sk-test-1"]))
    assert found.kind is FaultKind.LOST
    assert found.reason == f"cannot connect to http://host/mcp: refused for {MASK}"
    assert found.advice


@pytest.mark.parametrize(
    ("status", "kind"),
    [(401, FaultKind.SIGN_IN), (403, FaultKind.SIGN_IN), (404, FaultKind.REQUEST), (500, FaultKind.REQUEST)],
)
def test_what_a_status_means(status: int, kind: FaultKind) -> None:
    found = http_fault(status, "x" * 5000, "http://host/mcp")
    assert (found.kind, str(status) in found.reason, len(found.reason) < 300) == (kind, True, True)
    assert http_fault(status, "", "http://host/mcp", session_lost=True).kind is FaultKind.LOST


def test_pauses_grow_end_and_begin_anew() -> None:
    now = [0.0]
    backoff = Backoff(lambda: now[0], (1, 2, 4))
    assert [backoff.next_delay() for _ in range(4)] == [1, 2, 4, None]
    backoff.ready()
    now[0] = 59
    assert backoff.next_delay() is None
    backoff.ready()
    now[0] = 119
    assert backoff.next_delay() == 1
    backoff.reset()
    assert backoff.next_delay() == 1


@pytest.mark.parametrize("packed", [False, True])
def test_a_snapshot_comes_back_as_it_was_written(tmp_path: Path, packed: bool) -> None:
    tools = (RawTool("a", "does a", "A", {"type": "object"}, {"type": "object"}), RawTool("b"))
    text = json.dumps(snapshot_json("srv", tools)).encode()
    path = tmp_path / "any.name"
    path.write_bytes(gzip.compress(text) if packed else text)
    assert read_snapshot(path) == [("srv", tools, ())]


def test_a_snapshot_of_many_servers_is_taken_apart(tmp_path: Path) -> None:
    path = tmp_path / "union.json"
    items = [{"name": "x", "server": "one", "inputSchema": {}}, {"name": "y", "server": "two", "inputSchema": {}}, 7]
    path.write_text(json.dumps(items))
    assert [(name, len(tools), len(reports)) for name, tools, reports in read_snapshot(path)] == [
        ("one", 1, 0), ("two", 1, 0), ("union", 0, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("data", [b"", b"{", b"7", b'{"tools": 5}', b"\x1f\x8bbroken", None])
def test_an_unusable_snapshot_is_named(tmp_path: Path, data: bytes | None) -> None:
    path = tmp_path / "tools.json"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(ServerUnreachable) as caught:
        read_snapshot(path)
    assert str(path) in caught.value.reason
    assert caught.value.advice


@pytest.mark.data
def test_real_catalogs_are_read_without_a_loss(catalogs: Path) -> None:
    for path in sorted(catalogs.glob("g*.json*")):
        if path.name.endswith(".manifest.json"):
            continue
        data = path.read_bytes()
        document = json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)
        assert sum(len(tools) for _, tools, _ in read_snapshot(path)) == len(document["tools"]), path.name

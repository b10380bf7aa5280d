"""Entries of `mcp_servers`: fields, faults that cost one entry, names, variables."""

import pytest

from tests.config.conftest import Read
from workbench.settings import ServerSpec, Settings

VARIABLES = {"API_TOKEN": "t-1", "EMPTY": "", "HOME": "/home/me"}


def one(settings: Settings, name: str = "a") -> ServerSpec:
    return next(spec for spec in settings.servers if spec.name == name)


def folder(settings: Settings) -> str:
    assert settings.path is not None
    return str(settings.path.parent)


def test_every_field_is_read(read: Read) -> None:
    settings = read(
        "mcp_servers:\n"
        "  a: {command: npx, args: [-y, 8080, true], env: {A: x, PORT: 08, ON: yes, V: 1.10}, cwd: sub,\n"
        "      supports_parallel_tool_calls: true, start_timeout: 1, list_timeout: 2.5,\n"
        "      call_timeout: '3', enabled: no}\n"
        "  b: {url: 'https://h.example/mcp', headers: {X-A: ' 1\n ', X-B: null}, transport: SSE}\n"
        "  c: {snapshot: ~/s.json}\n  d: {demo: flat-api}\n"
    )
    assert not settings.reports
    assert one(settings) == ServerSpec(
        "a", command="npx", args=("-y", "8080", "true"), env={"A": "x", "PORT": "08", "ON": "yes", "V": "1.10"},
        cwd=f"{folder(settings)}/sub", supports_parallel_tool_calls=True, start_timeout=1.0, list_timeout=2.5,
        call_timeout=3.0, enabled=False,
    )  # fmt: skip
    assert one(settings, "b") == ServerSpec("b", url="https://h.example/mcp", headers={"X-A": "1"}, transport="sse")
    assert [spec.transport_name for spec in settings.servers] == ["stdio", "sse", "snapshot", "demo"]


def test_paths_start_at_the_file_and_a_tilde_is_the_home_folder(read: Read) -> None:
    settings = read(
        "mcp_servers:\n  a: {command: ~/bin/s, args: ['~', ~/x], cwd: ~/w}\n  b: {snapshot: d/t.json}\n"
        "  c: {snapshot: /abs.json}\n",
        VARIABLES,
    )
    assert (one(settings).command, one(settings).args, one(settings).cwd) == (
        "/home/me/bin/s",
        ("~", "~/x"),
        "/home/me/w",
    )
    assert one(settings, "b").snapshot == f"{folder(settings)}/d/t.json"
    assert one(settings, "c").snapshot == "/abs.json"


def test_cfg_003_one_clear_fault_an_entry_and_the_good_ones_load(read: Read) -> None:
    settings = read(
        'mcp_servers: {both: {command: x, url: "http://127.0.0.1:9"}, none: {}, text: npx,\n'
        '  args: {command: x, args: "-y foo"},\n'
        "  env: {command: x, env: {N: 1, B: true, Z: null}}, ok: {command: python3, args: [s.py]}}\n"
    )
    assert [spec.name for spec in settings.servers] == ["both", "none", "text", "args", "env", "ok"]
    faulty = {spec.name: spec.error for spec in settings.servers if spec.error}
    assert set(faulty) == {"both", "none", "text", "args"}
    assert "command and url" in faulty["both"]
    assert "neither" in faulty["none"]
    assert "list" in faulty["args"]
    assert one(settings, "env").env == {"N": "1", "B": "true"}
    keys = [report.key for report in settings.reports]
    assert keys == [
        "mcp_servers.both", "mcp_servers.none", "mcp_servers.text", "mcp_servers.args.args", "mcp_servers.env.env",
    ]  # fmt: skip
    assert [report.where.rpartition(":")[2] for report in settings.reports] == ["1", "1", "1", "2", "3"]


@pytest.mark.parametrize(
    "entry",
    [
        "{command: [npx]}", "{command: ''}", "{command: true}", "{command: x, args: [[a]]}",
        "{command: x, args: [null]}",
        "{command: x, env: [A]}", "{command: x, env: {A: [1]}}", "{command: x, env: {'': 1}}",
        "{command: x, env: {'A=B': 1}}",
        "{command: x, env: {A: \"a\\0b\"}}", "{command: x, cwd: [a]}", "{command: \"a\\0\"}", "{command: \"\\ud800\"}",
        "{url: ftp://h}", "{url: h.example/mcp}", "{url: 'http://'}", "{url: 'http://h:99999'}", "{url: 'http://[::1'}",
        "{url: 'http://a b/'}", "{url: 5}", "{url: 'file:///etc/passwd'}",
        "{url: 'http://h', headers: {'a b': x}}", "{url: 'http://h', headers: {A: \"x\\ny\"}}",
        "{url: 'http://h', headers: {A: é}}", "{url: 'http://h', headers: [A]}",
        "{snapshot: [a]}", "{demo: {a: 1}}", "{snapshot: a, demo: b}", "[]", "5", "null",
    ],
)  # fmt: skip
def test_a_faulty_entry_is_listed_with_its_error_and_costs_only_itself(read: Read, entry: str) -> None:
    settings = read(f"mcp_servers:\n  ok: {{command: x}}\n  a: {entry}\n")
    assert one(settings).error
    assert one(settings, "ok").error == ""
    assert [report.severity for report in settings.reports] == ["error"]
    assert settings.reports[0].where.endswith(":3")


@pytest.mark.parametrize(
    ("key", "written", "used"),
    [
        ("start_timeout", "0", 0.1), ("start_timeout", "99999", 3600.0), ("call_timeout", "soon", 120.0),
        ("list_timeout", ".nan", 30.0), ("call_timeout", "true", 120.0), ("enabled", "perhaps", True),
        ("supports_parallel_tool_calls", "[1]", False),
    ],
)  # fmt: skip
def test_switches_and_time_outs_are_mended_and_never_fail_an_entry(
    read: Read, key: str, written: str, used: object
) -> None:
    settings = read(f"mcp_servers: {{a: {{command: x, {key}: {written}}}}}")
    assert getattr(one(settings), key) == used
    assert one(settings).error == ""
    assert [report.key for report in settings.reports] == [f"mcp_servers.a.{key}"]


def test_keys_of_another_transport_and_odd_ones_are_reported(read: Read) -> None:
    settings = read(
        "mcp_servers:\n  a: {command: x, headers: {A: b}, transport: stdio}\n"
        "  b: {url: 'http://h', env: {A: b}, args: [c]}\n"
        "  c: {url: 'http://h', transport: websocket}\n  d: {command: npx -y thing}\n"
    )
    assert [report.key for report in settings.reports] == [
        "mcp_servers.a.headers", "mcp_servers.b.args", "mcp_servers.b.env", "mcp_servers.c.transport",
        "mcp_servers.d.command",
    ]  # fmt: skip
    assert not any(spec.error for spec in settings.servers)


def test_cfg_005_variables_are_expanded_with_an_escape(read: Read) -> None:
    settings = read(
        'mcp_servers: {a: {command: "${API_TOKEN}/x", args: ["-${API_TOKEN}"], cwd: "/${API_TOKEN}",\n'
        '  env: {QA_TOKEN: "${API_TOKEN}", QA_MIX: "u:${API_TOKEN}@h", QA_LIT: "$${API_TOKEN}"}},\n'
        '  b: {url: "http://h/${API_TOKEN}", headers: {A: "Bearer ${API_TOKEN}"}}}\n',
        VARIABLES,
    )
    assert one(settings).env == {"QA_TOKEN": "t-1", "QA_MIX": "u:t-1@h", "QA_LIT": "${API_TOKEN}"}
    assert (one(settings).command, one(settings).args, one(settings).cwd) == ("t-1/x", ("-t-1",), "/t-1")
    assert (one(settings, "b").url, one(settings, "b").headers) == ("http://h/t-1", {"A": "Bearer t-1"})
    assert one(settings).variables == {"API_TOKEN": "t-1"}
    assert not settings.reports


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("${X:-fallback}", "fallback"), ("${EMPTY:-fallback}", "fallback"), ("$HOME_NOT", "$HOME_NOT"), ("{{X}}",
        "{{X}}"),
        ("${env:X}", "${env:X}"), ("~", "~"), ("${EMPTY}", ""), ("${X:-}", ""), ("$${X}", "${X}"), ("${", "${"),
        ("$$", "$$"),
        ("${1}", "${1}"), ("${X-y}", "${X-y}"), ("${API_TOKEN:-no}", "t-1"), ("$${X:-y}", "${X:-y}"),
    ],
)  # fmt: skip
def test_cfg_007_one_documented_syntax(read: Read, written: str, used: str) -> None:
    settings = read(f"mcp_servers: {{a: {{command: x, args: ['{written}']}}}}", VARIABLES)
    assert one(settings).args == (used,)
    assert not settings.reports


@pytest.mark.parametrize("written", ["${X}", "a${X}b", "${X:-${Y}}"])
def test_cfg_007_an_unset_variable_without_default_fails_its_entry_only(read: Read, written: str) -> None:
    settings = read(
        f"mcp_servers:\n  ok: {{command: x}}\n  a: {{command: c, env: {{A: '{written}', B: '${{Z}}', C: sk-1234}}}}\n",
        VARIABLES,
    )
    assert "X" in one(settings).error
    assert one(settings).command == "c"
    assert one(settings, "ok").error == ""
    assert len(settings.reports) == 1
    assert "sk-1234" not in str(settings.reports[0])


def test_cfg_014_reserved_and_empty_names_are_refused_and_odd_ones_work(read: Read) -> None:
    settings = read(
        "mcp_servers: {connectors: {command: x}, tool_search: {command: x}, Tool-Call: {command: x},\n"
        '  "": {command: x},\n'
        '  "  ": {command: x}, "a\\tb": {command: x}, "\\u202e": {command: x},\n'
        "  a b/ü: {command: x}, on: {command: x}, 7: {command: x}}\n"
    )
    assert [spec.name for spec in settings.servers] == ["a b/ü", "on", "7"]
    assert len(settings.reports) == 7
    assert all(report.severity == "error" for report in settings.reports)


def test_of_two_servers_with_one_name_the_second_is_refused(read: Read) -> None:
    settings = read("mcp_servers:\n  a: {command: x}\n  a: {command: y}\n  ' a': {command: z}\n")
    assert [spec.command for spec in settings.servers] == ["x"]
    assert [report.where.rpartition(":")[2] for report in settings.reports] == ["3", "4"]


def test_sec_010_no_report_shows_a_value_of_env_headers_args_or_url(read: Read) -> None:
    secret = "sk-test-123456"
    settings = read(
        "mcp_servers:\n"
        "  a: {command: x, env: {A: ['${TOK}'], B: sk-test-123456}}\n"
        "  b: {url: 'ftp://u:${TOK}@h?k=${TOK}', headers: {Authorization: 'Bearer ${TOK}'}}\n"
        "  c: {url: 'http://h', headers: {A: \"${TOK}\\nx\", 'b b': '${TOK}'}}\n"
        "  d: {command: x, args: '--token sk-test-123456'}\n"
        "  e: {command: ['sk-test-123456']}\n"
        "  f: sk-test-123456\n"
        "  g: {command: x, transport: sk-test-123456, tokens: sk-test-123456}\n",
        {"TOK": secret},
    )
    assert len(settings.reports) >= 7
    assert secret not in "".join(map(str, settings.reports))
    assert secret not in "".join(spec.error for spec in settings.servers)

"""What may be shown of a server, and which texts are its secrets."""

import json

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.config.conftest import Read
from workbench.config import mask_text, masked, masked_args, masked_target, masked_url, secret_values
from workbench.settings import ServerSpec, Settings

calm = hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (["--token", "X"], "--token ***"), (["--api-key=abc"], "--api-key=***"), (["API_KEY=abc"], "API_KEY=***"),
        (["-e", "GITHUB_TOKEN=ghp"], "-e GITHUB_TOKEN=***"), (["--password", "-x"], "--password ***"),
        (["--token", "--verbose"], "--token --verbose"), (["--github-token=x=y"], "--github-token=***"),
        (["--header", "Authorization: Bearer abc"], '--header "Authorization: ***"'),
        (["-H", "X-Thing: abc"], '-H "X-Thing: ***"'), (["Authorization:abc"], "Authorization:***"),
        (["Bearer abc"], '"Bearer ***"'), (["ghp_0123456789abcdef"], "***"), (["sk-proj-0123456789"], "***"),
        (["postgresql://u:p@h/db"], "postgresql://***@h/db"), (["--url=http://h/?k=v"], "--url=http://h/?k=***"),
        (['{"token": "x"}'], "***"), (["-y", "@scope/server", "--port", "8080", "--key-file", "a.pem"], None),
        (["--monkey", "banana", "/tmp/a=b", "--depth=3", "--name=github"], None), (["--maxTokens=5"], None),
    ],
)  # fmt: skip
def test_arguments(args: list[str], shown: str | None) -> None:
    spec = ServerSpec("a", command="npx", args=tuple(args))
    assert masked_target(spec) == f"npx {' '.join(args) if shown is None else shown}"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://h.example:8/mcp", "https://h.example:8/mcp"), ("https://u:p@h/x", "https://***@h/x"),
        ("https://tok@h/", "https://***@h/"), ("https://h/?a=b&c=d&e", "https://h/?a=***&c=***&***"),
        ("https://h/#frag", "https://h/#***"), ("https://h/s/Zm9vYmFyYmF6cXV4MTIzNDU2/mcp", "https://h/s/***/mcp"),
        ("https://h/s/0b0e2c1a-7d6e-4c5f-9a3b-1f2e3d4c5b6a", "https://h/s/***"), ("http://[::1", "***"),
        ("nothing", "***"),
        ("https://h/repos/modelcontextprotocol-servers", "https://h/repos/modelcontextprotocol-servers"),
    ],
)  # fmt: skip
def test_addresses(url: str, shown: str) -> None:
    assert masked_url(url) == shown
    assert masked_target(ServerSpec("a", url=url)) == shown


def test_what_came_from_a_variable_is_shown_by_its_name() -> None:
    variables = {"HOME": "/home/me", "ID": "x-12", "N": "1"}
    spec = ServerSpec("a", command="/home/me/bin/s", args=("/home/me/x-12", "1", "11"), variables=variables)
    assert masked_target(spec) == "${HOME}/bin/s ${HOME}/${ID} ${N} 11"
    assert secret_values(spec) == ("x-12",)
    assert masked_target(ServerSpec("a", snapshot="/home/me/s.json", variables=variables)) == "${HOME}/s.json"
    assert masked_target(ServerSpec("a", demo="basics")) == "demo basics"
    assert masked_target(ServerSpec("a", error="no")) == ""


def test_a_target_is_one_line_without_control_characters() -> None:
    assert masked_target(ServerSpec("a", command="x\x1b[31m", args=("a\nb", "\u202ec"))) == 'x[31m "a b" c'


def test_sec_010_secret_values_find_every_secret_of_the_entry() -> None:
    spec = ServerSpec(
        "a", command="x", args=("--token", "argument-1", "--k=v", "http://u:inarg-1@h"),
        env={"A": "in-env-1", "B": "1", "C": "true"}, url="https://user:pass%20word@h/?k=in-query",
        headers={"Authorization": "Bearer tok-123", "Accept": "application/json"}, variables={"V": "in-variable"},
    )  # fmt: skip
    secrets = secret_values(spec)
    for expected in (
        "argument-1",
        "inarg-1",
        "in-env-1",
        "pass word",
        "pass%20word",
        "in-query",
        "tok-123",
        "in-variable",
    ):
        assert expected in secrets
    assert not {"1", "true", "application/json", "v"} & set(secrets)
    assert list(secrets) == sorted(secrets, key=lambda value: (-len(value), value))


def test_sec_013_a_malformed_header_is_masked_in_a_text_of_the_server() -> None:
    spec = ServerSpec("a", url="http://h", headers={"Authorization": "tok-123"})
    assert mask_text("bad header: tok-123!", secret_values(spec)) == "bad header: ***!"


@given(st.text(), st.lists(st.text(max_size=8)))
@calm
def test_no_secret_is_left_in_a_masked_text(text: str, secrets: list[str]) -> None:
    shown = mask_text(text, secrets)
    assert not any(secret in shown for secret in secrets if secret and not set(secret) <= {"*"} and "*" not in secret)


@given(st.lists(st.text()), st.text())
@calm
def test_masking_never_raises(args: list[str], text: str) -> None:
    spec = ServerSpec(
        "a", command=text, args=tuple(args), url=f"http://{text}", headers={"A": text}, variables={"V": text}
    )
    assert len(masked_args(args, {"V": text})) == len(args)
    assert "\n" not in masked_target(spec)
    masked_url(text)
    secret_values(spec)


def test_masked_settings_are_plain_data_without_a_secret(read: Read) -> None:
    secret = "sk-test-123456"
    settings = read(
        "mcp_servers:\n"
        "  a: {command: x, args: [--token, '${TOK}', 'K=${TOK}', 'pre${TOK}'], env: {A: '${TOK}', B: sk-test-123456}}\n"
        "  b: {url: 'https://u:${TOK}@h/${TOK}?k=${TOK}',\n"
        "      headers: {Authorization: 'Bearer ${TOK}', X: sk-test-123456}}\n"
        "  c: {command: x --token sk-test-123456}\n  d: {command: x, cwd: '${TOK}'}\n  e: {snapshot: '${TOK}'}\n",
        {"TOK": secret},
    )
    shown = masked(settings)
    text = json.dumps(shown)
    assert secret not in text
    assert secret not in "".join(masked_target(spec) for spec in settings.servers)
    assert shown["mcp_servers"]["a"]["env"] == {"A": "***", "B": "***"}
    assert shown["mcp_servers"]["b"]["headers"] == {"Authorization": "***", "X": "***"}
    assert shown["mcp_servers"]["a"]["args"] == ["--token", "***", "K=***", "pre${TOK}"]
    assert shown["origins"]["mcp_servers.a"].endswith(":2")
    assert shown["path"] == str(settings.path)


def test_masked_default_settings() -> None:
    shown = masked(Settings())
    assert shown["tools"]["tool_search"]["threshold_pct"] == 5.0
    assert shown["toolsets"] == {"enabled": None, "disabled": []}

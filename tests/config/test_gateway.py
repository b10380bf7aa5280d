"""The gateway section."""

from pathlib import Path

import pytest

from workbench.config import read_text
from workbench.settings import GatewaySettings, Settings


def load(text: str, **environ: str) -> Settings:
    return read_text(text, "f.yaml", Path("/"), environ=environ, cwd=Path("/"))


def test_a_remote_one() -> None:
    settings = load("gateway: {url: 'https://${HOST}/', token_env: GATEWAY_TOKEN}", HOST="gate.example")
    assert settings.gateway == GatewaySettings("https://gate.example", "GATEWAY_TOKEN")
    assert settings.reports == ()
    assert settings.origins["gateway.url"] == "f.yaml:1"


def test_the_embedded_one_is_off_until_asked_for() -> None:
    assert load("model: {}").gateway == GatewaySettings()
    assert load("gateway: {embedded: yes}").gateway.embedded


@pytest.mark.parametrize(
    "url",
    ["http://gate.example", "ftp://x", "gate", "https://u:p@gate", "https://gate/?a=b", "http://[::1", "${NOPE}", "5"],
)
def test_addresses_that_cannot_be_used(url: str) -> None:
    settings = load(f"gateway: {{url: '{url}', token_env: T}}")
    assert settings.gateway.url == ""
    assert [report.key for report in settings.reports] == ["gateway.url"]


@pytest.mark.parametrize("url", ["http://127.0.0.1:8080", "http://localhost:1", "http://[::1]:9", "https://a.b/c"])
def test_addresses_that_can(url: str) -> None:
    assert load(f"gateway: {{url: '{url}', token_env: T}}").gateway.url == url


def test_a_token_in_place_of_a_variable_is_not_repeated() -> None:
    settings = load("gateway: {url: 'https://a.b', token_env: 'sk-123-secret'}")
    assert settings.gateway.token_env == ""
    assert settings.reports
    assert "sk-123" not in "".join(map(str, settings.reports))


def test_url_and_embedded() -> None:
    settings = load("gateway: {url: 'https://a.b', token_env: T, embedded: true}")
    assert not settings.gateway.embedded
    assert "embedded" in str(settings.reports[0])

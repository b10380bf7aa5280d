"""Which addresses are asked and opened."""

from collections.abc import Sequence

import pytest

from workbench.servers.oauth.addresses import AddressRule, Refused, openable

NAMES = {
    "mcp.example.com": ("93.184.216.34",),
    "auth.example.com": ("93.184.216.35", "2606:2800:220:1::1"),
    "rebind.example.com": ("93.184.216.34", "10.0.0.1"),
    "mcp.corp.example": ("10.1.2.3",),
    "sso.corp.example": ("10.1.2.4",),
    "metadata.example.com": ("169.254.169.254",),
    "me.example.com": ("127.0.0.1",),
    "2130706433": ("127.0.0.1",),
    "proxied.example.com": ("198.18.0.7",),
}

PUBLIC = "https://mcp.example.com/mcp"
PRIVATE = "https://mcp.corp.example/mcp"
LOCAL = "http://127.0.0.1:8000/mcp"


async def names(host: str) -> Sequence[str]:
    return NAMES.get(host, ())


@pytest.mark.parametrize(
    ("server", "url"),
    [
        (PUBLIC, "https://auth.example.com/token"),
        (PUBLIC, "https://unknown.example.com/token"),
        (PUBLIC, "https://proxied.example.com/token"),
        (PUBLIC, "https://[2606:4700::1111]:8443/token"),
        (PRIVATE, "https://sso.corp.example/token"),
        (PRIVATE, "https://auth.example.com/token"),
        (LOCAL, "http://localhost:9000/token"),
        (LOCAL, "http://[::1]:9000/token"),
        (LOCAL, "https://auth.example.com/token"),
        (LOCAL, "https://sso.corp.example/token"),
    ],
)
async def test_honest_addresses_pass(server: str, url: str) -> None:
    await AddressRule(server, names).check(url, "token_endpoint")


@pytest.mark.parametrize(
    ("server", "url"),
    [
        (PUBLIC, "http://auth.example.com/token"),
        (PUBLIC, "https://localhost/token"),
        (PUBLIC, "https://app.localhost./token"),
        (PUBLIC, "https://127.0.0.1/token"),
        (PUBLIC, "https://2130706433/token"),
        (PUBLIC, "https://[::ffff:127.0.0.1]/token"),
        (PUBLIC, "https://[::ffff:10.0.0.1]/token"),
        (PUBLIC, "https://[fd00::1]/token"),
        (PUBLIC, "https://10.0.0.1/token"),
        (PUBLIC, "https://100.64.0.1/token"),
        (PUBLIC, "https://rebind.example.com/token"),
        (PUBLIC, "https://me.example.com/token"),
        (PUBLIC, "https://metadata.example.com/latest"),
        (PUBLIC, "https://auth.example.com\\@10.0.0.1/"),
        (PUBLIC, "https://name:word@auth.example.com/"),
        (PUBLIC, "https://auth.example.com/ x"),
        (PUBLIC, "ftp://auth.example.com/"),
        (PUBLIC, ""),
        (PRIVATE, "http://sso.corp.example/token"),
        (PRIVATE, "https://127.0.0.1/token"),
        (PRIVATE, "https://169.254.169.254/token"),
        (LOCAL, "http://auth.example.com/token"),
        (LOCAL, "http://10.0.0.1/token"),
        (LOCAL, "https://169.254.169.254/token"),
        (LOCAL, "http://0.0.0.0/token"),
        (LOCAL, "http://[fe80::1%25eth0]/token"),
        ("http://mcp.example.com/mcp", "http://127.0.0.1/token"),
    ],
)
async def test_sec_017_other_addresses_are_refused_by_their_field(server: str, url: str) -> None:
    with pytest.raises(Refused, match="token_endpoint is ") as caught:
        await AddressRule(server, names).check(url, "token_endpoint")
    assert "word" not in str(caught.value)


@pytest.mark.parametrize("url", ["https://ok.example/a", "HTTP://ok.example:8080/a?b=c#d"])
def test_links_that_may_be_opened(url: str) -> None:
    assert openable(url)


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "smb://host/share",
        "search-ms:query",
        "vscode://x",
        "\\\\host\\share",
        "https:/host",
        "https://",
        "//host/x",
        "https://a b/",
        "https://host/\x1b[31m",
        "https://host:port/",
        "https://" + "x" * 9000,
    ],
)
def test_sec_014_and_015_links_that_may_not_be_opened(url: str) -> None:
    assert not openable(url)

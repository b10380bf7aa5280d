"""The section `gateway`: where connectors are reached (spec 4.2, 4.9)."""

import re
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from workbench.config.expand import Expansion
from workbench.config.reading import Reading, dotted
from workbench.config.tree import Located
from workbench.settings import GatewaySettings

_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def read_gateway(reading: Reading, root: Located, environ: Mapping[str, str]) -> GatewaySettings:
    """`gateway`: an address with the name of the variable that holds its token, or the embedded one."""
    section = reading.section(root, "gateway", "gateway", ("url", "token_env", "embedded"))

    def find(name: str) -> tuple[Located | None, str]:
        return reading.find(section, name, dotted("gateway", name)), dotted("gateway", name)

    embedded = reading.flag(*find("embedded"), False)
    variable = _read_variable(reading, *find("token_env"))
    url = _read_address(reading, *find("url"), environ)
    if url and not variable:
        reading.report("gateway", "has a url but no token_env", section.line, used="the gateway without a token",
                       advice="Name the environment variable that holds the token.")  # fmt: skip
    if url and embedded:
        reading.report("gateway", "says url and embedded", section.line, used="the url", advice="Keep one of them.")
    return GatewaySettings(url, variable, embedded and not url)


def _read_variable(reading: Reading, node: Located | None, key: str) -> str:
    name = reading.text(node, key)
    if node is not None and name and not _VARIABLE.fullmatch(name):
        # What stands here by mistake may be the token itself, so it is not quoted.
        reading.report(key, "is not the name of an environment variable", node.line, used="none")
        return ""
    return name


def _read_address(reading: Reading, node: Located | None, key: str, environ: Mapping[str, str]) -> str:
    if node is None:
        return ""
    expansion = Expansion(environ)
    url = expansion.text(reading.text(node, key)).rstrip("/")
    if not url:
        return ""
    problem = f"the variable {expansion.unset[0]} is not set" if expansion.unset else address_fault(url)
    if problem:
        reading.report(
            key, problem, node.line, used="no gateway", advice="Write https://HOST or http://127.0.0.1:PORT."
        )
        return ""
    return url


def address_fault(url: str) -> str:
    """Why a gateway's address cannot be used, empty where it can: a token must not cross a network in clear text."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        return "is not an address"
    if parts.scheme not in ("http", "https") or not host or any(letter.isspace() for letter in url):
        return "is not an http or https address"
    if "@" in parts.netloc or parts.query or parts.fragment:
        return "holds user information, a query or a fragment"
    return "is http and not on this machine" if parts.scheme == "http" and not _is_loopback(host) else ""


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

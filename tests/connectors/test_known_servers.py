"""The shape of the shipped catalog."""

import re

import pytest

from workbench.connectors.known_servers import KNOWN_SERVERS, KnownServer, known_server
from workbench.connectors.links import safe_link
from workbench.settings import RESERVED_SERVER_NAMES


@pytest.mark.parametrize("server", KNOWN_SERVERS, ids=lambda server: server.name)
def test_every_entry_can_be_attached_and_shown(server: KnownServer) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9-]{1,30}", server.name)
    assert server.name not in RESERVED_SERVER_NAMES
    assert bool(server.command) != bool(server.url)
    assert server.title and server.summary and not server.summary.endswith(".")
    assert safe_link(server.homepage)
    assert server.homepage.startswith("https://")
    if server.url:
        assert safe_link(server.url) and server.url.startswith("https://")
    else:
        assert server.auth == "none" and not server.headers
        assert server.command in ("npx", "uvx")
    assert (server.auth == "token") == bool(server.headers)
    named = set(re.findall(r"\{(\w+)\}", " ".join(text for _, text in server.headers)))
    assert named <= {variable.name for variable in server.variables}
    assert all(re.fullmatch(r"[A-Z][A-Z0-9_]*", variable.name) for variable in server.variables)
    spec = server.spec("/a folder")
    assert (spec.name, spec.url, spec.command, spec.env, spec.headers) == (
        server.name,
        server.url,
        server.command,
        {},
        {},
    )
    assert not any("{" in arg for arg in spec.args)


def test_names_are_unique_and_found_exactly() -> None:
    assert len({server.name for server in KNOWN_SERVERS}) == len(KNOWN_SERVERS)
    found = known_server("filesystem")
    assert found is not None
    assert found.spec("/w").args[-1] == "/w"
    assert known_server("Filesystem") is None

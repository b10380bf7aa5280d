"""A gateway whose answers a test writes itself, over real HTTP."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = Any
Answerer = Callable[[str, Json], Json]


class Scripted:
    """Its address, and what it was asked: (route, body) in order."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[tuple[str, Json]] = []

    def bodies(self, route: str) -> list[Json]:
        return [body for at, body in self.asked if at == route]


@contextmanager
def scripted(answer: Answerer) -> Iterator[Scripted]:
    """A server that answers every request with 200 and what `answer(route, body)` gives."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._respond(None)

        def do_POST(self) -> None:
            self._respond(json.loads(self.rfile.read(int(self.headers["content-length"]))))

        def log_message(self, *_: object) -> None:
            return

        def _respond(self, body: Json) -> None:
            route = self.path.partition("?")[0].removeprefix("/v1/connectors").strip("/") or "list"
            here.asked.append((route, body))
            content = json.dumps(answer(route, body)).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    here = Scripted(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield here
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def schema(connector: str, slug: str, description: str) -> Json:
    """The schema entry of a tool without arguments."""
    return {"connector": connector, "tool": slug, "description": description, "inputSchema": {"type": "object"}}


def found(body: Json, slugs: list[str], schemas: dict[str, Json]) -> Json:
    """A search answer that finds the same slugs for every query."""
    results = [
        {
            "index": index, "useCase": query["useCase"], "tools": slugs, "relatedTools": [], "connectors": [],
            "guidance": "", "planSteps": [], "pitfalls": [], "error": None,
        }
        for index, query in enumerate(body["queries"])
    ]  # fmt: skip
    return {"results": results, "schemas": schemas, "connections": [], "nextSteps": []}

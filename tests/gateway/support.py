"""A client that speaks the wire by hand, so that the gateway is held to the contract and to nothing else."""

import re
from typing import Any

import httpx2

from workbench.gateway import EmbeddedGateway

PREFIX = "/v1/connectors"
Answer = dict[str, Any]


class FakeClock:
    """Wall time that moves when told."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


class Wire:
    """Requests as a client sends them, and a person at the consent page."""

    def __init__(self, gateway: EmbeddedGateway, client: httpx2.AsyncClient) -> None:
        self.gateway = gateway
        self.client = client
        self.token = gateway.token

    async def send(self, method: str, path: str, **more: Any) -> httpx2.Response:
        headers = {"Authorization": f"Bearer {self.token}", **more.pop("headers", {})}
        return await self.client.request(method, path, headers=headers, **more)

    async def post(self, route: str, body: Any, **more: Any) -> Answer:
        response = await self.send("POST", f"{PREFIX}/{route}", json=body, **more)
        assert response.status_code == 200, response.text
        answer: Answer = response.json()
        return answer

    async def search(self, *queries: str) -> Answer:
        return await self.post("search", {"queries": [{"useCase": query} for query in queries]})

    async def connect(self, *connectors: str, reinitiate: bool = False) -> list[Answer]:
        answer = await self.post("connections", {"connectors": list(connectors), "reinitiate": reinitiate})
        rows: list[Answer] = answer["results"]
        return rows

    async def execute(self, connector: str, tool: str, arguments: Answer | None = None, **more: Any) -> Answer:
        body = {"tools": [{"connector": connector, "tool": tool, "arguments": arguments or {}}]}
        answer = await self.post("execute", body, **more)
        row: Answer = answer["results"][0]
        return row

    async def done(self, connector: str, tool: str, **arguments: Any) -> Answer:
        """The data of a call that has to succeed; an argument `from_` is sent as `from`."""
        sent = {key.rstrip("_"): value for key, value in arguments.items()}
        row = await self.execute(connector, tool, sent)
        assert row["error"] is None, row
        data: Answer = row["data"]
        return data

    async def row(self, connector: str) -> Answer:
        items = (await self.send("GET", PREFIX)).json()["items"]
        found: Answer = next(item for item in items if item["connector"] == connector)
        return found

    async def form_token(self, link: str) -> str:
        page = await self.client.get(link)
        assert page.status_code == 200, page.text
        return field(page.text, "token")

    async def decide(self, link: str, decision: str, account: str = "") -> httpx2.Response:
        form = {"token": await self.form_token(link), "decision": decision, "account": account}
        return await self.client.post(link, data=form)

    async def connected(self, connector: str, account: str = "somebody@example.org") -> str:
        """Connects an account by hand; gives the connection's id."""
        [minted] = await self.connect(connector, reinitiate=True)
        assert (await self.decide(minted["connectUrl"], "approve", account)).status_code == 200
        identity: str = (await self.row(connector))["connectionId"]
        return identity

    async def accounts_page(self) -> str:
        page = await self.client.post("/accounts", data={"owner": self.token})
        assert page.status_code == 200
        return page.text

    async def manage(self, action: str, connector: str) -> str:
        """Presses a button on the accounts page; gives what the page says then."""
        page = await self.accounts_page()
        connection = (await self.row(connector)).get("connectionId", "")
        form = {"page": field(page, "page"), "action": action, "connection": connection}
        answer = await self.client.post("/accounts", data=form)
        assert answer.status_code == 200
        return answer.text


def field(page: str, name: str) -> str:
    """The value of the first hidden field of a name."""
    match = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert match is not None, page
    return match[1]

"""A gateway that says the token and its links wherever it can: none of it gets past the border (spec 4.2, 4.6)."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.scripted import found, schema, scripted
from tests.e2e.support import TOKEN_ENV, world
from workbench.settings import GatewaySettings

pytestmark = pytest.mark.anyio

LINK = "https://consent.example/connect/c0de-that-is-live"


def answer(route: str, body: Any) -> Any:
    token = os.environ[TOKEN_ENV]
    says = f"Bearer {token} and {LINK}"
    if route == "list":
        row = {"connector": "mail", "enabled": True, "connected": False, "connectionStatus": "failed"}
        return {"items": [{**row, "statusReason": says, "disabledTools": [token]}], "nextCursor": None}
    if route == "search":
        return found(body, ["MAIL_SEND"], {"MAIL_SEND": schema("mail", "MAIL_SEND", f"Send mail. {token}")})
    if route == "schemas":
        return {"schemas": {"MAIL_SEND": schema("mail", "MAIL_SEND", token)}, "notFound": [], "suggestions": {}}
    if route == "execute":
        error = {"code": "CONNECTION_REQUIRED", "message": says, "hint": says, "connectUrl": LINK}
        row = {"index": 0, "connector": "mail", "tool": "MAIL_SEND", "data": None, "error": error}
        return {"results": [row], "successCount": 0, "errorCount": 1, "totalCount": 1}
    rows = [
        {
            "connector": name, "status": "initiated" if name == "mail" else "failed", "connectUrl": LINK,
            "connectionId": token, "instruction": says, "statusReason": says, "reinitiated": False,
        }
        for name in body["connectors"]
    ]  # fmt: skip
    return {"results": rows, "summary": {"total": len(rows), "active": 0, "initiated": 1, "failed": len(rows) - 1}}


async def test_neither_token_nor_link_gets_past_the_border(tmp_path: Path) -> None:
    with scripted(answer) as gateway:
        async with world(tmp_path, gateway=GatewaySettings(url=gateway.url, token_env=TOKEN_ENV)) as here:
            token = os.environ[TOKEN_ENV]
            task = await here.begin("connect", "mail", "notes")
            assert here.states() == {"mail": "initiated", "notes": "failed"}
            assert here.target("mail")["connect_url"] == LINK
            shown = [{**target, "connect_url": None} for target in here.hub.frames[0]["targets"]]
            assert LINK not in str(shown)
            here.go_on()
            told = [repr(await here.finish(task)), repr(here.hub.view), str(here.hub.frames), repr(here.session.state)]
            told.append(repr(await here.manage("status")))
            told.append(repr(await here.session.search_everywhere(["send mail"])))
            told.append(repr(await here.session.describe_everywhere(["connectors__mail__SEND"])))
            told.append(repr(await here.call("connectors__mail__SEND")))
            told.append(repr(await here.call("connectors__mail__SEND", cards=False)))
            told += [repr(event) for event in here.events]
            assert not [text for text in told if token in text]
            for text in (told[0], told[-1], *(repr(event) for event in here.events)):
                assert LINK not in text
            assert LINK not in repr(await here.call("connectors__mail__SEND"))
            await asyncio.sleep(0)

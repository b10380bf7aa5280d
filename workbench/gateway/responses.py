"""Bodies in and out."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from workbench.gateway.errors import WireError
from workbench.gateway.requests import MOST_BYTES


async def read_body(request: Request, most: int = MOST_BYTES) -> bytes:
    """The body, unless it is longer than it may be."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise WireError(413, "TOO_LARGE", f"The body is longer than {most} bytes.")
    return bytes(body)


def json_response(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer, in ASCII: text that cannot be encoded otherwise still can be told."""
    return Response(json.dumps(value).encode("ascii"), status, headers, "application/json")


def error_response(error: WireError, request_id: str) -> Response:
    """The error envelope (spec 4.2)."""
    body = {"error": {"code": error.code, "message": error.message}, "requestId": request_id}
    return json_response(body, error.status, error.headers)

"""The loopback listener that receives the answer of the authorization server (RFC 8252)."""

import asyncio
import contextlib
import html
import secrets
from dataclasses import dataclass, field
from typing import Final, Self
from urllib.parse import parse_qs, urlsplit

from workbench.servers.oauth.steps import SignInFailed, Step
from workbench.text import clip, one_line

HOST: Final = "127.0.0.1"
PATH: Final = "/callback"

_HEAD_LIMIT: Final = 16_000
_READ_TIMEOUT: Final = 5.0
_CLOSE_TIMEOUT: Final = 1.0
_DENIED: Final = frozenset({"access_denied", "consent_required", "user_cancelled", "user_denied"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: a code, never shown and never logged, and the issuer where it was said."""

    code: str = field(repr=False)
    state: str = field(repr=False)
    issuer: str | None = None


@dataclass(frozen=True, slots=True)
class _Page:
    status: int
    title: str
    text: str


_DONE: Final = _Page(200, "Signed in", "The answer has arrived. You can close this page and go back to the workbench.")
_NO: Final = _Page(200, "Not signed in", "The authorization server said no. The workbench shows why; close this page.")
_LATE: Final = _Page(410, "Already answered", "This sign-in has been answered. Close this page.")
_FOREIGN: Final = _Page(
    400, "Not expected here", "This answer belongs to another sign-in and was ignored. Start again in the workbench."
)
_BARE: Final = _Page(400, "Nothing in it", "The authorization server sent neither a code nor an error.")
_ABSENT: Final = _Page(404, "Nothing here", "The workbench waits here for a sign-in only.")


class CallbackListener:
    """Listens on 127.0.0.1 for one answer. It is bound before any link is made, so the link always leads here.

    Answers to another `state` are ignored: a stranger's page cannot end a sign-in, nor finish one.
    """

    def __init__(self, server: asyncio.Server, port: int) -> None:
        self.port = port
        self.ignored = 0
        self._server = server
        self._state: str | None = None
        self._answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._handlers: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, port: int = 0, *, fixed: bool = False, setting: str = "") -> Self:
        """Listens on the port, or on a free one when it is 0 or, unless it is `fixed`, taken.

        Raises SignInFailed that names the port and the setting that changes it.
        """
        made: list[Self] = []

        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await made[0]._handle(reader, writer)

        for candidate in (port,) if fixed or port == 0 else (port, 0):
            try:
                server = await asyncio.start_server(handle, HOST, candidate, limit=_HEAD_LIMIT)
            except (OSError, OverflowError) as fault:
                trouble = fault
                continue
            made.append(cls(server, server.sockets[0].getsockname()[1]))
            return made[0]
        taken = isinstance(trouble, OSError) and trouble.errno is not None and "use" in (trouble.strerror or "")
        raise SignInFailed(
            Step.LISTENING,
            f"port {port} is in use" if taken else f"port {port} cannot be used: {type(trouble).__name__}",
            f"end the program that uses it, or change {setting}" if setting else "end the program that uses it",
        )

    @property
    def redirect_uri(self) -> str:
        """Where the authorization server has to send the browser."""
        return f"http://{HOST}:{self.port}{PATH}"

    def expect(self, state: str) -> None:
        """Only an answer with this state counts from now on."""
        self._state = state

    async def answer(self, seconds: float) -> Answer:
        """Waits for the answer. Raises SignInFailed where it is a no or an error, and when the time is over."""
        try:
            return await asyncio.wait_for(asyncio.shield(self._answer), seconds)
        except TimeoutError:
            ignored = "; an answer to another sign-in came and was ignored" if self.ignored else ""
            raise SignInFailed(
                Step.WAITING, f"no consent within {seconds:g} s{ignored}", "sign in again and finish in the browser"
            ) from None

    def offer(self, address: str) -> bool:
        """Takes the address that the browser ended on, copied by hand: for a browser on another computer.

        False where it is not the answer to this sign-in.
        """
        return self._receive(address.strip()) in (_DONE, _NO)

    async def close(self) -> None:
        """Stops listening once the page that is being sent has gone out."""
        self._server.close()
        if self._handlers:
            _, late = await asyncio.wait(self._handlers, timeout=_CLOSE_TIMEOUT)
            for task in late:
                task.cancel()
        if self._answer.done():
            self._answer.exception()
        self._answer.cancel()

    def _receive(self, target: str) -> _Page:
        """Takes one address; the page that answers it says what became of it."""
        try:
            parts = urlsplit(target)
            query = parse_qs(parts.query, keep_blank_values=True, max_num_fields=50)
        except ValueError:
            return _BARE
        if parts.path != PATH:
            return _ABSENT
        given = {name: values[0] for name, values in query.items()}
        state = given.get("state")
        mine = (
            self._state is not None
            and state is not None
            and secrets.compare_digest(state.encode("utf-8", "replace"), self._state.encode())
        )
        # Some servers leave the state out of an error; taking it as an answer can only end the sign-in, not finish it.
        if not mine and (state is not None or "error" not in given or self._state is None):
            self.ignored += 1
            return _FOREIGN
        if self._answer.done():
            return _LATE
        if "error" in given:
            self._answer.set_exception(_refusal(given))
            return _NO
        if not given.get("code"):
            return _BARE
        self._answer.set_result(Answer(given["code"], str(state), given.get("iss")))
        return _DONE

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._handlers.add(task)
        try:
            async with asyncio.timeout(_READ_TIMEOUT):
                head = await reader.readuntil(b"\r\n\r\n")
            writer.write(_response(self._reply(head.decode("latin-1").split("\r\n"))))
            await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self._handlers.discard(task)
            with contextlib.suppress(OSError):
                writer.close()

    def _reply(self, lines: list[str]) -> _Page:
        method, _, rest = lines[0].partition(" ")
        target = rest.rpartition(" ")[0]
        named = [line.partition(":")[2].strip().lower() for line in lines[1:] if line[:5].lower() == "host:"]
        if named not in ([f"{HOST}:{self.port}"], [f"localhost:{self.port}"]):
            return _FOREIGN
        return self._receive(target) if method == "GET" and target.startswith("/") else _ABSENT


def _refusal(given: dict[str, str]) -> SignInFailed:
    """The fault that an error answer stands for, with the words of the authorization server."""
    error = clip(one_line(given["error"]), 60)
    said = clip(one_line(given.get("error_description", "")), 200)
    if given["error"] in _DENIED:
        reason = f"the consent was denied: {said}" if said else "the consent was denied"
        return SignInFailed(Step.WAITING, reason, "sign in again if that was a mistake", denied=True)
    reason = f"the authorization server answered {error or 'an error'}" + (f": {said}" if said else "")
    return SignInFailed(Step.WAITING, reason, "sign in again; if it stays so, ask who runs the server")


def _response(page: _Page) -> bytes:
    """A whole HTTP answer with a page of our own words only."""
    title, text = html.escape(page.title), html.escape(page.text)
    body = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        "<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}</style>"
        f"<h1>{title}</h1><p>{text}</p></html>"
    ).encode()
    head = (
        f"HTTP/1.1 {page.status} {'OK' if page.status == 200 else 'Refused'}\r\n"
        "Content-Type: text/html; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\n"
        "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body

"""One connection operation on the terminal: its links, its questions, its outcome."""

import asyncio
import sys
import webbrowser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import click

from workbench.commands import printing
from workbench.commands.opening import say
from workbench.commands.options import Exit
from workbench.connectors.contract import Refused
from workbench.connectors.links import safe_link
from workbench.events import Event, FramePublished
from workbench.model import Json
from workbench.session import Session
from workbench.text import one_line, pretty_json


@dataclass(frozen=True, slots=True)
class Request:
    """What `workbench connect` was asked for."""

    names: Sequence[str]
    action: str
    force: bool = False
    mcp: bool = False
    open_links: bool = False

    def arguments(self) -> dict[str, Json]:
        """The same as arguments of `manage_connections` (spec 4.4)."""
        targets: list[Json] = [{"name": name, "mcp": True} for name in self.names] if self.mcp else list(self.names)
        return {"action": self.action, "connectors": targets, **({"force": True} if self.force else {})}


async def run(session: Session, request: Request, *, wait: bool, as_json: bool) -> int:
    """Carries the request out and prints its result; the answer is the exit code.

    With `wait` the links and steps go to stderr as they come, and the result when the operation has settled.
    """
    hub = session.connectors
    if not request.mcp and not hub.view.signed_in:
        say("not signed in at a gateway: run `workbench connectors --sign-in`, or set gateway.url in the configuration")
        return Exit.APPROVAL
    terminal = _Terminal(session, request.open_links)
    stop = session.subscribe(terminal.hear) if wait else _nothing
    try:
        result = await session.manage(request.arguments(), cards=wait)
    finally:
        stop()
        await terminal.close()
    if as_json:
        printing.print_json(result)
    else:
        printing.print_operation(result)
    if not wait:
        terminal.open_all(result)
        if hub.view.gateway == "embedded" and result.get("status") == "initiated":
            say("these links end with this command, as the embedded gateway does: use --wait, or `workbench gateway`")
    return _exit_of(result)


class _Terminal:
    """Shows the frames of an operation and answers its questions."""

    def __init__(self, session: Session, open_links: bool) -> None:
        self._session = session
        self._open_links = open_links
        self._said: set[str] = set()
        self._asked: set[asyncio.Task[None]] = set()

    def hear(self, event: Event) -> None:
        """One event of the session; everything but frames is passed over."""
        if not isinstance(event, FramePublished):
            return
        for target in event.payload["targets"]:
            name = one_line(target["name"])
            self._once(f"{name}: {target['state']}{_after(target['detail'])}")
            self._link(name, target["connect_url"])
            for step in target["extra"].get("steps") or ():
                self._once(f"{name}: {step['name']} {step['state']}{_after(step['note'])}")
            question = target["extra"].get("question")
            if question and self._is_new(f"{name} {pretty_json(question)}"):
                task = asyncio.ensure_future(self._answer(event.payload["op_id"], target["name"], question))
                self._asked.add(task)
                task.add_done_callback(self._asked.discard)

    def open_all(self, result: Mapping[str, Json]) -> None:
        """Opens the links of a prepared result where that was asked for."""
        for target in result.get("targets", ()):
            self._open(target.get("connect_url"))

    async def close(self) -> None:
        """Gives up on questions that nobody answers any more."""
        for task in self._asked:
            task.cancel()

    def _link(self, name: str, link: Json) -> None:
        if link and self._is_new(str(link)):
            say(f"{name}: open {link}")
            self._open(link)

    def _open(self, link: Json) -> None:
        if self._open_links and (safe := safe_link(link)):
            webbrowser.open(safe)

    def _once(self, line: str) -> None:
        if self._is_new(line):
            say(line)

    def _is_new(self, text: str) -> bool:
        new = text not in self._said
        self._said.add(text)
        return new

    async def _answer(self, op_id: str, name: str, question: Mapping[str, Json]) -> None:
        answer = await asyncio.to_thread(_ask, question)
        try:
            self._session.connectors.desk.respond(op_id, {"targets": {name: answer}})
        except Refused as refusal:
            say(f"{one_line(name)}: {refusal.message}")


def _ask(question: Mapping[str, Json]) -> dict[str, Json]:
    """Asks on the terminal; without one everything is refused."""
    if not sys.stdin.isatty():
        say("this needs an answer on a terminal; nothing was approved")
        return {"approve": False}
    if question["kind"] == "approval":
        say(pretty_json(question["plan"]))
        return {"approve": click.confirm("Do this?", default=False, err=True)}
    return {
        "environment": {
            need["name"]: click.prompt(
                f"{need['name']} {one_line(need['description'])}".strip(), hide_input=need["secret"], err=True
            )
            for need in question["needs"]
        }
    }


def _after(text: Json) -> str:
    return f": {one_line(text)}" if text else ""


def _nothing() -> None:
    return None


def _exit_of(result: Mapping[str, Json]) -> int:
    """Done when every target is connected or has its link; else what is missing is an account, or the way to one."""
    if "error" in result:
        return Exit.UNREACHABLE if "code" in result else Exit.USAGE
    states = {str(target["state"]) for target in result["targets"]}
    if states <= {"connected"} or (result["status"] == "initiated" and states <= {"connected", "initiated"}):
        return Exit.DONE
    return Exit.APPROVAL

"""What the commands print: JSON for programs, aligned text for people. Results on stdout, remarks on stderr."""

from collections.abc import Iterator, Mapping
from typing import Any

import click

from workbench.bridge.search import SearchAnswer
from workbench.commands.opening import say
from workbench.disclosure.prompt import prompt_text
from workbench.model import CallReport, Json
from workbench.search.query import Group
from workbench.session import ConnectorsView, SessionState, brings_tools
from workbench.text import byte_length, clip, compact_json, one_line, plain, pretty_json, tokens_of_bytes


def print_json(value: Json) -> None:
    """One JSON value on stdout, with nothing in it that a terminal would act on."""
    click.echo(pretty_json(value))


def table(rows: list[tuple[Any, ...]], header: tuple[str, ...]) -> str:
    """Aligned columns; numbers to the right."""
    cells = [header, *([_cell(value) for value in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    right = [all(isinstance(row[column], int | None) for row in rows) for column in range(len(header))]
    return "\n".join(
        "  ".join(
            text.rjust(width) if numeric else text.ljust(width)
            for text, width, numeric in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in cells
    )


def _cell(value: Any) -> str:
    if value is None:
        return "?"
    return f"{value:,}" if isinstance(value, int) else one_line(str(value))


def print_settings(settings: Mapping[str, Any]) -> None:
    """The resolved settings, one line each, with where each came from."""
    origins = settings["origins"]
    click.echo(f"file: {settings['path'] or 'none'}")
    shown = {key: value for key, value in settings.items() if key not in ("path", "origins", "reports")}
    rows = [(key, clip(compact_json(value), 60), _origin(key, origins)) for key, value in _leaves("", shown)]
    click.echo(table(rows, ("setting", "value", "from")))


def _leaves(prefix: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Dotted key and value of everything set; a server's entry is taken apart as well."""
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from _leaves(f"{prefix}.{key}" if prefix else str(key), item)
    else:
        yield prefix, value


def _origin(key: str, origins: Mapping[str, str]) -> str:
    """Where a value came from: its own origin, else that of the part it stands in."""
    while key:
        if key in origins:
            return origins[key]
        key = key.rpartition(".")[0]
    return "default"


def print_tiers(state: SessionState) -> None:
    """The tier, the budget, the savings and each server's share."""
    assembly = state.assembly
    saved = assembly.eager_tokens - assembly.visible_tokens - assembly.bridge_tokens
    percent = f" ({saved / assembly.eager_tokens:.0%})" if assembly.eager_tokens else ""
    facts: list[tuple[str, str]] = [
        ("tier", str(assembly.tier)),
        ("listing", f"{assembly.listing_form}, {assembly.listing_tokens:,} of {assembly.listing_budget:,} tokens"),
        ("deferred", f"{assembly.deferred_count:,} tools, {assembly.deferred_tokens:,} tokens"),
        ("visible", f"{assembly.visible_tokens:,} tokens"),
        ("bridge", f"{assembly.bridge_tokens:,} tokens, listing included"),
        ("eager", f"{assembly.eager_tokens:,} tokens"),
        ("saved", f"{saved:,} tokens{percent}"),
    ]
    for name, value in facts:
        click.echo(f"{name:9} {value}")
    rows = [
        (share.name, share.tools, share.schema_tokens, share.form, share.listing_tokens) for share in assembly.servers
    ]
    if rows:
        click.echo("\n" + table(rows, ("source", "tools", "schema tokens", "form", "listing tokens")))
    if brings_tools(state):
        _print_own(state)


def _print_own(state: SessionState) -> None:
    """What the agent itself brings: its toolsets, the parts of the prompt, and the array in bytes."""
    rows = [
        (share.toolset, share.tools, share.tokens, share.deferred_tools, share.deferred_tokens)
        for share in state.assembly.toolsets
    ]
    click.echo("\n" + table(rows, ("toolset", "tools", "tokens", "deferred", "deferred tokens")))
    parts = [(part.name, byte_length(part.text), part.tokens) for part in state.prompt]
    array = sum(byte_length(compact_json(entry)) for entry in state.assembly.definitions)
    whole = byte_length(prompt_text(state.prompt))
    parts.append(("whole prompt", whole, tokens_of_bytes(whole)))
    parts.append((f"array of {len(state.assembly.definitions)}", array, tokens_of_bytes(array)))
    click.echo("\n" + table(parts, ("prompt", "bytes", "tokens")))


def print_search(answer: SearchAnswer, *, explain: bool) -> None:
    """Groups with their matches, then each matched tool once."""
    if "error" in answer.payload:
        say(str(answer.payload["error"]))
        return
    records: Mapping[str, Mapping[str, Json]] = answer.payload["tools"]
    for group, entry in zip(answer.groups, answer.payload["results"], strict=True):
        click.echo(f"{one_line(group.query)}")
        if group.matches:
            rows = [
                (f"  {rank}", match.tool.name, match.source_name, f"{match.score:.2f}")
                for rank, match in enumerate(group.matches, 1)
            ]
            click.echo(table(rows, ("  #", "tool", "server", "score")))
        else:
            click.echo(f"  nothing: {entry.get('hint', '')}")
        if explain:
            _print_explanation(group)
        click.echo()
    for name, record in records.items():
        required = ", ".join(map(str, record["required"])) or "nothing"
        click.echo(f"{name}  [{one_line(record['source_name'])}; needs {one_line(required)}]")
        click.echo(f"  {clip(one_line(record['description']), 160)}")


def _print_explanation(group: Group) -> None:
    facts = group.explanation.as_json()
    for term in facts["terms"]:
        click.echo(f"    {one_line(term['term'])}: {term['role']}, in {term['df']:,} tools, idf {term['idf']:.2f}")
    gate = ", ".join(facts["gate"]) or "none"
    click.echo(f"    gate: {gate}; needs {facts['required']} of {facts['answerable']} terms")
    for refused in facts["refused"]:
        click.echo(f"    refused {refused['name']}: {one_line(refused['reason'])}")


def print_describe(answer: Mapping[str, Any]) -> None:
    """Each described tool with its schema; what was not found goes to stderr."""
    for name, entry in answer.get("tools", {}).items():
        click.echo(f"{name}\n{plain(entry['description'])}\n{pretty_json(entry['parameters'])}\n")
    for name, text in answer.get("errors", {}).items():
        say(f"{name}: {text}")
    for name in answer.get("not_found", ()):
        say(f"not found: {name}")
    for key in ("hint", "error"):
        if key in answer:
            say(str(answer[key]))


def _say_error(error: Mapping[str, Json]) -> None:
    say(str(error.get("error", "")))
    for name in error.get("suggestions", ()):
        say(f"did you mean {name}?")
    if "hint" in error:
        say(str(error["hint"]))


def connectors_json(view: ConnectorsView) -> dict[str, Json]:
    """The object that `workbench connectors --json` prints."""
    answer: dict[str, Json] = {"gateway": view.gateway, "signed_in": view.signed_in, "in_scope": view.in_scope}
    if view.trouble:
        answer["trouble"] = view.trouble
    answer["connectors"] = [account.as_json() for account in view.accounts]
    return answer


def print_connectors(view: ConnectorsView) -> None:
    """Each connector with the state of its account."""
    if not view.signed_in:
        say("not signed in: run `workbench connectors --sign-in`, or set gateway.url in the configuration")
    if view.trouble:
        say(view.trouble)
    rows = [(account.name, account.words, account.account.status_reason) for account in view.accounts]
    if rows:
        click.echo(table(rows, ("connector", "state", "reason")))


def print_operation(result: Mapping[str, Any]) -> None:
    """What came of a connection operation."""
    if "error" in result:
        say(str(result["error"]))
        return
    for target in result["targets"]:
        more = target.get("connect_url") or target.get("detail") or target.get("command") or ""
        click.echo(f"{one_line(target['name'])}: {target['state']}  {one_line(more)}".rstrip())
    say(str(result["note"]))


def call_json(report: CallReport) -> dict[str, Json]:
    """The object that `workbench call --json` prints."""
    answer: dict[str, Json] = {"name": report.name, "outcome": str(report.outcome), "arguments": report.arguments}
    if report.check is not None and report.check.repairs:
        answer["repairs"] = [
            {"path": repair.path, "from": repair.before, "to": repair.after} for repair in report.check.repairs
        ]
    if report.check is not None and report.check.failures:
        answer["failures"] = [
            {"path": failure.path, "constraint": failure.constraint, "message": failure.message}
            for failure in report.check.failures
        ]
    if report.check is not None and report.check.unchecked:
        answer["not_checked"] = list(report.check.unchecked)
    if report.notes:
        answer["notes"] = list(report.notes)
    if report.error is not None:
        answer["error"] = report.error
    if report.result is not None:
        answer["result"] = {"content": [item.raw for item in report.result.content], "isError": report.result.is_error}
        if report.result.structured is not None:
            answer["result"]["structuredContent"] = report.result.structured
        if report.result.problems:
            answer["problems"] = list(report.result.problems)
    answer["seconds"] = round(report.seconds, 3)
    return answer


def print_call(report: CallReport) -> None:
    """A call for a person: the tool's text on stdout, everything about it on stderr."""
    check = report.check
    for repair in check.repairs if check else ():
        note = f" ({repair.note})" if repair.note else ""
        say(f"repaired {repair.path}: {pretty_json(repair.before)} became {pretty_json(repair.after)}{note}")
    for note in check.unchecked if check else ():
        say(f"not checked: {note}")
    for note in report.notes:
        say(note)
    for failure in check.failures if check else ():
        say(f"{failure.path}: {failure.constraint}: {failure.message}")
    if report.result is None:
        say(f"{report.name}: {report.outcome}")
        if report.error is not None and not (check and check.failures):
            _say_error(report.error)
        return
    for problem in report.result.problems:
        say(f"problem: {problem}")
    for item in report.result.content:
        click.echo(plain(item.text))
    if report.result.structured is not None and not report.result.content:
        print_json(report.result.structured)
    if report.result.is_error:
        say(f"{report.name}: the tool reported an error")

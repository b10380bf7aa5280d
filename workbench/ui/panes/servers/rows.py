"""One server as lines of a list, narrow or wide, and its details as a text."""

from typing import Final

from textual.content import Content

from workbench.model import ServerState
from workbench.session import ServerView
from workbench.text import clip, one_line
from workbench.ui.format import bar, columns, count, number, percent, short_number, time_of_day
from workbench.ui.panes.servers.words import SIGNS

WIDE_ROW: Final = 70
"""From this width on a server takes one line."""

_BRIEF: Final = 90


def row(view: ServerView, width: int, budget: int) -> Content:
    """The list entry of a server in `width` cells; `budget` is the whole listing budget its bar is a share of."""
    return _wide(view, width, budget) if width >= WIDE_ROW else _narrow(view, width, budget)


def _narrow(view: ServerView, width: int, budget: int) -> Content:
    sign, colour = SIGNS[view.status.state]
    name = Content.assemble((sign, colour), " ", (one_line(view.name), "bold"))
    lines = [columns(name, Content.styled(str(view.status.state), colour), width)]
    inner = width - 2
    if view.status.state is ServerState.READY:
        lines.append(_indent(columns(tools(view), _tokens(number(view.schema_tokens)), inner)))
        # As wide as the whole budget, so that the bars of all servers have one scale.
        right = _tokens(number(view.listing_tokens).rjust(len(number(budget))))
        gauge = bar(view.listing_tokens, budget, max(inner - 10 - right.cell_length - 1, 0), "$primary")
        lines.append(_indent(columns(Content.assemble(view.form.ljust(9), gauge), right, inner)))
    else:
        lines.append(_indent(Content.styled(why(view), "$foreground-muted").truncate(max(inner, 1), ellipsis=True)))
    return Content("\n").join(lines)


def _wide(view: ServerView, width: int, budget: int) -> Content:
    sign, colour = SIGNS[view.status.state]
    state = Content.assemble((sign, colour), " ", (str(view.status.state).ljust(11), colour))
    if view.status.state is ServerState.READY:
        right = Content.assemble(
            tools(view).rjust(12),
            _tokens(short_number(view.schema_tokens).rjust(8)),
            "  ",
            view.form.ljust(8),
            bar(view.listing_tokens, budget, 8, "$primary"),
            _tokens(short_number(view.listing_tokens).rjust(7)),
        )
        return columns(Content.assemble(state, (one_line(view.name), "bold")), right, width)
    name = Content.styled(one_line(view.name), "bold").truncate(24, ellipsis=True)
    note = Content.styled("  " + why(view), "$foreground-muted")
    return Content.assemble(state, name, note).truncate(width, ellipsis=True)


def tools(view: ServerView) -> str:
    """How many tools; a server whose list nobody has read yet does not have nought."""
    return "tools unknown" if view.tools is None else count(view.tools, "tool")


def why(view: ServerView) -> str:
    """What stands in the place of numbers while a server is not ready."""
    if view.status.reason:
        return one_line(view.status.reason)
    return "tools not known yet" if view.status.state is ServerState.CONNECTING else tools(view)


def facts(view: ServerView, budget: int, *, brief: bool = True) -> Content:
    """What the list entry has no room for: how the server is reached, since when it is so, why, and what to do.

    `brief` keeps long texts to a few lines.
    """
    status = view.status
    sign, colour = SIGNS[status.state]
    limit = _BRIEF if brief else 10_000
    since = (f" since {time_of_day(status.since)}", "$foreground-muted")
    lines = [Content.assemble((sign, colour), " ", (str(status.state), colour), since)]
    if view.reports:
        lines.append(Content.styled(f"⚑ {count(len(view.reports), 'problem')} in its tools · p", "$text-warning"))
    if status.reason:
        lines.append(Content.styled(_line(status.reason, limit), colour))
    if status.advice:
        lines.append(Content(f"→ {_line(status.advice, limit)}"))
    lines.append(Content.assemble((view.transport, "$foreground-muted"), "  ", _line(view.target, limit)))
    if view.listing_tokens:
        lines.append(Content(f"{percent(view.listing_tokens, budget)} of the listing budget"))
    if view.listed and not view.callable:
        lines.append(Content.styled("kept in a file: to search and describe, not to call", "$foreground-muted"))
    return Content("\n").join(lines)


def _line(text: str, limit: int) -> str:
    return clip(one_line(text), limit)


def details(view: ServerView, budget: int) -> Content:
    """Everything about a server, for reading and copying."""
    numbers = [
        ("tools", tools(view)),
        ("schemas", f"{number(view.schema_tokens)} tokens"),
        ("listing", f"{view.form}, {number(view.listing_tokens)} of {number(budget)} tokens"),
    ]
    lines = [Content.assemble((name.ljust(9), "$foreground-muted"), value) for name, value in numbers]
    return Content("\n").join([facts(view, budget, brief=False), Content(), *lines])


def _tokens(value: str) -> Content:
    return Content.assemble(value, (" tok", "$foreground-muted"))


def _indent(line: Content) -> Content:
    return Content.assemble("  ", line)

"""Toolset `browser`, second half: using a page. Definitions only."""

from typing import Final

from workbench.disclosure.core_set.shape import (
    CHANGES,
    READS,
    CoreDefinition,
    array,
    choice,
    flag,
    parameters,
    prose,
    text,
    whole,
)

_REFERENCE: Final = text("Reference from the latest snapshot, such as `@e12`.", pattern="^@e[0-9]+$")

INPUT: Final = (
    CoreDefinition(
        "browser_click",
        "browser",
        prose("""
        Click something on the page.

        Moves to the thing that bears the reference, brings it into view, waits until it can be used, and clicks it.
        The answer says what the click led to: a new page, an open menu, a dialogue, a download, a message that
        appeared, or nothing that could be noticed, and it holds a snapshot of the parts that changed. Take
        references from the latest snapshot only; one that no longer fits is refused instead of clicking whatever
        took its place.

        A click can have consequences outside the browser. Before you press anything that buys, sends, publishes,
        deletes, signs or accepts terms, ask the person with `clarify`, unless they have told you to do exactly
        that. Do not click away notices about cookies by agreeing to everything where a refusal is offered.

        When a thing is covered by another, the answer names what lies above it, so that you can close that first. A
        click that opens a new tab goes on in the new tab. For a choice from a list of options use `browser_type`
        with the name of the option; for keys such as Escape use `browser_press`. A click that does nothing at the
        first time will seldom do more at the third: look at the page again, or at `browser_console`.
        """),
        parameters(
            ["ref"],
            ref=_REFERENCE,
            button=choice(["left", "right", "middle"], "Which button of the mouse.", default="left"),
            count=whole("2 for a double click.", 1, 3, default=1),
            modifiers=array(
                {"type": "string", "enum": ["Alt", "Control", "Meta", "Shift"]},
                "Keys to hold down while clicking.",
                uniqueItems=True,
            ),
            settle=whole("Seconds to wait for what the click sets off.", 0, 60, default=5),
        ),
        CHANGES,
    ),
    CoreDefinition(
        "browser_type",
        "browser",
        prose("""
        Fill in a field on the page.

        Puts text into the field that bears the reference. What was in it is replaced, unless `append` is set. It
        knows all kinds of fields: in a list of options it chooses the one whose words fit, a box is ticked or
        cleared with `true` or `false`, a date is given as `2026-03-31` however the page writes dates, and a field
        for files takes paths in the workspace folder, several of them on lines of their own. The answer shows what
        the field holds afterwards, since pages like to change what is typed, and any message that has appeared
        beside it.

        Nothing is sent by filling in a field, unless `submit` is set, which presses Enter at the end and then waits
        for what happens. Fill in all fields of a form first and look it over with a snapshot before you send it.
        With `slowly` each key is pressed on its own, which is needed for fields that make suggestions while one
        types.

        Never type a password, a card number or a one-time code that the person has not given you for this very
        page: ask them to type it into the browser themselves. What you type can be seen in the conversation
        afterwards.
        """),
        parameters(
            ["ref", "text"],
            ref=_REFERENCE,
            text=text("What to fill in.", maxLength=20_000),
            append=flag("Keep what is in the field and add to its end."),
            submit=flag("Press Enter afterwards."),
            slowly=flag("Press every key on its own."),
        ),
        CHANGES,
    ),
    CoreDefinition(
        "browser_scroll",
        "browser",
        prose("""
        Scroll the page or a part of it.

        Moves the view up, down, left or right by a number of screens, or all the way to an end, and answers with
        how far one can still go in each direction and a snapshot of what has come into view. With `ref` it scrolls
        that part, such as a list or a table with a bar of its own; when the thing cannot be scrolled, it is brought
        into view instead.

        A snapshot holds what is out of view as well, so you need not scroll in order to read or click: clicking
        brings a thing into view by itself. Scrolling is for pages that load more when one comes near the end, for
        pictures that appear only then, and before `browser_vision`. When two calls in a row bring nothing new, the
        list has ended. Do not scroll through endless pages in the hope of something: look for a search field, a
        filter or the number of a page.
        """),
        parameters(
            ["direction"],
            direction=choice(["up", "down", "left", "right", "top", "bottom"], "Where to, or to which end."),
            screens=whole("How many screens to move; without meaning for `top` and `bottom`.", 1, 20, default=1),
            ref=_REFERENCE,
        ),
        READS,
    ),
    CoreDefinition(
        "browser_press",
        "browser",
        prose("""
        Press a key in the browser.

        Sends one key, or keys held together such as `Control+A`, to whatever has the focus, and answers with what
        changed. Names are those that browsers use: `Enter`, `Escape`, `Tab`, `Backspace`, `Delete`, `ArrowDown`,
        `PageUp`, `Home`, `F2`, and single characters as they are. With `ref` the thing gets the focus first;
        otherwise it goes where the last click or field has left it.

        Use it for what has no button: closing a dialogue with Escape, choosing among suggestions with the arrows,
        moving through a board or a game, the shortcuts of an application. For text use `browser_type`, which is
        faster and knows what kind of field it fills in. Enter in a form usually sends it, with all that follows
        from that, so the same caution holds as for a click. Keys that belong to the browser or the system rather
        than the page, such as those that close a tab or the window, are refused.
        """),
        parameters(
            ["key"],
            key=text("The key, with any modifiers before it, joined by `+`.", minLength=1, maxLength=60),
            times=whole("How often to press it.", 1, 50, default=1),
            ref=_REFERENCE,
        ),
        CHANGES,
    ),
    CoreDefinition(
        "browser_console",
        "browser",
        prose("""
        Read the console or run a script in it.

        Without `expression` it gives what the page has written to its console since you last asked: errors with
        their place in the source, warnings, and messages, each with its time. Look here when a page stays empty, a
        button does nothing or a form refuses without saying why. With `network` it lists the requests that failed
        too, with their addresses and status codes.

        With `expression` a line of JavaScript is evaluated on the page and its value comes back as JSON. That is
        for reading what the page knows and does not show, such as the rows behind a table or the state of a player;
        a promise is waited for. Values above 20,000 characters are cut, and things of the page itself are given as
        a short description. Whatever has a tool of its own is better done with that, because scripts pass by the
        checks that pages make when a person uses them.

        Do not read cookies, tokens or stored passwords, send data to other sites, or change the page so that it
        looks different from what the site says. `clear` forgets the messages that were given.
        """),
        parameters(
            expression=text("JavaScript to evaluate; leave it out to read the messages.", maxLength=10_000),
            levels=array(
                {"type": "string", "enum": ["error", "warning", "info", "debug"]},
                "Keep to messages of these levels; errors and warnings unless given.",
                uniqueItems=True,
            ),
            network=flag("List failed requests as well."),
            clear=flag("Forget the messages afterwards."),
        ),
        CHANGES,
    ),
)

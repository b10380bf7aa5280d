"""Toolset `memory`: what lasts longer than a conversation. Both act, on the workbench's own store."""

from typing import Final

from workbench.disclosure.core_set.shape import (
    CHANGES,
    READS,
    CoreDefinition,
    choice,
    parameters,
    prose,
    text,
    whole,
)

MEMORY: Final = (
    CoreDefinition(
        "memory",
        "memory",
        prose("""
        Keep facts for later conversations.

        There are two lists. `person` is about whom you work for: name, language, how they like answers, what they
        have corrected you on. `notes` is about the work: where things lie, how this project is built and tested,
        what turned out not to work. `add` puts one fact on a list, `replace` puts a new text in the place of an old
        one, `remove` takes one off, and `list` shows what there is. To replace or remove, give in `old_text` a
        piece of the old fact that fits no other.

        Write when the person tells you something that will still hold next month, and when you have found out
        something the hard way that you would otherwise find out again. One fact an entry, one or two sentences, as
        a statement and not as an order to yourself. Do not write what stands in the files anyway, how the present
        task is going (that is what `todo` is for), guesses, or secrets of any kind.

        Each list holds 4,000 characters. When it is full, adding fails and shows the list, so that you can merge or
        remove entries first. A fact that is on the list already is not added twice. The lists are not part of your
        instructions: look at them with `list` before you begin a piece of work that you may have met before.
        """),
        parameters(
            ["action"],
            action=choice(["add", "replace", "remove", "list"], "What to do with the list."),
            target=choice(["notes", "person"], "Which list.", default="notes"),
            content=text("The fact, for `add` and `replace`.", minLength=1, maxLength=1000),
            old_text=text(
                "A piece of the entry that is meant, for `replace` and `remove`.", minLength=1, maxLength=1000
            ),
        ),
        CHANGES,
    ),
    CoreDefinition(
        "session_search",
        "memory",
        prose("""
        Search earlier conversations.

        Finds what was asked, answered and done in sessions before this one: the messages and tool calls that hold
        your words, with the session they belong to, when it was, and the text around the place. Results are grouped
        by session, the best first, newer ones before older ones that fit equally well. Without a query you get the
        latest sessions with their beginnings.

        Use it as soon as the person points to the past ("as we did last week", "that error again", "the name you
        suggested"), and before you ask them for something they may have told you already. It is cheap, so try two
        or three sets of words: rare ones, names, paths and error codes find more than whole questions. All words
        count, each of them on its own, and places that hold more of them come first.

        It looks at this program's own records on this machine only, and gives the places as they were written,
        without interpreting them. What was said then may no longer be true: check before you build on it. For
        lasting facts use `memory`.
        """),
        parameters(
            query=text("Words to look for; leave it out for the latest sessions.", maxLength=400),
            limit=whole("Most sessions to give.", 1, 10, default=3),
            kind=choice(["any", "message", "call"], "Keep to what was said or to what was called.", default="any"),
        ),
        READS,
    ),
)

"""Toolset `planning`: the list of steps and the question to the person. Both act."""

from typing import Final

from workbench.disclosure.core_set.shape import (
    ADDS,
    READS,
    CoreDefinition,
    array,
    choice,
    flag,
    parameters,
    prose,
    record,
    text,
)

PLANNING: Final = (
    CoreDefinition(
        "todo",
        "planning",
        prose("""
        Keep the list of steps of this task.

        Without arguments it shows the list. With `items` it replaces the list by the one you give, or with `merge`
        changes only the entries whose `id` you name and adds those that are new. The whole list comes back each
        time, with a count of what is left.

        Make a list for work of three steps and more, when the person names several things at once, and when you
        find in the middle of a task that there is more to do than you thought. Leave it alone for a question or a
        single change. The order is the order of work. Exactly one entry should be `in_progress` while you work; set
        it to `completed` as soon as it is done and not before it has been checked, and to `cancelled` when it turns
        out not to be needed. Describe each step so that one can tell when it is done: "tests for the parser pass"
        and not "work on the parser". The list belongs to this session, holds at most 100 entries, and is forgotten
        with it.
        """),
        parameters(
            items=array(
                record(
                    ["id", "content", "status"],
                    "",
                    id=text("Your own short name for the step, the same in every call.", minLength=1, maxLength=40),
                    content=text("What is to be done.", minLength=1, maxLength=500),
                    status=choice(["pending", "in_progress", "completed", "cancelled"], "How far the step is."),
                ),
                "The steps in the order of work; leave it out to read the list.",
                maxItems=100,
            ),
            merge=flag("Change and add the given entries, and keep the others."),
        ),
        ADDS,
    ),
    CoreDefinition(
        "clarify",
        "planning",
        prose("""
        Ask the person a question.

        Puts the question before the person and waits for the answer. With `choices` they pick one of up to four, or
        write something else after all; without, they answer in their own words. Give the choice you would make
        yourself first, and say in a few words what each one leads to.

        Ask when the task can be read in two ways that lead to different work, when a decision is theirs to make
        (money, names, what may be deleted, what others will see), or when something is missing that you cannot find
        out. Do not ask for what you can look up, for permission to begin what they have just told you to do, or
        several things in one question: each gets a call of its own, the most important one first.

        The answer may take long, and may never come: nobody may be there, and the person may also decline to
        answer. You are told which of these it was. Go on then with the most careful choice that can be taken back,
        and say at the end what you assumed.
        """),
        parameters(
            ["question"],
            question=text("The question, in full and to the point.", minLength=1, maxLength=1000),
            choices=array(
                {"type": "string", "minLength": 1, "maxLength": 200},
                "Answers to choose from, the recommended one first; leave it out for a free answer.",
                minItems=2,
                maxItems=4,
            ),
        ),
        READS,
    ),
)

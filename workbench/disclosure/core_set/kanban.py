"""Toolset `kanban`: a board of tasks shared with other agents. Definitions only."""

from typing import Final

from workbench.disclosure.core_set.shape import (
    ADDS,
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

_TASK: Final = text("Id of the task.", minLength=1, maxLength=40)

KANBAN: Final = (
    CoreDefinition(
        "kanban_list",
        "kanban",
        prose("""
        List the tasks on the board.

        Gives id, title, column, assignee, priority and the number of open blockers of each task, the most urgent
        first. Filters can be combined; without any you get what is not done. Look here before you create a task,
        since it may be there already, and when you are free and want to know what to take up. Titles only:
        `kanban_show` gives the rest of one task.
        """),
        parameters(
            column=choice(["backlog", "ready", "doing", "blocked", "done"], "Keep to one column."),
            assignee=text("Keep to the tasks of one agent or person; `me` for your own.", maxLength=80),
            label=text("Keep to tasks with this label.", maxLength=40),
            limit=whole("Most tasks to give.", 1, 200, default=50),
        ),
        READS,
    ),
    CoreDefinition(
        "kanban_show",
        "kanban",
        prose("""
        Show one task in full.

        Gives the description, what has to hold for it to be done, comments in order, links to other tasks, blockers
        with their reasons, who has worked on it, and when the worker last gave a sign of life. Read it all before
        you begin: comments often change what the description says, and the results of the tasks it depends on are
        quoted here.
        """),
        parameters(["task_id"], task_id=_TASK),
        READS,
    ),
    CoreDefinition(
        "kanban_create",
        "kanban",
        prose("""
        Put a new task on the board.

        The task starts in `backlog`, or in `ready` when it has an assignee and waits for nothing. Whoever takes it
        up will not have seen this conversation, so describe what is wanted, why, where things lie, and how to tell
        that it is done. One result a task: split what two could do at once, and join what nobody could do apart.
        With `parents` it waits until those are done. The answer gives the id, and open tasks with similar titles,
        in case you have just written a second one.
        """),
        parameters(
            ["title", "description"],
            title=text("The result in a few words.", minLength=3, maxLength=120),
            description=text("All that is needed to do it.", minLength=1, maxLength=20_000),
            assignee=text("Who should do it.", maxLength=80),
            priority=choice(["low", "normal", "high", "urgent"], "How pressing it is.", default="normal"),
            labels=array({"type": "string", "maxLength": 40}, "Labels to find it by.", maxItems=10),
            parents=array({"type": "string"}, "Ids of tasks that have to be done first.", maxItems=20),
        ),
        ADDS,
    ),
    CoreDefinition(
        "kanban_complete",
        "kanban",
        prose("""
        Report a task as done.

        Moves the task to `done`, notes the summary as its result, and sets free the tasks that were waiting for it.
        Give in the summary what was done, where the result lies, how it was checked and what is left open, because
        that is all that those who build on it will read. Only the assignee can complete a task, and not while
        blockers are open. Do not complete what is merely nearly done: comment on it or block it with the reason.
        """),
        parameters(
            ["task_id", "summary"],
            task_id=_TASK,
            summary=text("What was reached and how it was checked.", minLength=10, maxLength=5000),
            artifacts=array({"type": "string"}, "Paths or addresses of the results.", maxItems=20),
        ),
        CHANGES,
    ),
    CoreDefinition(
        "kanban_block",
        "kanban",
        prose("""
        Say that a task cannot go on.

        Moves it to `blocked` and notes why. Name what is needed and from whom, and what you have tried, so that
        somebody can act on it without asking back. When it is another task that has to be done first, link the two
        instead. The person is told of blocks that wait for them; take up other work in the meantime.
        """),
        parameters(
            ["task_id", "reason"],
            task_id=_TASK,
            reason=text("What is in the way.", minLength=10, maxLength=2000),
            waits_for=choice(["person", "agent", "outside"], "Who or what can remove it.", default="person"),
        ),
        CHANGES,
    ),
    CoreDefinition(
        "kanban_unblock",
        "kanban",
        prose("""
        Let a blocked task go on.

        Closes its open blocker with a note on how it was solved, and moves the task back to `ready`, or to `doing`
        when its assignee is still at work on it. Do this only when the reason is really gone: the note is what the
        assignee reads first. A task that waits for other tasks is freed by completing those and cannot be unblocked
        by hand.
        """),
        parameters(
            ["task_id", "note"],
            task_id=_TASK,
            note=text("How the blocker was solved.", minLength=3, maxLength=2000),
        ),
        CHANGES,
    ),
    CoreDefinition(
        "kanban_comment",
        "kanban",
        prose("""
        Add a comment to a task.

        For what others working on the task or after it should know: a decision and its reason, something found out,
        a question to the one who wrote it. Comments are kept for good and shown with the task; they cannot be
        changed. A sign that you are still at work is given with `kanban_heartbeat`, and a result with
        `kanban_complete`, not here.
        """),
        parameters(
            ["task_id", "text"],
            task_id=_TASK,
            text=text("The comment, in Markdown.", minLength=1, maxLength=10_000),
            mention=array({"type": "string"}, "Agents or people to notify.", maxItems=10),
        ),
        ADDS,
    ),
    CoreDefinition(
        "kanban_link",
        "kanban",
        prose("""
        Make one task wait for another.

        From then on the child cannot be taken up before the parent is done, and shows the parent's result when it
        is. Linking a child that is being worked on moves it back to `ready`. A link that would make a circle is
        refused, and the answer names the tasks of the circle. With `remove` an existing link is taken away again.
        """),
        parameters(
            ["parent_id", "child_id"],
            parent_id=text("Id of the task that has to be done first.", minLength=1, maxLength=40),
            child_id=text("Id of the task that waits.", minLength=1, maxLength=40),
            remove=flag("Take the link away."),
        ),
        CHANGES,
    ),
    CoreDefinition(
        "kanban_heartbeat",
        "kanban",
        prose("""
        Give a sign of life for a task.

        Tells the board that you are still at work, with a few words on how far you are. A task in `doing` without a
        sign for thirty minutes is taken for abandoned and offered to others, so send one before and during long
        steps. It changes nothing else, and nobody is notified.
        """),
        parameters(
            ["task_id"],
            task_id=_TASK,
            progress=text("How far you are.", maxLength=300),
        ),
        ADDS,
    ),
)

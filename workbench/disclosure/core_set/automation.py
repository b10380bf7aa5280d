"""Toolsets `automation` and `agents`: work at other times and by others. Definitions only."""

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
    record,
    text,
    whole,
)

AUTOMATION: Final = (
    CoreDefinition(
        "cronjob",
        "automation",
        prose("""
        Plan work for later or again and again.

        `create` sets up a job: at its time a new session starts with `prompt` as its task, works without anybody
        watching, and delivers its last message to `deliver_to`. `list` shows the jobs with their next times and how
        the last run went, `get` one of them with its history. `update` changes what you give and keeps the rest.
        `pause` and `resume` do what they say, `run_now` starts a job out of turn, and `remove` ends it.

        A `schedule` is a time (`2026-04-01T09:00`), a delay (`in 30m`), an interval (`every 6h`), or five cron
        fields (`0 9 * * 1-5`), all read in the person's time zone. Nothing runs more often than every five minutes.
        Say the next time back to the person in plain words, so that a mistake is seen before it happens.

        The session that runs later knows nothing of this conversation. Its prompt has to hold all it needs: names,
        paths, what to do when there is nothing to report, and the form of the answer. It cannot ask anybody, so
        leave no decision open. Tools that need an approval fail there unless the person has approved them for the
        job. A job cannot create jobs. After three failures in a row it is paused, and the person is told.
        """),
        parameters(
            ["action"],
            action=choice(["create", "list", "get", "update", "pause", "resume", "run_now", "remove"], "What to do."),
            job_id=text("Which job; all actions but `create` and `list` need it.", maxLength=64),
            name=text("A short name to recognise the job by.", maxLength=100),
            schedule=text("When to run.", maxLength=100),
            prompt=text("The task, complete in itself.", maxLength=20_000),
            deliver_to=text(
                "Where the result goes: `here`, `file:PATH`, or a target of `send_message`.",
                default="here",
                maxLength=200,
            ),
            skills=array({"type": "string"}, "Skills to load before the task begins.", maxItems=10),
            toolsets=array({"type": "string"}, "Toolsets the job may use; the present ones unless given."),
            runs=whole("How often to run before the job ends by itself; without end unless given.", 1, 10_000),
        ),
        CHANGES,
    ),
    CoreDefinition(
        "send_message",
        "automation",
        prose("""
        Send a message to a person or channel.

        Delivers text, and files if you like, through the messaging services that the person has set up, such as
        chat rooms, phones and mail gateways. `list` names the targets that can be reached; a target is `service`,
        for the person's own inbox there, or `service:name`. Call it first unless the person gave you the target to
        the letter, because a message that has gone to the wrong room cannot be called back.

        Use it when the person asks for a message to be sent, or when a job that runs on its own has to report.
        Answers to the person in this conversation are simply said. Send nothing to others on your own account: show
        them the text and the target first, and wait for a yes. Markdown is turned into what the service can show,
        and text above its limit goes out in several parts. The answer gives an id for each part, or the service's
        own words for why it would not take it; a failure is not repeated by itself, since the message may have
        arrived.
        """),
        parameters(
            action=choice(["send", "list"], "Whether to send or to see the targets.", default="send"),
            target=text("Where to send, as `list` names it.", maxLength=200),
            message=text("The text, in Markdown.", maxLength=20_000),
            attachments=array({"type": "string"}, "Paths of files in the workspace folder.", maxItems=10),
            reply_to=text("Id of the message this one answers, where the service knows such a thing.", maxLength=200),
            silent=flag("Deliver without a sound, where the service can."),
        ),
        CHANGES,
    ),
)

AGENTS: Final = (
    CoreDefinition(
        "delegate_task",
        "agents",
        prose("""
        Hand tasks to agents of their own.

        Each task gets an agent with a fresh conversation, which works on its own and gives you one report at the
        end. Its searches, dead ends and long outputs never reach you. Several tasks in one call run side by side,
        at most four at a time, and the answer comes when all have ended, in the order given.

        Delegate what can be described completely and judged by its result: reading widely on a question, going
        through a large amount of code, trying three ways of doing something, a review with fresh eyes. Do it
        yourself when it takes only a few calls, when it needs what has been said here, or when steps depend on one
        another.

        An agent knows only what you write. Give the goal and how to tell that it is reached; give in `context` the
        paths, names, decisions and dead ends it would otherwise have to find; and say what form the report should
        have. Two agents must not write to the same files. An agent cannot ask the person, cannot write to memory,
        and cannot delegate further unless it is made an `orchestrator`. It has your toolsets at most, and fewer if
        you say so, which is cheaper and safer. Reports tell what an agent believes it has done, so check what
        matters. An agent that exceeds its turns is stopped and reports how far it came.
        """),
        parameters(
            ["tasks"],
            tasks=array(
                record(
                    ["goal"],
                    "One task for one agent.",
                    goal=text("What is to be reached, and how to tell.", minLength=1, maxLength=5000),
                    context=text("What the agent needs to know.", maxLength=20_000),
                    toolsets=array({"type": "string"}, "Toolsets to grant; your own unless given."),
                    role=choice(["worker", "orchestrator"], "Whether it may delegate in turn.", default="worker"),
                ),
                "The tasks, which must not depend on one another.",
                minItems=1,
                maxItems=10,
            ),
            max_turns=whole("Turns an agent may take.", 1, 200, default=50),
            background=flag("Answer at once and give word when the reports are there."),
        ),
        CHANGES,
    ),
    CoreDefinition(
        "mixture_of_agents",
        "agents",
        prose("""
        Let several models think about one problem.

        Puts the same problem to a number of different models, lets each answer without seeing the others, and has
        one more model weigh the answers against each other into a single one. The result says where they agreed and
        where they did not. It takes minutes and costs many times what one answer costs, so keep it for problems
        that are hard and matter: a proof, a knotty design, a fault that has withstood several attempts. It is
        wasted on questions of fact and on anything that tools can find out. The models see only the text you give
        them and can use no tools.
        """),
        parameters(
            ["problem"],
            problem=text("The problem with all that is needed to solve it.", minLength=20, maxLength=50_000),
            models=whole("How many models to ask.", 2, 6, default=4),
        ),
        READS,
    ),
)

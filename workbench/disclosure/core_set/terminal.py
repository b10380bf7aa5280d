"""Toolsets `terminal` and `code`: commands, processes and programs. Definitions only."""

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

TERMINAL: Final = (
    CoreDefinition(
        "terminal",
        "terminal",
        prose("""
        Run a shell command.

        The command runs in a shell that lives as long as the conversation: the folder you change to and the
        variables you export are still there in the next call. The answer holds what the command wrote to both
        streams in the order it came, its exit code, and the folder it ended in. Use it for building, testing,
        version control, installing packages and whatever has no tool of its own. Do not use it to read, write or
        search files: `read_file`, `write_file`, `patch` and `search_files` give cleaner answers and are checked
        against the workspace.

        A command that has not ended after `timeout` seconds is stopped, and you get what it had written by then.
        For servers, watchers and long builds set `background`: the answer then comes at once with a process id, and
        `process` shows its output, waits for it or ends it. Never put `&` or `nohup` into the command yourself.
        With `notify` you are told when a background command ends, so that you need not ask again and again.

        Nobody can answer a question that a command asks. Pass the options that stop it from asking, such as
        `--yes`, and keep pagers and editors out of it. Programs that draw a whole screen need `pty`. Output above
        50,000 characters loses its middle; send very long output into a file and search that. Commands that delete,
        overwrite or publish things are shown to the person first, who may refuse.
        """),
        parameters(
            ["command"],
            command=text("The command line, as it would be typed into a POSIX shell.", minLength=1, maxLength=20_000),
            workdir=text("Folder to run in; the one the last command ended in unless given.", maxLength=1000),
            timeout=whole("Seconds to wait before the command is stopped.", 1, 600, default=180),
            background=flag("Start the command and answer at once with the id of its process."),
            notify=flag("For a background command: give word when it ends."),
            pty=flag("Give the command a terminal of its own, for programs that insist on one."),
        ),
    ),
    CoreDefinition(
        "process",
        "terminal",
        prose("""
        Look after commands that run in the background.

        Works on the processes that `terminal` started with `background`, and on no others. `list` names those that
        run and those that ended lately, with their commands, their running times and exit codes. `poll` gives the
        output that came since you last looked and says whether the process still runs; `log` gives any part of the
        whole output by line numbers. `wait` holds until the process has ended or the time is up, whichever comes
        first. `write` sends text to its input as it is, `submit` the same with a line break at the end, and `close`
        ends the input, which many programs take as their sign to finish. `kill` stops the process together with all
        that it started itself.

        Every action but `list` needs the `session_id` that starting the process gave. Prefer `wait` to polling in a
        loop. Output is kept up to 200,000 characters a process, the oldest goes first; the record of an ended
        process stays for half an hour. Nothing outlives the conversation: when it ends, what still runs is stopped.
        """),
        parameters(
            ["action"],
            action=choice(
                ["list", "poll", "log", "wait", "write", "submit", "close", "kill"], "What to do with the process."
            ),
            session_id=text("Which process, by the id that `terminal` gave; all actions but `list` need it."),
            data=text("For `write` and `submit`: the text to send.", maxLength=20_000),
            timeout=whole("For `wait`: the most seconds to hold.", 1, 600, default=60),
            offset=whole("For `log`: number of the first line.", 1, 10_000_000, default=1),
            limit=whole("For `log`: the most lines.", 1, 1000, default=200),
        ),
    ),
    CoreDefinition(
        "read_terminal",
        "terminal",
        prose("""
        Read what is on the person's terminal.

        Gives the text of the pane that the person has open beside the conversation: the part that can be seen now,
        or with `history` what has scrolled out of sight as well. It is the right tool when they say "this error" or
        "what it says there" and have pasted nothing. It only looks: it cannot type, scroll or run anything, and it
        does not see panes that the person has not shared.

        Colours are dropped and lines that were wrapped on the screen are joined again. What is on a terminal may
        hold passwords and tokens: do not repeat such things, not even in part.
        """),
        parameters(
            pane=text("Which pane, by the name it was shared under; the one last used unless given."),
            history=whole("Lines from before the visible part to give as well.", 0, 5000, default=0),
        ),
        READS,
    ),
)

CODE: Final = (
    CoreDefinition(
        "execute_code",
        "code",
        prose("""
        Run a Python script that can call tools.

        The script runs in a process of its own, and other tools are functions it can import: `from agent_tools
        import read_file, web_search`. What it prints is the answer; what the tools give it stays in the script and
        costs you nothing. That makes it the best way to do the same thing many times, to sift a large result before
        you look at it, or to chain three and more steps where each depends on the last by a plain rule. For a
        single call, and wherever you must judge a result before you go on, call the tool itself.

        Every tool function takes its arguments by name and gives back plain data. Only the standard library is
        there, the network is reached through tools alone, and nothing is kept from one run to the next but the
        files in the workspace. A run ends after `timeout` seconds, after 50 tool calls, or when it has printed
        50,000 characters. Print little: figures, names, the three lines that matter. An exception ends the run and
        comes back with its traceback, beside whatever had been printed. Tools that ask the person, and tools that
        start other agents, cannot be called from a script.
        """),
        parameters(
            ["code"],
            code=text("The whole script, in Python 3.11 or later.", minLength=1, maxLength=100_000),
            timeout=whole("Seconds the script may take.", 1, 600, default=120),
            tools=array(
                {"type": "string"}, "Names of the tools that the script may import; all that can be unless given."
            ),
        ),
        CHANGES,
    ),
)

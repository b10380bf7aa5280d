"""Toolset `files`: reading, writing, editing and searching the workspace folder. All four act."""

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
    record,
    text,
    whole,
)

_PATH: Final = "Path from the workspace folder, with `/` between its parts."

FILES: Final = (
    CoreDefinition(
        "read_file",
        "files",
        prose("""
        Read a text file of the workspace.

        Gives the lines with their numbers, beginning at `first_line`, and says how many the file has, so that a
        long file can be read piece by piece: ask for the next piece with `first_line` set to the last number plus
        one. Prefer this to printing a file with a shell command; the numbers can be quoted back to the person, and
        what the file holds cannot be mistaken for output.

        The path must stay inside the workspace folder: `..` and links that lead out are refused. Files above 1 MB
        and files with zero bytes in them (pictures, archives, databases) are refused as well. Bytes that are not
        UTF-8 come out as replacement characters, and a line of more than 2,000 characters is cut with a mark at its
        end. Read a file before you edit it, since `patch` needs its text to the letter. When you do not know where
        something is, begin with `search_files` instead of opening one file after another.
        """),
        parameters(
            ["path"],
            path=text(_PATH, minLength=1, maxLength=1000),
            first_line=whole("Number of the first line to give, counted from one.", 1, 10_000_000, default=1),
            line_count=whole("How many lines to give at most.", 1, 2000, default=500),
        ),
        READS,
    ),
    CoreDefinition(
        "write_file",
        "files",
        prose("""
        Write a whole text file in the workspace.

        Puts `content` into the file, as UTF-8 and exactly as given: no line break is added or changed. Folders that
        are missing on the way are made. With the mode `create` a file that is already there is left alone and the
        call fails, which is the safe choice for something new; `overwrite` replaces what was there, all of it;
        `append` adds to the end. The file is replaced in one step, so that nobody ever sees half of it.

        Use `patch` to change part of a file: sending the whole text again costs more and loses what others changed
        in the meantime. The path must stay inside the workspace folder, and a link is never written through. At
        most 1 MB can be written at once. The answer says how many bytes and lines the file has now and whether it
        is new. A file that was overwritten cannot be brought back by this tool.
        """),
        parameters(
            ["path", "content"],
            path=text(_PATH, minLength=1, maxLength=1000),
            content=text("The text of the file, in full.", maxLength=1_000_000),
            mode=choice(
                ["create", "overwrite", "append"],
                "What to do about a file that is already there.",
                default="overwrite",
            ),
        ),
        CHANGES,
    ),
    CoreDefinition(
        "search_files",
        "files",
        prose("""
        Find text or file names in the workspace.

        With the target `content` it looks for a piece of text in every line of the files below a folder and gives
        the path, the number and the text of each line that holds it, with some lines around it when you ask for
        them. With the target `names` it gives the paths whose last part holds the piece of text, with their sizes.
        `query` is plain text and no regular expression; upper and lower case are the same unless `match_case` is
        set. `file_pattern` narrows the search to some files, such as `*.py` or `test_*`.

        Files are visited in the order of their paths, so the same search gives the same answer. Hidden folders,
        links, files above 1 MB and binary files are passed over. At most 2,000 files are opened in one search and
        at most 200 places are given; the answer says when there may be more, and a narrower `path` or pattern then
        finds the rest. Long lines are cut to 500 characters. Searching for a word that stands in nearly every line
        is of little use: take the rarest word you know, such as the name of a function, the text of a message or a
        key of a setting.
        """),
        parameters(
            ["query"],
            query=text("What to look for.", minLength=1, maxLength=200),
            target=choice(["content", "names"], "Whether to look into files or at their names.", default="content"),
            path=text("Folder to search below; the whole workspace unless given.", default=".", maxLength=1000),
            file_pattern=text(
                "Only files whose name fits, with `*` for any characters and `?` for one.", default="*", maxLength=100
            ),
            match_case=flag("Tell upper and lower case apart."),
            context_lines=whole("Lines to give before and after each match.", 0, 5, default=0),
            limit=whole("Most matches to give.", 1, 200, default=50),
        ),
        READS,
    ),
    CoreDefinition(
        "patch",
        "files",
        prose("""
        Edit parts of a text file.

        Each edit replaces `old_text` by `new_text`. The old text has to stand in the file exactly as given, with
        its blanks, tabs and line breaks, and only once: take a line or two around the place along so that it is
        plain which one is meant. With `replace_all` every occurrence is replaced, which suits a renaming. An empty
        `new_text` takes the old one out.

        Edits are made in the order given, and later ones see what earlier ones have done. It is all or nothing:
        when one of them does not fit, the file stays as it was, and the answer says which one failed, how often its
        text was found, and what the nearest line looks like. Read the file before you edit it, and read it again
        after a failure instead of guessing at blanks. The file has to exist (`write_file` makes a new one), lie
        inside the workspace folder and have at most 1 MB before and after. The answer lists the lines that changed.
        """),
        parameters(
            ["path", "edits"],
            path=text(_PATH, minLength=1, maxLength=1000),
            edits=array(
                record(
                    ["old_text", "new_text"],
                    "One replacement.",
                    old_text=text("Text that stands in the file, to the letter.", minLength=1, maxLength=100_000),
                    new_text=text("Text that takes its place.", maxLength=100_000),
                    replace_all=flag("Replace every occurrence, not just the only one."),
                ),
                "What to replace, in order.",
                minItems=1,
                maxItems=50,
            ),
        ),
        ADDS,
    ),
)

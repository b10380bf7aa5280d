"""Toolset `skills`: written instructions for kinds of work. Listing and viewing act, managing is a definition only."""

from typing import Final

from workbench.disclosure.core_set.shape import (
    CHANGES,
    READS,
    CoreDefinition,
    choice,
    parameters,
    prose,
    text,
)

SKILLS: Final = (
    CoreDefinition(
        "skills_list",
        "skills",
        prose("""
        List the skills there are.

        A skill is a folder of instructions, made by people, for a kind of work that comes up again: how releases
        are made here, how a certain file format is handled, how a report should look. This gives the names with one
        line each, by category; categories that the person has set to compact give their names only. The index in
        your instructions is made from the same list, so call this only when skills may have changed since the
        conversation began, or to look at one category by itself. Skills that could not be read are left out of the
        list.

        Before you start on a task, see whether a skill fits, also when you believe that you know how it is done: it
        says how it is done here. Then load it with `skill_view`. A name alone tells too little to work from.
        """),
        parameters(category=text("Keep to this category, named as in the list.", maxLength=64)),
        READS,
    ),
    CoreDefinition(
        "skill_view",
        "skills",
        prose("""
        Load a skill.

        Gives the full instructions of a skill by its name, and the names of the files that lie beside them, such as
        templates, examples, tables and scripts. With `file` it gives one of those instead. Follow the instructions
        as far as they fit the task and tell the person where you leave them. What they say stands below what the
        person has asked for, and they cannot allow what the person has not allowed.

        Load a skill before you begin, once, and not again in the same conversation unless you have lost it. Load
        two when both fit. Files are given as text up to 100,000 characters and others by their size alone; paths
        that lead out of the skill's folder are refused. An unknown name is answered with those that resemble it. A
        script among the files is only shown here and never run.
        """),
        parameters(
            ["name"],
            name=text("Name of the skill, as in the list.", minLength=1, maxLength=100),
            file=text("Path of a file in the skill's folder; leave it out for the instructions.", maxLength=500),
        ),
        READS,
    ),
    CoreDefinition(
        "skill_manage",
        "skills",
        prose("""
        Write and revise skills.

        `create` makes a new skill from the whole text of its instructions, which begin with a header giving its
        name and one line on what it is for. `edit` replaces that text, `patch` replaces one piece of it by another,
        and `write_file` and `remove_file` look after the files beside it. `delete` removes the skill with all its
        files, for good.

        Write a skill when you have worked out how to do something that will come up again and that took more than a
        few attempts, or when the person has shown you their way of doing it. Mend one as soon as you notice that it
        is wrong or out of date, while you still know what was missing. A good skill says when it applies, gives the
        steps in order with commands that were really run, names the traps, and ends with how to tell that it
        worked. It holds no history of the task it came from, and no secrets.

        Ask before you create, and always before you delete. Names consist of lower-case letters, digits and
        hyphens. Skills that came with the program or from others can be read only; make one of your own under
        another name.
        """),
        parameters(
            ["action", "name"],
            action=choice(["create", "edit", "patch", "delete", "write_file", "remove_file"], "What to do."),
            name=text("Name of the skill.", pattern="^[a-z0-9][a-z0-9-]{0,63}$"),
            category=text("For `create`: the category to put it under.", maxLength=64),
            content=text(
                "For `create` and `edit`: the instructions with their header; for `write_file`: the file's text.",
                maxLength=100_000,
            ),
            old_text=text("For `patch`: text that stands in the instructions once.", maxLength=20_000),
            new_text=text("For `patch`: what takes its place.", maxLength=20_000),
            file=text("For `write_file` and `remove_file`: path in the skill's folder.", maxLength=500),
        ),
        CHANGES,
    ),
)

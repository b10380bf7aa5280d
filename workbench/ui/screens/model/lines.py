"""Single lines of the model view's right side."""

from workbench.ui.panes.rows import Row


def note(text: str) -> tuple[Row, ...]:
    """What stands where there is nothing to show."""
    return (Row(((text, "dim"),)),)


def listing_row(line: str, key: str) -> Row:
    """A line of the listing; `key` is the source it belongs to, empty for the header."""
    if not key:
        return Row(((line, "dim"),))
    if line.startswith("- "):
        name, colon, what = line[2:].partition(": ")
        return Row((("- ", "rule"), (name, "name"), (colon, "rule"), (what, "text")), hang=2, key=key)
    return Row(((line, "head" if line.endswith(":") else "text"),), key=key)

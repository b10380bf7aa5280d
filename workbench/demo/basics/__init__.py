"""The "basics" demo server: thirteen small tools that are of use anywhere."""

from collections.abc import Callable
from pathlib import Path

from workbench.demo.toolbox import HandTools


def basics_tools(workspace: Path, clock: Callable[[], float]) -> HandTools:
    """The tools with an empty notes store and a reader confined to `workspace`."""
    from workbench.demo.basics import arithmetic, counting, dates, notes, units, workspace_reader

    return HandTools(
        (
            *dates.tools(clock),
            *arithmetic.tools(),
            *units.tools(),
            *notes.tools(clock),
            *workspace_reader.tools(workspace),
            *counting.tools(),
        )
    )

"""Imports a callable by its path; whatever goes wrong in foreign code is told and ends nothing."""

import importlib
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any, Final

from workbench.text import clip, one_line

_PATH: Final = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*(?:\.[^\W\d]\w*)*)")


class LoadFault(Exception):
    """Why a callable could not be imported, and what to do."""

    def __init__(self, problem: str, advice: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.advice = advice


def import_callable(path: str, folder: PurePath | None) -> Callable[..., Any]:
    """What `package.module:callable` names. `folder` is searched after everything else, while importing only.

    Raises LoadFault for all that can go wrong, an exit of the module included.
    """
    match = _PATH.fullmatch(path)
    if match is None:
        raise LoadFault("is no import path", "Write package.module:callable.")
    module_name, attribute = match.groups()
    found: Any = _module(module_name, folder)
    for part in attribute.split("."):
        try:
            found = getattr(found, part)
        except Exception:
            raise LoadFault(f"the module {module_name} has no {attribute}", "Check the name after the colon.") from None
    if not callable(found):
        raise LoadFault(f"{attribute} of {module_name} cannot be called", "Name a function.")
    loaded: Callable[..., Any] = found
    return loaded


def fault_words(fault: BaseException) -> str:
    """An exception of foreign code in a few words."""
    try:
        words = clip(one_line(str(fault)), 200)
    except Exception:
        words = ""
    return f"{type(fault).__name__}: {words}" if words else type(fault).__name__


def _module(name: str, folder: PurePath | None) -> Any:
    with _searching(folder):
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as fault:
            if fault.name is not None and (fault.name == name or name.startswith(f"{fault.name}.")):
                advice = "Install it, or put it beside the configuration file."
                raise LoadFault(f"there is no module {name}", advice) from None
            raise LoadFault(f"the module {name} needs {fault.name}, which is not installed", "Install it.") from None
        except (Exception, SystemExit) as fault:
            raise LoadFault(f"importing {name} failed with {fault_words(fault)}", "Mend the module.") from None


@contextmanager
def _searching(folder: PurePath | None) -> Iterator[None]:
    entry = "" if folder is None else str(folder)
    added = bool(entry) and entry not in sys.path
    if added:
        sys.path.append(entry)
        importlib.invalidate_caches()
    try:
        yield
    finally:
        if added and entry in sys.path:
            sys.path.remove(entry)

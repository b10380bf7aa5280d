"""Loads the callables around every call (spec 3.5); what they mean is the bridge's business."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from workbench.core.loading import LoadFault, import_callable
from workbench.model import Report
from workbench.settings import HookSettings

Hook = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class LoadedHooks:
    """The hooks in their order, and what could not be loaded.

    In the place of a `pre` hook that could not be loaded stands one that always raises, and a hook that raises vetoes:
    a guardrail that is missing stops calls. A `post` hook that could not be loaded is left out.
    """

    pre: tuple[Hook, ...] = ()
    post: tuple[Hook, ...] = ()
    reports: tuple[Report, ...] = ()


def load_hooks(settings: HookSettings, folder: PurePath | None = None, where: str = "configuration") -> LoadedHooks:
    """Imports the hooks; `folder` is searched as well. Blocks and runs foreign code, never raises."""
    reports: list[Report] = []
    pre: list[Hook] = []
    post: list[Hook] = []
    for path in settings.pre:
        hook = _load(path, folder, f"{where}: hooks.pre", "a hook that vetoes every call", reports)
        pre.append(hook or _missing(path))
    for path in settings.post:
        hook = _load(path, folder, f"{where}: hooks.post", "nothing, it is left out", reports)
        if hook is not None:
            post.append(hook)
    return LoadedHooks(tuple(pre), tuple(post), tuple(reports))


def _load(path: str, folder: PurePath | None, where: str, used: str, reports: list[Report]) -> Hook | None:
    try:
        return import_callable(path, folder)
    except LoadFault as fault:
        reports.append(Report(where, path, fault.problem, used=used, advice=fault.advice, severity="error"))
        return None


def _missing(path: str) -> Hook:
    def missing_hook(*_: object, **__: object) -> None:
        raise RuntimeError(f"the hook {path} could not be loaded")

    return missing_hook

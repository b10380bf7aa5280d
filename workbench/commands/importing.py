"""`workbench config import`: shows what will be added and adds it."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from workbench.commands.opening import say, say_reports
from workbench.commands.options import fail
from workbench.config import find_file, user_file
from workbench.model import Report
from workbench.servers.importing import (
    CLIENTS,
    ClientEntry,
    ClientFileError,
    MergeRefused,
    find,
    merge_into,
    places,
    plan_merge,
    read_client_config,
)
from workbench.text import compact_json, plain


def run(
    file: Path | None,
    client: str | None,
    target: Path | None,
    *,
    dry_run: bool,
    environ: Mapping[str, str],
    cwd: Path,
) -> None:
    """Reads FILE or the client's own files and adds their servers to `target`, else to the configuration in use.

    Exits with 2 and one message where a file cannot be read or the target cannot be changed safely.
    """
    target = target or find_file(environ, cwd) or user_file(environ)
    try:
        entries, reports = _read(_files(file, client, environ, cwd))
        plan = plan_merge(target, entries) if dry_run else merge_into(target, entries)
    except (ClientFileError, MergeRefused) as error:
        fail(str(error))
    for entry in plan.preview():
        click.echo(f"{plain(entry['name'])}: {plain(compact_json(entry['entry']))}")
    say_reports((*reports, *plan.reports))
    verb = "would be added" if dry_run else "added"
    say(f"{len(plan.added)} of {len(entries)} servers {verb} to {target}")


def _files(file: Path | None, client: str | None, environ: Mapping[str, str], cwd: Path) -> Sequence[Path]:
    if file is not None:
        return [file]
    chosen = next(name for name in CLIENTS if name == client)
    home = Path.home()
    found = find(chosen, home=home, platform=sys.platform, environ=environ, cwd=cwd)
    if not found:
        looked = places(chosen, home=home, platform=sys.platform, environ=environ, cwd=cwd)
        fail(f"no file of {chosen} was found; looked for\n" + "\n".join(f"  {path}" for path in looked))
    return found


def _read(files: Sequence[Path]) -> tuple[list[ClientEntry], list[Report]]:
    """The servers of all files, each name once; a file without servers is passed over when there are others."""
    entries: dict[str, ClientEntry] = {}
    reports: list[Report] = []
    for file in files:
        try:
            found, told = read_client_config(file)
        except ClientFileError as error:
            if len(files) == 1:
                raise
            reports.append(Report(str(file), "", str(error), used="nothing of it", severity="note"))
            continue
        reports += told
        for entry in found:
            entries.setdefault(entry.name, entry)
    return list(entries.values()), reports

"""Adding entries to a YAML file: the rest stays byte for byte, and what was added reads back as it was."""

import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from workbench.config import load, read_text
from workbench.servers.importing import ClientEntry, MergeRefused, merge_into, plan_merge
from workbench.servers.importing_entries import escaped
from workbench.servers.importing_yaml import with_entries

calm = hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

NEW = ClientEntry("new", {"command": "npx", "args": ["-y", "p"], "env": {"T": "${T}"}}, "f.json")


def put(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "workbench.yaml"
    path.write_bytes(text.encode("utf-8"))
    return path


def without(before: str, after: str) -> str:
    """What has to be taken out of `after` in one piece to get `before`; fails where that is impossible."""
    start = next((place for place, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), len(before))
    size = len(after) - len(before)
    for place in range(start, -1, -1):
        if after[:place] + after[place + size :] == before:
            return after[place : place + size]
    raise AssertionError(f"more than one piece differs:\n{before!r}\n{after!r}")


FILES = {
    "empty": "",
    "comment": "# nothing yet",
    "other keys": "# top\nmodel: {name: x}   # why\n\n# approvals:\n#   a: deny\n",
    "no line end": "model:\n  name: x",
    "block": "mcp_servers:\n  # first\n  a: {command: x}  # end\n\n  b:\n    command: 'y'\n"
    "    # last words\n\n# model\nmodel: {name: m}\n",
    "block at the end": "mcp_servers:\n    a:\n        command: x",
    "block scalar": "mcp_servers:\n  a:\n    command: x\n    args:\n    - |+\n      text\n\n\nmodel: {name: m}\n",
    "null": "mcp_servers:\n# a: {command: x}\nmodel: {name: m}\n",
    "null at the end": "mcp_servers:",
    "empty flow": "mcp_servers: {} # none\nmodel: {name: m}\n",
    "flow": "mcp_servers: {a: {command: x}, # one\n  b: {command: y},}\n",
    "json": '{"model": {"name": "m"}, "mcp_servers": {"a": {"command": "x"}}}\n',
    "json without": '{"model": {"name": "m"}}',
    "empty json": "{}",
    "document marks": "---\nmodel: {name: m}\n...\n",
    "indented": "  model: {name: m}\n  workspace: .\n",
    "anchors": "mcp_servers:\n  a: &a\n    command: x\n  b: *a\nmodel: {name: m}\n",
    "anchored block": "mcp_servers: &s\n  a: {command: x}\n",
    "windows": "# c\r\nmcp_servers:\r\n  a: {command: x}\r\nmodel: {name: m}\r\n",
    "byte order mark": "\ufeffmcp_servers:\n  a: {command: x}\n",
    "not ascii": "mcp_servers:\n  ü: {command: \"\U0001f600\"} # ✓\nmodel: {name: '\U0001f600'}\n",
    "twice": "mcp_servers:\n  a: {command: x}\nmcp_servers:\n  b: {command: y}\n",
    "quoted key": '"mcp_servers":\n  "a": {command: x}\n',
}


@pytest.mark.parametrize("kind", FILES)
def test_the_rest_stays_byte_for_byte(tmp_path: Path, kind: str) -> None:
    text = FILES[kind]
    path = put(tmp_path, text)
    before = load(path, demo=False, environ={"T": "t"}, cwd=tmp_path)
    plan = merge_into(path, [NEW])
    after = path.read_bytes().decode("utf-8")
    added = without(text, after)
    assert "npx" in added
    assert plan.after.decode("utf-8") == after
    found = load(path, demo=False, environ={"T": "t"}, cwd=tmp_path)
    assert {spec.name for spec in found.servers} == {spec.name for spec in before.servers} | {"new"}
    assert found.model == before.model
    new = next(spec for spec in found.servers if spec.name == "new")
    assert (new.command, new.args, new.env) == ("npx", ("-y", "p"), {"T": "t"})
    assert ("\r\n" in added) == ("\r\n" in text)
    assert added.count("\n") == added.count("\r\n") or "\r\n" not in text


def test_a_written_null_makes_room(tmp_path: Path) -> None:
    path = put(tmp_path, "mcp_servers: ~ # none\nmodel: {name: m}\n")
    merge_into(path, [NEW])
    text = path.read_text(encoding="utf-8")
    assert text.startswith("mcp_servers:  # none\n  new:\n    command: npx\n")
    assert text.endswith("model: {name: m}\n")


def test_new_servers_follow_the_old_ones_and_comments_stay_with_theirs(tmp_path: Path) -> None:
    path = put(tmp_path, FILES["block"])
    merge_into(path, [NEW])
    assert path.read_text(encoding="utf-8") == (
        "mcp_servers:\n  # first\n  a: {command: x}  # end\n\n  b:\n    command: 'y'\n"
        '  new:\n    command: npx\n    args: ["-y", "p"]\n    env:\n      T: "${T}"\n'
        "    # last words\n\n# model\nmodel: {name: m}\n"
    )


@pytest.mark.parametrize(
    "text",
    ["a: [", "- a\n", "text", "mcp_servers: [a]\n", "mcp_servers: npx\n", "a: 1\n---\nb: 2\n", "\x07", "[" * 5000,
     "x: &x {a: {command: c}}\nmcp_servers: *x\n"],
    ids=lambda text: repr(text)[:20],
)  # fmt: skip
def test_a_file_of_another_shape_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = put(tmp_path, text)
    with pytest.raises(MergeRefused) as caught:
        merge_into(path, [NEW])
    assert caught.value.advice
    assert path.read_bytes() == text.encode()
    assert [item.name for item in tmp_path.iterdir()] == ["workbench.yaml"]


def test_a_refusal_quotes_no_line_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(MergeRefused) as caught:
        plan_merge(put(tmp_path, "mcp_servers: {a: {env: {T: sk-secret}, b: c: d}}\n"), [NEW])
    assert "secret" not in str(caught.value)


def test_names_in_the_file_are_kept_and_the_new_ones_skipped_with_a_report(tmp_path: Path) -> None:
    path = put(tmp_path, "mcp_servers:\n  a: {command: x}\n")
    entries = [ClientEntry("a", {"command": "z"}, "f.json"), NEW, ClientEntry("new", {"command": "y"}, "g.json")]
    plan = merge_into(path, entries)
    assert [entry.name for entry in plan.added] == ["new"]
    assert [(report.key, report.where) for report in plan.reports] == [("a", "f.json"), ("new", "g.json")]
    again = path.read_bytes()
    assert merge_into(path, entries).added == ()
    assert path.read_bytes() == again


def test_nothing_is_written_when_nothing_is_added(tmp_path: Path) -> None:
    path = tmp_path / "workbench.yaml"
    assert merge_into(path, []).added == ()
    assert not path.exists()


def test_a_plan_writes_nothing_and_shows_no_secret(tmp_path: Path) -> None:
    path = put(tmp_path, "model: {name: m}\n")
    entry = ClientEntry("s", {"command": "x", "env": {"T": "sk-secret"}}, "f.json: mcpServers")
    plan = plan_merge(path, [entry])
    assert plan.preview() == [
        {"name": "s", "from": "f.json: mcpServers", "entry": {"command": "x", "env": {"T": "***"}}}
    ]
    assert "secret" not in repr(plan)
    assert path.read_text(encoding="utf-8") == "model: {name: m}\n"


def test_a_new_file_is_private_and_an_old_one_keeps_its_permissions(tmp_path: Path) -> None:
    new = tmp_path / "deep" / "er" / "workbench.yaml"
    merge_into(new, [NEW])
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    assert [item.name for item in new.parent.iterdir()] == ["workbench.yaml"]
    old = put(tmp_path, "model: {name: m}\n")
    old.chmod(0o640)
    merge_into(old, [NEW])
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    real = tmp_path / "real.yaml"
    real.write_text("model: {name: m}\n", encoding="utf-8")
    link = tmp_path / "workbench.yaml"
    link.symlink_to(real)
    merge_into(link, [NEW])
    assert link.is_symlink()
    assert "npx" in real.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["folder", "below a file"])
def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path if kind == "folder" else put(tmp_path, "a: 1\n") / "workbench.yaml"
    with pytest.raises(MergeRefused):
        merge_into(path, [NEW])


@pytest.mark.parametrize("data", [b"a: \xff\n", "a: 1\n".encode("utf-16")])
def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "workbench.yaml"
    path.write_bytes(data)
    with pytest.raises(MergeRefused):
        merge_into(path, [NEW])
    assert path.read_bytes() == data


names = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf"]), min_size=1, max_size=20)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)


@given(names.filter(lambda name: name.strip() == name), texts, texts, st.sampled_from(sorted(FILES)))
@calm
def test_any_literal_survives_the_file(name: str, argument: str, value: str, kind: str) -> None:
    entry: dict[str, Any] = {
        "command": "x",
        "args": [escaped(argument)],
        "env": {"V": escaped(value)},
        "enabled": False,
    }
    text = with_entries(FILES[kind], {name: entry}, "w.yaml")
    without(FILES[kind], text)
    found = read_text(text.removeprefix("\ufeff"), "w.yaml", Path("/f"), environ={}, cwd=Path("/c"))
    spec = next((spec for spec in found.servers if spec.name == name), None)
    if spec is not None and name not in FILES[kind]:
        assert (spec.args, spec.env, spec.enabled) == ((argument,), {"V": value}, False)

"""Where the settings come from, and which files keep the program from starting."""

from pathlib import Path

import pytest

from tests.config.conftest import Read
from workbench.config import ConfigError, load, user_file
from workbench.settings import ServerSpec, Settings


def names(settings: Settings) -> list[str]:
    return [spec.name for spec in settings.servers]


@pytest.fixture
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """An environment whose configuration folder is an empty temporary one, on every platform."""
    home = {"XDG_CONFIG_HOME": str(tmp_path / "home"), "HOME": str(tmp_path / "home")}
    for name, value in home.items():
        monkeypatch.setenv(name, value)
    return home


def put(path: Path, server: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"mcp_servers: {{{server}: {{demo: basics}}}}\n", encoding="utf-8")
    return path


def test_the_named_file_comes_first_then_the_folder_then_the_user_then_the_demo(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    cwd = tmp_path / "project"
    named, here, own = (
        put(tmp_path / "n.yaml", "named"),
        put(cwd / "workbench.yaml", "here"),
        put(user_file(environ), "own"),
    )
    found = [names(load(named, demo=False, environ=environ, cwd=cwd))]
    found.append(names(load(None, demo=False, environ=environ, cwd=cwd)))
    here.unlink()
    found.append(names(load(None, demo=False, environ=environ, cwd=cwd)))
    own.unlink()
    found.append(names(load(None, demo=False, environ=environ, cwd=cwd)))
    assert found == [["named"], ["here"], ["own"], ["basics", "tracker"]]


def test_demo_beats_every_file(tmp_path: Path, environ: dict[str, str]) -> None:
    named = put(tmp_path / "workbench.yaml", "named")
    settings = load(named, demo=True, environ=environ, cwd=tmp_path)
    assert [(spec.name, spec.demo) for spec in settings.servers] == [("basics", "basics"), ("tracker", "tracker")]
    assert settings.path is None
    assert settings.origins["mcp_servers.basics"] == "demo"
    assert settings.origins["tools.tool_search.enabled"] == "default"


def test_command_line_servers_stand_alone_without_config_and_demo(tmp_path: Path, environ: dict[str, str]) -> None:
    put(tmp_path / "workbench.yaml", "here")
    extra = (ServerSpec("x", command="c"),)
    settings = load(None, demo=False, environ=environ, cwd=tmp_path, extra_servers=extra)
    assert (names(settings), settings.path) == (["x"], None)
    assert settings.origins["mcp_servers.x"] == "command line"


def test_command_line_servers_add_to_a_named_file_and_to_the_demo(tmp_path: Path, environ: dict[str, str]) -> None:
    named = put(tmp_path / "n.yaml", "named")
    extra = (ServerSpec("x", command="c"), ServerSpec("named", command="d"), ServerSpec("x", command="e"))
    settings = load(named, demo=False, environ=environ, cwd=tmp_path, extra_servers=extra)
    assert [(spec.name, spec.command) for spec in settings.servers] == [("named", ""), ("x", "c")]
    assert [report.key for report in settings.reports] == ["mcp_servers.named", "mcp_servers.x"]
    assert names(load(None, demo=True, environ=environ, cwd=tmp_path, extra_servers=extra[:1])) == [
        "basics",
        "tracker",
        "x",
    ]


@pytest.mark.parametrize(("given", "used", "reports"), [(5, 5, 0), (0, 1, 1), (10**12, 10**9, 1)])
def test_the_context_of_the_command_line_wins(tmp_path: Path, given: int, used: int, reports: int) -> None:
    path = tmp_path / "w.yaml"
    path.write_text("model: {name: m, context_length: 9}\n", encoding="utf-8")
    settings = load(path, demo=False, environ={}, cwd=tmp_path, context=given)
    assert (settings.model.name, settings.model.context_length) == ("m", used)
    assert settings.origins["model.context_length"] == "command line"
    assert len(settings.reports) == reports


def test_a_relative_config_is_found_from_the_current_folder(tmp_path: Path) -> None:
    put(tmp_path / "sub" / "n.yaml", "named")
    assert names(load(Path("sub/n.yaml"), demo=False, environ={}, cwd=tmp_path)) == ["named"]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("a: [1, 2\nb: 3\n", ":2:2"), ("a: 'x\n", ":2:1"), ("a: b: c\n", ":1:5"), ("\ta: 1\n", ":1:1"),
        ("a: *nobody\n", ":1:4"),
        ("a: 1\n---\nb: 2\n", ":2:1"), ("- a\n", ":1:1"), ("just text\n", ":1:1"), ("a: 1\nb: \x07\n", ":2:4"),
        ("# c\n5\n", ":2:1"), ("[" * 5000, ":1:1"), ("a: " + "{a: " * 5000, ":1:1"), ("!!set {a}\n", ":1:1"),
    ],
    ids=lambda value: repr(value)[:20],
)  # fmt: skip
def test_what_is_not_yaml_is_an_error_with_line_and_column(read: Read, text: str, position: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(text)
    assert caught.value.where.endswith(f"workbench.yaml{position}")
    assert caught.value.problem
    assert caught.value.advice


def test_an_error_quotes_no_line_of_the_file(read: Read) -> None:
    with pytest.raises(ConfigError) as caught:
        read("mcp_servers: {a: {env: {TOKEN: sk-secret-1}, b: c: d}}\n")
    assert "sk-secret" not in str(caught.value)


def test_bytes_that_are_no_text_are_an_error_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "w.yaml"
    path.write_bytes(b"a: 1\nb: \xff\n")
    with pytest.raises(ConfigError) as caught:
        load(path, demo=False, environ={}, cwd=tmp_path)
    assert caught.value.where.endswith("w.yaml:2:4")


@pytest.mark.parametrize("kind", ["absent", "folder", "large"])
def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "w.yaml"
    if kind == "folder":
        path.mkdir()
    elif kind == "large":
        path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(ConfigError):
        load(path, demo=False, environ={}, cwd=tmp_path)


def test_a_broken_file_in_the_folder_is_not_passed_over(tmp_path: Path, environ: dict[str, str]) -> None:
    put(user_file(environ), "own")
    (tmp_path / "workbench.yaml").write_text("a: [", encoding="utf-8")
    with pytest.raises(ConfigError):
        load(None, demo=False, environ=environ, cwd=tmp_path)


@pytest.mark.parametrize("text", ["", "# only a comment\n", "---\n", "null\n", "~"])
def test_an_empty_file_means_the_defaults_and_no_server(read: Read, text: str) -> None:
    settings = read(text)
    assert (settings.servers, settings.reports) == ((), ())


def test_utf_16_and_byte_order_marks_are_read(tmp_path: Path) -> None:
    path = tmp_path / "w.yaml"
    for encoding in ("utf-16", "utf-8-sig"):
        path.write_bytes("model: {name: ü}\r\n".encode(encoding))
        assert load(path, demo=False, environ={}, cwd=tmp_path).model.name == "ü"


def test_a_key_written_twice_is_reported_and_the_first_stands(read: Read) -> None:
    settings = read("model: {name: a}\ntools:\n  tool_search:\n    enabled: on\n    enabled: off\nmodel: {name: b}\n")
    assert (settings.model.name, settings.tool_search.enabled) == ("a", "on")
    assert [(report.key, report.where.rpartition(":")[2]) for report in settings.reports] == [
        ("tools.tool_search.enabled", "5"),
        ("model", "6"),
    ]


def test_aliases_that_multiply_cost_nothing(read: Read) -> None:
    lines = ["x0: &x0 [a, a, a, a, a, a, a, a, a, a]"]
    lines += [f"x{level}: &x{level} [{', '.join([f'*x{level - 1}'] * 10)}]" for level in range(1, 30)]
    settings = read("\n".join([*lines, "tools: {tool_search: {never_defer_tools: *x29, defer: *x0}}"]))
    assert settings.tool_search.never_defer_tools == ()
    assert settings.tool_search.defer == ("a",)
    assert any(report.key == "tools.tool_search.never_defer_tools" for report in settings.reports)


def test_a_value_that_contains_itself_is_reported(read: Read) -> None:
    settings = read("tools: &t\n  tool_search: *t\nskills: {dirs: &d [*d, x]}\n")
    assert len(settings.reports) >= 2
    assert len(settings.skill_dirs) == 1


def test_merged_keys_count_and_are_limited(read: Read) -> None:
    settings = read("mcp_servers:\n  a: &a {command: c, call_timeout: 9}\n  b: {<<: *a, command: d}\n")
    assert [(spec.command, spec.call_timeout) for spec in settings.servers] == [("c", 9.0), ("d", 9.0)]
    assert not settings.reports
    many = ", ".join(f"k{number}: 1" for number in range(2000))
    with pytest.raises(ConfigError, match="merges too many"):
        read(f"a: &a {{{many}}}\nb: {{<<: [{', '.join(['*a'] * 60)}]}}\n")


def test_tags_run_nothing(read: Read, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    settings = read(
        f"model: {{name: !!python/object/apply:os.system ['touch {trace}']}}\n"
        f"workspace: !!python/object/apply:os.mkdir ['{trace}']\n"
        "tools: {tool_search: {threshold_pct: !!float abc, max_search_limit: !!int x, defer_core_tools: !!bool foo}}\n"
    )
    assert not trace.exists()
    assert len(settings.reports) == 5
    assert settings.model.name == ""


def test_keys_that_are_no_text_are_reported(read: Read) -> None:
    settings = read("? [a]\n: 1\n? {b: c}\n: 2\n")
    assert [report.problem for report in settings.reports] == ["a key has to be text"] * 2

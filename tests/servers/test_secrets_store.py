"""The store of secrets: a file for one user only, a keyring where there is one."""

import json
import os
import sys
import threading
from pathlib import Path

import pytest

from workbench.servers.secrets_store import SecretStore, SecretsUnusable, key_of, secret_key, system_keyring
from workbench.settings import ServerSpec

KEY = secret_key("github", "https://api.example/mcp?x=1")


class FakeRing:
    """A keyring in memory with switches for what real ones do."""

    def __init__(self, limit: int = 10_000) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.limit = limit
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise RuntimeError("locked: hunter2")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.locked or len(password) > self.limit:
            raise RuntimeError("too long: hunter2")
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "secrets.json"


@pytest.fixture
def store(path: Path) -> SecretStore:
    return SecretStore(path.parent)


def test_values_are_kept_by_server_and_address(store: SecretStore, path: Path) -> None:
    assert store.read(KEY, "oauth") is None
    store.write(KEY, "oauth", {"token": "a"})
    store.write(KEY, "env", {"NAME": "b", "odd": 7})
    again = SecretStore(path.parent)
    assert again.read(KEY, "oauth") == {"token": "a"}
    assert again.texts(KEY, "env") == {"NAME": "b"}
    for other in (("GitHub", "https://api.example/mcp"), ("github", "https://other.example/mcp")):
        assert again.read(secret_key(*other), "oauth") is None
    again.remove(KEY, "oauth")
    again.remove(KEY, "oauth")
    assert store.read(KEY, "oauth") is None
    assert store.texts(KEY, "env") == {"NAME": "b"}
    assert store.place == str(path)


def test_the_key_leaves_out_what_may_be_secret() -> None:
    assert secret_key("a", "HTTPS://user:pw@Host/p?key=1#x") == secret_key("a", "https://host/p")
    assert "pw" not in secret_key("a", "https://user:pw@host/p?key=1")
    assert key_of(ServerSpec("a", command="npx", args=("-y", "x"))) == secret_key("a", "npx -y x")


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_the_file_is_for_its_user_only_whatever_the_mask(store: SecretStore, path: Path) -> None:
    before = os.umask(0)
    try:
        store.write(KEY, "env", {"NAME": "secret"})
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o077 == 0
    assert [entry.name for entry in path.parent.iterdir() if entry.stat().st_mode & 0o077] == []


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_a_file_that_others_can_read_is_refused_until_it_is_mended(store: SecretStore, path: Path) -> None:
    store.write(KEY, "env", {"NAME": "secret"})
    path.chmod(0o640)
    assert store.read(KEY, "env") is None
    with pytest.raises(SecretsUnusable, match="others can read"):
        store.write(KEY, "env", {"NAME": "new"})
    assert "chmod 600" in store.reports[0].advice
    assert len(store.reports) == 1
    path.chmod(0o600)
    assert store.read(KEY, "env") == {"NAME": "secret"}


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"version": 9, "secrets": {}}', b"\xff\xfe", b'{"version": 1}']
)
def test_a_file_that_cannot_be_understood_is_set_aside_and_told(store: SecretStore, path: Path, content: bytes) -> None:
    for number in (1, 2):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o600)
        assert store.read(KEY, "env") is None
        assert path.with_name(f"secrets.json.unreadable-{number}").read_bytes() == content
    store.write(KEY, "env", {"NAME": "new"})
    assert store.read(KEY, "env") == {"NAME": "new"}
    assert "unreadable-2" in store.reports[0].advice


def test_odd_entries_cost_only_themselves(store: SecretStore, path: Path) -> None:
    store.write(KEY, "env", {"NAME": "x"})
    content = json.loads(path.read_text())
    content["secrets"]["odd"] = 7
    content["secrets"][f"oauth {KEY}"] = "{not json"
    path.write_text(json.dumps(content))
    assert store.read(KEY, "env") == {"NAME": "x"}
    assert store.read(KEY, "oauth") is None


def test_it_is_bounded(store: SecretStore, path: Path) -> None:
    with pytest.raises(SecretsUnusable, match="too large"):
        store.write(KEY, "env", {"NAME": "x" * 70_000})
    with pytest.raises(SecretsUnusable, match="too large"):
        store.write("k" * 3_000, "env", {})
    assert not path.exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    store = SecretStore(tmp_path / "data")
    with pytest.raises(SecretsUnusable, match="cannot be written"):
        store.write(KEY, "env", {"NAME": "x"})
    assert store.read(KEY, "env") is None


def test_threads_and_two_stores_lose_nothing(path: Path) -> None:
    stores = [SecretStore(path.parent), SecretStore(path.parent)]

    def work(number: int) -> None:
        for round_ in range(10):
            stores[number % 2].write(f"key {number} {round_}", "env", {"N": str(number)})

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(json.loads(path.read_text())["secrets"]) == 60


def test_with_a_keyring_no_file_is_written(path: Path) -> None:
    ring = FakeRing()
    store = SecretStore(path.parent, keyring=lambda: ring)
    store.write(KEY, "oauth", {"token": "a"})
    assert store.place == "the system's keyring"
    assert store.read(KEY, "oauth") == {"token": "a"}
    assert not path.exists()
    store.remove(KEY, "oauth")
    assert ring.kept == {}


def test_what_the_file_holds_is_found_and_moves_to_the_keyring(store: SecretStore, path: Path) -> None:
    store.write(KEY, "oauth", {"token": "old"})
    ring = FakeRing()
    with_ring = SecretStore(path.parent, keyring=lambda: ring)
    assert with_ring.read(KEY, "oauth") == {"token": "old"}
    with_ring.write(KEY, "oauth", {"token": "new"})
    assert store.read(KEY, "oauth") is None
    assert with_ring.read(KEY, "oauth") == {"token": "new"}


def test_a_value_too_long_for_the_keyring_replaces_the_older_one_there(path: Path) -> None:
    ring = FakeRing(limit=40)
    store = SecretStore(path.parent, keyring=lambda: ring)
    store.write(KEY, "oauth", {"token": "short"})
    store.write(KEY, "oauth", {"token": "long" * 20})
    assert store.read(KEY, "oauth") == {"token": "long" * 20}
    store.remove(KEY, "oauth")
    assert store.read(KEY, "oauth") is None


def test_a_broken_keyring_is_told_without_its_words(path: Path) -> None:
    ring = FakeRing()
    ring.locked = True
    store = SecretStore(path.parent, keyring=lambda: ring)
    store.write(KEY, "oauth", {"token": "a"})
    assert store.read(KEY, "oauth") == {"token": "a"}
    told = " ".join(map(str, store.reports))
    assert "RuntimeError" in told
    assert "hunter2" not in told

    def explodes() -> FakeRing:
        raise OSError("no bus")

    broken = SecretStore(path.parent, keyring=explodes)
    assert broken.read(KEY, "oauth") == {"token": "a"}


def test_without_the_package_or_a_backend_there_is_no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    class Package:
        def __init__(self, module: str) -> None:
            self.backend = type("Keyring", (), {"__module__": module, "backends": ()})()

        def get_keyring(self) -> object:
            return self.backend

    monkeypatch.setattr("workbench.servers.secrets_store.find_spec", lambda _: object())
    for module in ("keyring.backends.fail", "keyring.backends.null", "keyring.backends.chainer"):
        monkeypatch.setitem(sys.modules, "keyring", Package(module))
        assert system_keyring() is None
    monkeypatch.setitem(sys.modules, "keyring", Package("keyring.backends.SecretService"))
    assert system_keyring() is not None
    monkeypatch.setattr("workbench.servers.secrets_store.find_spec", lambda _: None)
    assert system_keyring() is None

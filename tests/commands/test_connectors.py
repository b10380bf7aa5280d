"""connectors and connect without a screen, over the embedded gateway."""

import json
import re
import subprocess
import sys
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from tests.commands.support import Workbench


def test_signed_out_there_is_nothing_of_connectors(workbench: Workbench) -> None:
    answer = workbench("connectors", "--json")
    assert answer.exit_code == 7
    assert json.loads(answer.stdout) == {"gateway": "", "signed_in": False, "in_scope": False, "connectors": []}
    assert workbench("connect", "mail").exit_code == 7


def test_signing_in_is_remembered_until_signing_out(workbench: Workbench) -> None:
    assert workbench("connectors", "--sign-in").exit_code == 0
    view = json.loads(workbench("connectors", "--json").stdout)
    assert view["in_scope"]
    assert {entry["connector"] for entry in view["connectors"]} == {
        "mail", "calendar", "issues", "notes", "chat", "files",
    }  # fmt: skip
    assert workbench("connectors", "--sign-out").exit_code == 0
    assert workbench("connectors").exit_code == 7


def test_connect_gives_links_at_once_and_no_token(workbench: Workbench) -> None:
    workbench("connectors", "--sign-in")
    answer = workbench("connect", "mail", "notes", "--json")
    result = json.loads(answer.stdout)
    assert answer.exit_code == 0
    assert result["status"] == "initiated"
    assert all(target["connect_url"].startswith("http://127.0.0.1:") for target in result["targets"])
    assert "--wait" in answer.stderr
    unknown = workbench("connect", "nonsense", "--json")
    assert unknown.exit_code == 7
    assert json.loads(unknown.stdout)["targets"][0]["state"] == "failed"


def test_connector_names_in_search_describe_and_call(workbench: Workbench) -> None:
    workbench("connectors", "--sign-in")
    found = json.loads(workbench("search", "send email", "list issues", "--json", "--demo").stdout)
    names = found["results"][0]["matches"]
    assert names[0] == "connectors__mail__SEND_EMAIL"
    assert found["tools"][names[0]]["source"] == "connectors"
    assert {found["tools"][name]["source"] for name in found["results"][1]["matches"]} == {"mcp", "connectors"}
    described = json.loads(workbench("describe", names[0], "connectors__mail__NOPE", "--json").stdout)
    assert "to" in described["tools"][names[0]]["parameters"]["properties"]
    assert described["not_found"] == ["connectors__mail__NOPE"]
    arguments = '{"to": ["a@example.org"], "subject": "Hello", "body": "x"}'
    called = workbench("call", names[0], "--args", arguments, "--json", "--yes")
    assert called.exit_code == 7, called.stdout + called.stderr
    assert json.loads(called.stdout)["error"]["code"] == "CONNECTION_REQUIRED"
    assert "connect_url" in json.loads(called.stdout)["error"]


@pytest.mark.slow
def test_waiting_for_a_person_who_approves(tmp_path: Path, workbench: Workbench) -> None:
    workbench("connectors", "--sign-in")
    process = subprocess.Popen(
        [sys.executable, "-m", "workbench", "connect", "mail", "--wait", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert process.stderr is not None
    link = ""
    for line in process.stderr:
        found = re.search(r"http://127\.0\.0\.1:\S+", line)
        if found:
            link = found.group()
            break
    approve(link)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    result = json.loads(out)
    assert result["targets"][0]["state"] == "connected"
    assert link not in out


def approve(link: str) -> None:
    """What a browser does when the person presses Approve."""
    with urllib.request.urlopen(link) as answer:
        page = answer.read().decode()
    action = re.search(r'<form[^>]*action="([^"]*)"', page)
    fields = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', page))
    fields.setdefault("account", "someone@example.org")
    fields["decision"] = "approve"
    target = urllib.parse.urljoin(link, action.group(1)) if action else link
    origin = "{0.scheme}://{0.netloc}".format(urllib.parse.urlsplit(link))
    data = urllib.parse.urlencode(fields).encode()
    request = urllib.request.Request(target, data=data, headers={"Origin": origin})
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 200

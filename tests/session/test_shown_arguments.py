"""What a person confirms is what is sent."""

import json

import pytest

from workbench.text import plain, pretty_json


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("send 001\u202e000 euro to bob", r"send 001\u202e000 euro to bob"),
        ("pay\u200b \u2060now\ufeff", r"pay\u200b \u2060now\ufeff"),
        ("a\U000e0061b", r"a\udb40\udc61b"),
        ("esc \x1b[2J \x9b1m", r"esc \u001b[2J \u009b1m"),
        ("👩\u200d👧 查 é", "👩\u200d👧 查 é"),
    ],
)
def test_sec_005_confirmed_arguments_show_what_hides_in_them(text: str, shown: str) -> None:
    written = pretty_json({"text": text, text: 1})
    assert f'"text": "{shown}"' in written
    assert f'"{shown}": 1' in written
    assert plain(written) == written
    assert json.loads(written) == {"text": text, text: 1}

"""Messages out of bytes: every way of cutting the stream gives the same messages."""

import json

from hypothesis import given
from hypothesis import strategies as st

from workbench.servers import framing
from workbench.servers.framing import Arrived, Framer, Noise


def read(*chunks: bytes) -> list[Arrived | Noise]:
    framer = Framer()
    items = [item for chunk in chunks for item in framer.feed(chunk)]
    return [*items, *framer.end()]


def bodies(*chunks: bytes) -> list[object]:
    return [item.body for item in read(*chunks) if isinstance(item, Arrived)]


def message(number: int, result: object = None) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": number, "result": result}


def line(*items: object) -> bytes:
    return b"".join(json.dumps(item, ensure_ascii=False).encode() + b"\n" for item in items)


@given(st.lists(st.text(), max_size=5), st.data())
def test_tra_010_chunks_may_end_anywhere(texts: list[str], data: st.DataObject) -> None:
    sent = [message(number, text) for number, text in enumerate(texts)]
    stream = b"".join(json.dumps(item, ensure_ascii=True).encode() + b"\r\n" for item in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    chunks = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert bodies(*chunks) == bodies(stream)
    assert len(bodies(stream)) == len(sent)


@given(st.binary(max_size=300))
def test_no_bytes_are_too_odd(data: bytes) -> None:
    assert bodies(data + b"\n", line(message(1)))[-1:] == [message(1)]


def test_tra_001_what_is_no_message_is_noise() -> None:
    noise = b'banner\n\n{"level":"info"}\nnull\n[]\n42\n{"jsonrpc":"1.0","method":"x"}\n[INFO] a\n[INFO] b\n'
    items = read(noise + line(message(1)))
    assert len([item for item in items if isinstance(item, Noise)]) == 8
    assert bodies(noise + line(message(1))) == [message(1)]


def test_batches_and_spread_messages_are_read() -> None:
    spread = json.dumps(message(2, {"a": [{"b": "}"}]}), indent=2).encode() + b"\n"
    assert bodies(line([message(1), message(3)]) + spread) == [message(1), message(3), message(2, {"a": [{"b": "}"}]})]
    assert not [item for item in read(spread) if isinstance(item, Noise)]


def test_an_unreadable_answer_tells_its_id() -> None:
    items = read(b'{"jsonrpc":"2.0","id":7,"result":{"content":[\n', line(message(7, "good")))
    assert items == [
        Noise('{"jsonrpc":"2.0","id":7,"result":{"content":[', 7),
        Arrived(message(7, "good"), len(line(message(7, "good"))) - 1),
    ]


def test_a_last_line_without_an_end_counts() -> None:
    assert bodies(line(message(1)).rstrip()) == [message(1)]


def test_half_surrogate_pairs_are_replaced() -> None:
    assert bodies(b'{"jsonrpc":"2.0","id":1,"result":"a\\ud800b\\ud83d\\ude00"}\n') == [message(1, "a\ufffdb😀")]


def test_numbers_of_many_digits_cost_nothing() -> None:
    digits = "1" * 6000
    (body,) = bodies(b'{"jsonrpc":"2.0","id":1,"result":{"a":%s}}\n' % digits.encode())
    assert isinstance(body, dict)
    assert body["result"] == {"a": digits}


def test_a_line_beyond_the_limit_is_dropped_alone() -> None:
    framer = Framer()
    assert framing.LINE_LIMIT >= 50_000_000
    chunk = b"x" * 1_000_000
    items = [item for _ in range(framing.LINE_LIMIT // len(chunk) + 2) for item in framer.feed(chunk)]
    items += framer.feed(b"\n" + line(message(1)))
    assert [type(item) for item in items] == [Noise, Arrived]


def test_cal_029_numbers_no_float_can_hold_stay_json() -> None:
    (body,) = bodies(b'{"jsonrpc":"2.0","id":1,"result":[1e400,-1.5e310,1e9999999,0.1,1E2,NaN,-Infinity]}\n')
    assert isinstance(body, dict)
    assert body["result"] == [10**400, -15 * 10**309, "1e9999999", 0.1, 100.0, "NaN", "-Infinity"]
    json.dumps(body, allow_nan=False)

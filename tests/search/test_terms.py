"""Text becomes terms (spec 2.1)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.search import terms as module
from workbench.search.splitting import WORD_LIMIT
from workbench.search.terms import TEXT_LIMIT, Analyzer


@pytest.fixture(scope="module")
def analyzer() -> Analyzer:
    return Analyzer()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("createIssue", "create issue"),
        ("getHTTPStatus", "get http status"),
        ("HTTPServer", "http server"),
        ("CreateEC2Instance", "create ec2 instance"),
        ("base64Encode sha256", "base64 encode sha256"),
        ("listURLs IDs", "list urls ids"),
        ("IPv4Address", "ipv4 address"),
        ("convertAToB", "convert a to b"),
        ("MP4ToGIF 2FA k8s K8sPods", "mp4 to gif 2fa k8s k8s pods"),
        ("snake_case kebab-case a.b/c:d e,f", "snake case kebab case a b c d e f"),
        ("SHOUTING_NAME", "shouting name"),
        ("создатьЗадачу", "создать задачу"),
    ],
)
def test_words_split_at_separators_and_case_boundaries(analyzer: Analyzer, text: str, words: str) -> None:
    assert analyzer.words(text) == words.split()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Café ÜBER naïve", "cafe uber naive"),
        ("e\u0301te\u0301", "ete"),
        ("Straße", "strasse"),
        ("ｆｕｌｌ ﬁle", "full file"),
        ("smørrebrød Łódź", "smorrebrod lodz"),
        ("soft\u00adhyphen zero\u200bwidth", "softhyphen zero width"),
        ("हिन्दी भाषा", "हिन्दी भाषा"),
        ("⚠️ 1️⃣ ok", "1 ok"),
    ],
)
def test_unicode_is_normalised_and_accents_are_folded(analyzer: Analyzer, text: str, words: str) -> None:
    assert analyzer.words(text) == words.split()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("公众号", "公众 众号"),
        ("文", "文"),
        ("发送slack消息", "发送 slack 消息"),
        ("ガッコウ", "ガッ ッコ コウ"),
        ("ｶﾞｯ", "ガッ"),
        ("한국어", "한국 국어"),
        ("文件，夹", "文件 夹"),
    ],
)
def test_cjk_runs_become_overlapping_pairs(analyzer: Analyzer, text: str, words: str) -> None:
    assert analyzer.words(text) == words.split()
    assert analyzer.terms(text) == words.split()


def test_words_are_stemmed_as_english(analyzer: Analyzer) -> None:
    assert analyzer.terms("creating created creates") == ["creat"] * 3
    assert analyzer.terms("repositories") == analyzer.terms("repository")
    assert analyzer.terms("running issues") == ["run", "issu"]


@pytest.mark.parametrize("apostrophe", ["'", "’", "＇"])
def test_english_clitics_are_no_words(analyzer: Analyzer, apostrophe: str) -> None:
    text = "what's the user's name, don't can't O'Reilly".replace("'", apostrophe)
    assert analyzer.words(text) == ["what", "the", "user", "name", "do", "o", "reilly"]


def test_a_leading_mcp_is_dropped_from_names_only_when_more_follows(analyzer: Analyzer) -> None:
    assert analyzer.name_terms("mcp_slack_post") == ["slack", "post"]
    assert analyzer.name_terms("mcp-atlassian") == ["atlassian"]
    assert analyzer.name_terms("slack_mcp") == ["slack", "mcp"]
    assert analyzer.name_terms("mcp") == ["mcp"]


def test_both_stemmers_agree(analyzer: Analyzer) -> None:
    english = pytest.importorskip("snowballstemmer.english_stemmer")
    pure = Analyzer(english.EnglishStemmer().stemWord)
    text = "Lists generously the organisational repositories' happily merged pull requests, skies, dying and news"
    assert pure.terms(text) == analyzer.terms(text)


@given(st.text(st.characters(), max_size=300))
def test_any_text_gives_words_and_never_raises(text: str) -> None:
    analyzer = Analyzer()
    words = analyzer.words(text)
    assert len(words) == len(analyzer.terms(text))
    assert all(words)
    assert all(len(word) <= 3 * WORD_LIMIT for word in words)
    assert analyzer.words(" ".join([text, text])) == words * 2


@given(st.text(st.characters(), max_size=80))
def test_what_is_remembered_changes_nothing(text: str) -> None:
    seasoned = Analyzer()
    first = seasoned.pairs(text)
    assert seasoned.pairs(text) == first == Analyzer().pairs(text)


@pytest.mark.parametrize("given", [None, 5, ["a"], b"text"])
def test_what_is_not_text_has_no_terms(analyzer: Analyzer, given: object) -> None:
    assert analyzer.terms(given) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "unit", ["a", "A", "aB", "1", "1A", "文", "e\u0301", "\u0327\u0301", "'s", "ﷺ", "a_", "\ud800"]
)
def test_long_text_is_read_in_part_and_long_words_are_cut(analyzer: Analyzer, unit: str) -> None:
    words = analyzer.words(unit * 100_000)
    assert len(words) <= 4 * TEXT_LIMIT
    assert all(len(word) <= WORD_LIMIT for word in words)


def test_the_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MEMO_LIMIT", 50)
    analyzer = Analyzer()
    for index in range(500):
        assert analyzer.words(f"word{index}") == [f"word{index}"]
    assert len(analyzer._memo) <= 50


def test_words_are_stemmed_once_and_never_by_two_threads_at_a_time() -> None:
    stemmed: list[str] = []
    inside = 0

    def stem(word: str) -> str:
        nonlocal inside
        inside += 1
        assert inside == 1, "the stemmer was entered twice"
        for _ in range(200):
            pass
        inside -= 1
        stemmed.append(word)
        return word

    analyzer = Analyzer(stem)
    text = " ".join(f"word{index}" for index in range(300))
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(analyzer.terms, [text] * 16))
    assert all(answer == text.split() for answer in answers)
    before = len(stemmed)
    analyzer.terms(text)
    assert len(stemmed) == before

"""What may be shown of a server's command, URL, environment and headers. Values count as secret."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from workbench.settings import ServerSpec, Settings
from workbench.text import one_line

MASK: Final = "***"
"""What stands where a secret stood."""

_SHORTEST: Final = 4
"""A shorter value is not looked for in other texts: masking every `1` hides nothing and ruins the text."""

_LONG_NUMBER: Final = 9

_WORDS: Final = (
    r"(?:api[-_.]?key|access[-_.]?key|private[-_.]?key|[-_.]?key|token|secret|passw(?:or)?d|passphrase|pwd|pat|"
    r"auth|authorization|bearer|credentials?|cookie|session|signature|dsn|connection[-_.]?string)"
)
_SECRET_OPTION: Final = re.compile(rf"(?i)^--?(?:[\w.]*[-_.])?{_WORDS}(?:[-_.](?:value|id))?$")
_ASSIGNMENT: Final = re.compile(r"(?s)^(--?[\w.-]+|[A-Za-z_][\w.-]*)=(.*)$")
_HEADER_OPTION: Final = frozenset({"-H", "--header", "--headers"})
_HEADER: Final = re.compile(r"(?s)^([A-Za-z][\w-]*)(:\s*)(.+)$")
_ENV_NAME: Final = re.compile(r"^[A-Z_][A-Z0-9_]*$")
_TOKEN: Final = re.compile(
    r"^(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abeprs]|npm|pypi|hf|AKIA|ASIA|AIza|eyJ|ya29|lin_api|ntn|shpat)"
    r"[-_A-Za-z0-9.+/=]{10,}$"
)
_RANDOM: Final = re.compile(r"^(?=[^/]*\d)(?=[^/]*[A-Za-z])[\w=+.~-]{24,}$")
_URL: Final = re.compile(r"(?i)^[a-z][a-z0-9+.-]*://")
_HARMLESS_VARIABLES: Final = frozenset(
    [
        "HOME",
        "USERPROFILE",
        "USER",
        "USERNAME",
        "LOGNAME",
        "PATH",
        "PWD",
        "SHELL",
        "LANG",
        "TERM",
        "TMPDIR",
        "TEMP",
        "TMP",
    ]
)
_HARMLESS_HEADERS: Final = frozenset({"accept", "content-type", "user-agent", "accept-language"})
_HARMLESS_VALUES: Final = frozenset(
    [
        "true",
        "false",
        "null",
        "none",
        "auto",
        "info",
        "debug",
        "warn",
        "warning",
        "error",
        "production",
        "development",
        "test",
    ]
)


def known_secrets(settings: Settings) -> frozenset[str]:
    """Every secret in the settings of the servers."""
    return frozenset(secret for spec in settings.servers for secret in secret_values(spec))


def mask_text(text: str, secrets: Iterable[str]) -> str:
    """The text with every occurrence of a secret replaced by `***`; longer secrets first, so none is left in part."""
    for secret in sorted({secret for secret in secrets if secret}, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return text


def harmless(value: str) -> bool:
    """Whether a value is too short or too common to be a secret worth looking for: `1`, `true`, `debug`."""
    return (
        len(value) < _SHORTEST or value.lower() in _HARMLESS_VALUES or (value.isdecimal() and len(value) < _LONG_NUMBER)
    )


def masked_url(url: str, variables: Mapping[str, str] | None = None) -> str:
    """A URL for the screen: user information, query values, the fragment and random path parts are masked.

    What came from a variable is shown as `${NAME}`. A text that is no URL is shown as `***`.
    """
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return MASK
    if not parts.netloc:
        return MASK
    host = parts.netloc.rpartition("@")[2]
    netloc = f"{MASK}@{host}" if "@" in parts.netloc else host
    path = "/".join(MASK if _looks_random(part) else part for part in parts.path.split("/"))
    query = f"?{_masked_query(parts.query)}" if parts.query else ""
    fragment = f"#{MASK}" if parts.fragment else ""
    return one_line(_named(f"{parts.scheme}://{netloc}{path}{query}{fragment}", variables or {}))


def masked_args(args: Sequence[str], variables: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Arguments for the screen: what follows a secret option, stands after `KEY=`, or looks like a token is masked."""
    return tuple(shown for shown, _ in _judge(args, variables or {}))


def masked_command(spec: ServerSpec) -> str:
    """The program for the screen, also where a whole command line was written in its place."""
    return one_line(" ".join(masked_args(spec.command.split(" "), spec.variables)))


def masked_path(path: str, spec: ServerSpec) -> str:
    """A path of the entry for the screen, with what came from variables as `${NAME}`."""
    return one_line(_named(path, spec.variables))


def masked_target(spec: ServerSpec) -> str:
    """One line that says how the server is reached, without a secret: its command line, URL, file or demo name."""
    if spec.command:
        words = (masked_command(spec), *masked_args(spec.args, spec.variables))
        return one_line(" ".join(_quoted(word) for word in words))
    if spec.url:
        return masked_url(spec.url, spec.variables)
    if spec.snapshot:
        return masked_path(spec.snapshot, spec)
    return one_line(f"demo {spec.demo}") if spec.demo else ""


def secret_values(spec: ServerSpec) -> tuple[str, ...]:
    """The texts of a server's configuration that must not appear on a screen or in a log, longest first.

    Values of env, headers, URL queries and user information, masked arguments, and what variables held. Very short and
    well-known harmless values are left out, for they would mask ordinary words.
    """
    found = [*spec.env.values()]
    for name, value in spec.headers.items():
        if name.lower() not in _HARMLESS_HEADERS:
            found += [value, value.split(None, 1)[-1] if value.strip() else ""]
    found += [secret for _, secrets in _judge(spec.args, {}) for secret in secrets]
    found += _url_secrets(spec.url)
    found += [value for name, value in spec.variables.items() if name not in _HARMLESS_VARIABLES]
    kept = {value for value in found if not harmless(value)}
    return tuple(sorted(kept, key=lambda value: (-len(value), value)))


def _judge(args: Sequence[str], variables: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """Per argument what may be shown and which secrets it holds."""
    judged: list[tuple[str, list[str]]] = []
    before = ""
    for arg in args:
        if _SECRET_OPTION.match(before) and not arg.startswith("--"):
            judged.append((MASK, [arg]))
        elif before in _HEADER_OPTION and (header := _HEADER.match(arg)):
            judged.append((f"{header[1]}{header[2]}{MASK}", [header[3], header[3].split(None, 1)[-1]]))
        else:
            judged.append(_judge_one(arg, variables))
        before = arg
    return judged


def _judge_one(arg: str, variables: Mapping[str, str]) -> tuple[str, list[str]]:
    if _URL.match(arg):
        return masked_url(arg, variables), _url_secrets(arg)
    if assignment := _ASSIGNMENT.match(arg):
        name, value = assignment.groups()
        if _SECRET_OPTION.match(f"--{name.lstrip('-')}") or _ENV_NAME.match(name):
            return f"{name}={MASK}", [value]
        shown, secrets = _judge_one(value, variables)
        return f"{name}={shown}", secrets
    header = _HEADER.match(arg)
    if header and _SECRET_OPTION.match(f"--{header[1]}"):
        return f"{header[1]}{header[2]}{MASK}", [header[3], header[3].split(None, 1)[-1]]
    scheme, _, rest = arg.partition(" ")
    if scheme.lower() in ("bearer", "basic") and rest:
        return f"{scheme} {MASK}", [rest]
    return (MASK, [arg]) if _TOKEN.match(arg) or _looks_secret_json(arg) else (_named(arg, variables), [])


def _looks_secret_json(arg: str) -> bool:
    return arg.lstrip().startswith("{") and re.search(rf'(?i){_WORDS}"\s*:', arg) is not None


def _looks_random(part: str) -> bool:
    return bool(_RANDOM.match(part) or _TOKEN.match(part))


def _named(text: str, variables: Mapping[str, str]) -> str:
    """The text with the values of variables shown as `${NAME}`, longest first; a short value only when it is all."""
    for name, value in sorted(variables.items(), key=lambda item: -len(item[1])):
        if value and (len(value) >= _SHORTEST or value == text):
            text = text.replace(value, f"${{{name}}}")
    return text


def _masked_query(query: str) -> str:
    pairs = [pair.partition("=") for pair in query.split("&")]
    return "&".join(f"{name}={MASK}" if equals else MASK for name, equals, _ in pairs)


def _url_secrets(url: str) -> list[str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return [url]
    raw = [*_user_information(parts), *(part for part in parts.path.split("/") if _looks_random(part)), parts.fragment]
    for pair in parts.query.split("&"):
        name, equals, value = pair.partition("=")
        raw.append(value if equals else name)
    return [text for value in raw for text in (value, unquote(value)) if text]


def _user_information(parts: SplitResult) -> list[str]:
    information, at, _ = parts.netloc.rpartition("@")
    name, _, password = information.partition(":")
    return [information, password or name] if at else []


def _quoted(word: str) -> str:
    return f'"{word}"' if not word or any(letter.isspace() for letter in word) else word

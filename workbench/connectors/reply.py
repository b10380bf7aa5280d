"""What one request came to, in terms that need no HTTP library."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. The body is whole for a success, the beginning of it for anything else."""

    status: int
    body: bytes = field(repr=False)
    retry_after: str = ""


class SendFault(Exception):
    """No usable answer came: `code` is one of our own, `words` say what happened and hold no header and no body."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words

"""The token of a data folder, and the links made from it.

Links are never stored: a link is its id and a code that only the holder of the token can make, so the database holds
nothing that opens a consent page.
"""

import hashlib
import hmac
import os
import re
import secrets
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Final

TOKEN_FILE: Final = "token"
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32,128}")
_LINK: Final = re.compile(r"([A-Za-z0-9_-]{12})([A-Za-z0-9_-]{24})")


def read_token(folder: Path) -> str:
    """The bearer token of a data folder; made on first use and kept in a file that only its owner can read.

    Raises OSError where the file cannot be read or made, ValueError where it holds something else.
    """
    path = folder / TOKEN_FILE
    temporary = folder / f".{TOKEN_FILE}-{os.getpid()}-{secrets.token_hex(4)}"
    if not path.exists():
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
        try:
            os.link(temporary, path)  # unlike a rename, this keeps the file of whoever was first
        except FileExistsError:
            pass
        except OSError:
            temporary.replace(path)
        temporary.unlink(missing_ok=True)
    path.chmod(0o600)
    token = path.read_text(encoding="ascii", errors="replace").strip()
    if not _TOKEN.fullmatch(token):
        raise ValueError(f"{path} does not hold a gateway token; delete it to get a new one")
    return token


class Links:
    """Makes links for ids and ids for links."""

    def __init__(self, token: str) -> None:
        self._key = hmac.digest(token.encode(), b"consent links", hashlib.sha256)

    @staticmethod
    def new_id() -> str:
        """An id for a link that is yet to be made."""
        return secrets.token_urlsafe(9)

    def link(self, link_id: str) -> str:
        """The last part of a consent page's address."""
        return link_id + self._code(link_id)

    def id_of(self, link: str) -> str | None:
        """The id of a link that was made here; None for anything else."""
        match = _LINK.fullmatch(link)
        if match is None or not hmac.compare_digest(match[2], self._code(match[1])):
            return None
        return match[1]

    def _code(self, link_id: str) -> str:
        return urlsafe_b64encode(hmac.digest(self._key, link_id.encode(), hashlib.sha256)[:18]).decode()


def same_token(given: str, token: str) -> bool:
    """Whether a token is the right one, in a time that does not tell how much of it is. An empty one never is."""
    return bool(token) and hmac.compare_digest(given.encode("utf-8", "surrogatepass"), token.encode())

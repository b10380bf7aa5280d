"""The log of one server: its stderr and a compact protocol log, bounded, cleaned and without known secrets."""

import hashlib
import re
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from workbench.servers.secrets import Masker
from workbench.text import clip, one_line, plain

_FILE_LIMIT: Final = 2_000_000
_LINE_LIMIT: Final = 2_000
_TAIL: Final = 20
_SAMPLES: Final = 5
_ERROR: Final = re.compile(r"(?i)(?:error|exception|fatal|panic)\b")


def log_name(server: str) -> str:
    """A file name for a server's log: safe on every system, different for different servers."""
    safe = re.sub(r"[^A-Za-z0-9_-]+", "_", server)[:60].strip("_") or "server"
    if safe != server:
        safe += "-" + hashlib.sha256(server.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return safe + ".log"


class ServerLog:
    """Writes one server's log file and remembers the last lines of its stderr.

    A file that cannot be written is given up silently: a log must never cost a server. When it reaches two megabytes
    the file is kept once as `.1` and begun anew.
    """

    def __init__(self, path: Path, masker: Masker, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self._masker = masker
        self._clock = clock
        self._stream: TextIO | None = None
        self._size = 0
        self._usable = True
        self._tail: deque[str] = deque(maxlen=_TAIL)
        self._partial = b""
        self.noise_count = 0
        self.noise: list[str] = []

    def open(self) -> None:
        """Opens the file, for a thread to do: a hundred servers that start at once would hold the screen up."""
        if self._usable:
            try:
                self._opened()
            except (OSError, ValueError):
                self._usable = False

    def clean(self, text: str) -> str:
        """One line of foreign text: masked, without control characters, clipped."""
        return clip(one_line(self._masker.mask(plain(text))), _LINE_LIMIT)

    def note(self, text: str) -> None:
        """A remark of our own: started, stopped, refused."""
        self._write("--", self.clean(text))

    def message(self, arrow: str, summary: str, size: int | None) -> None:
        """One protocol message: `->` sent or `<-` received, what it is, its size in bytes where known."""
        self._write(arrow, clip(one_line(plain(summary)), 200) + (f" {size} B" if size is not None else ""))

    def stderr(self, data: bytes) -> None:
        """Bytes of the server's stderr as they come; an empty chunk ends the last line."""
        held = self._partial + data
        lines = held.split(b"\n")
        self._partial = lines.pop() if data else b""
        if len(self._partial) > _LINE_LIMIT * 4:
            lines.append(self._partial)
            self._partial = b""
        if not data and held:
            lines = [held]
        for line in lines:
            text = self.clean(line.decode("utf-8", "replace"))
            if text:
                self._tail.append(text)
                self._write("err", text)

    def stdout_noise(self, line: str) -> None:
        """A line on stdout that was no message."""
        text = self.clean(clip(line, _LINE_LIMIT))
        self.noise_count += 1
        if len(self.noise) < _SAMPLES:
            self.noise.append(clip(text, 200))
        if self.noise_count <= 1000:
            self._write("out", text)

    def begin_life(self) -> None:
        """Forgets the stderr and the noise of a server's former life; the file keeps them."""
        self._tail.clear()
        self._partial = b""
        self.noise_count = 0
        self.noise = []

    def last_words(self, lines: int = 3, limit: int = 400) -> str:
        """The last lines of stderr on one line, for a reason; where one of the last names an error, that line alone."""
        error = next((line for line in reversed(self._tail) if _ERROR.search(line)), "")
        return clip(error or " / ".join(list(self._tail)[-lines:]), limit)

    def close(self) -> None:
        """Closes the file; a later line opens it again."""
        if self._stream is not None:
            try:
                self._stream.close()
            except OSError:
                self._usable = False
            self._stream = None

    def _write(self, mark: str, text: str) -> None:
        if not self._usable:
            return
        now = self._clock()
        stamp = time.strftime("%H:%M:%S", time.localtime(now)) + f".{int(now % 1 * 1000):03d}"
        try:
            stream = self._opened()
            self._size += stream.write(f"{stamp} {mark:<3} {text}\n")
            stream.flush()
            if self._size > _FILE_LIMIT:
                self._turn()
        except (OSError, ValueError):
            self._usable = False

    def _opened(self) -> TextIO:
        if self._stream is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = self.path.open("a", encoding="utf-8", errors="replace")
            self._size = self.path.stat().st_size
        return self._stream

    def _turn(self) -> None:
        self.close()
        self.path.replace(self.path.with_suffix(".log.1"))
        self._size = 0

"""The frames of the operations, one row each, as they came."""

from collections.abc import Iterable, Mapping

from workbench.connectors.frames import REQUEST
from workbench.model import Json
from workbench.text import one_line
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.rows import Row, Span

Key = tuple[str, int]
"""Which frame a row stands for: the operation and the number."""


class FramesView(LinesView):
    """The log beside the card. The last frame stays highlighted until another one is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self._frames: tuple[Mapping[str, Json], ...] = ()

    def show(self, frames: tuple[Mapping[str, Json], ...]) -> None:
        """Draws these frames, the newest last."""
        if frames is self._frames or frames == self._frames:
            return
        followed = not self.keys or self.highlighted == self.keys[-1]
        self._frames = frames
        self.set_rows(self._rows, cursor=frame_key(frames[-1]) if followed and frames else None)

    @property
    def selected(self) -> Mapping[str, Json] | None:
        """The highlighted frame."""
        key = self.highlighted
        return next((frame for frame in self._frames if frame_key(frame) == key), None)

    def on_mount(self) -> None:
        """Says what will be here."""
        self.set_rows(self._rows)

    def _rows(self, _: int) -> Iterable[Row]:
        if not self._frames:
            yield Row((("Every frame of an operation, as the card gets it.", "dim"),))
        for frame in self._frames:
            yield Row(frame_spans(frame), hang=4, key=frame_key(frame))


def frame_key(frame: Mapping[str, Json]) -> Key:
    """The operation's id and the frame's number."""
    seq = frame.get("seq")
    return str(frame.get("op_id")), seq if isinstance(seq, int) else 0


def frame_spans(frame: Mapping[str, Json]) -> tuple[Span, ...]:
    """`  3 update  mail pending → initiated backend_watcher`."""
    number: Span = (f"{frame_key(frame)[1]:>3} ", "dim")
    if frame.get("kind") == REQUEST:
        names = ", ".join(one_line(target.get("name")) for target in frame.get("targets", ()))
        return (number, ("request ", "head"), (names, "text"))
    if "to" in frame:
        return (
            number,
            ("update ", "text"),
            (one_line(frame.get("target")), "name"),
            (f" {one_line(frame.get('from'))} → ", "dim"),
            (one_line(frame.get("to")), "text"),
            (f" {one_line(frame.get('actor'))}", "dim"),
        )
    if frame.get("settled"):
        return (number, ("update ", "text"), ("settled", "good"), (f" {one_line(frame.get('settled_by'))}", "dim"))
    return (number, ("update ", "text"), ("refresh", "dim"))

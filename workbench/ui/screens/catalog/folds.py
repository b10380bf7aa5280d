"""Which groups are unfolded: those a person unfolded, and with a filter all but those folded since it is on."""

from collections.abc import Collection


class Folds:
    """Two sets, so that a filter unfolds what it found and leaves the tree as it was when it goes."""

    def __init__(self, unfolded: Collection[str] = ()) -> None:
        self._unfolded = set(unfolded)
        self._folded: set[str] = set()

    def filter_changed(self) -> None:
        """A filter came or went: whatever it finds is unfolded."""
        self._folded.clear()

    def unfolded(self, keys: Collection[str], *, filtered: bool) -> frozenset[str]:
        """Those of `keys` that are unfolded."""
        return frozenset(keys) - self._folded if filtered else frozenset(keys) & self._unfolded

    def fold(self, keys: Collection[str], *, unfold: bool, filtered: bool) -> None:
        """Folds or unfolds these."""
        chosen, add = (self._folded, not unfold) if filtered else (self._unfolded, unfold)
        if add:
            chosen.update(keys)
        else:
            chosen.difference_update(keys)

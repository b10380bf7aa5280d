"""The faults of a running gateway, replaced as a whole, counted where they shall end by themselves."""

from workbench.gateway.faults import Faults


class FaultBox:
    """Holds the faults. Touch it on the event loop only."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults

    @property
    def faults(self) -> Faults:
        """The faults as they were last set."""
        return self._faults

    @faults.setter
    def faults(self, faults: Faults) -> None:
        self._faults = faults
        self._left = faults.times

    def take(self, route: str) -> Faults:
        """The faults for one request on a route; counts it where they end after some times."""
        faults = self._faults
        if not faults.spoils_answers:
            return faults
        if faults.on and route not in faults.on:
            return faults.without_answer_faults()
        if faults.times:
            if not self._left:
                return faults.without_answer_faults()
            self._left -= 1
        return faults

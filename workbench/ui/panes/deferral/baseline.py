"""What what-if starts from and returns to: the configuration, and the servers that were switched off on the way."""

from workbench.model import ServerState
from workbench.session import AttachRefused, Session
from workbench.settings import Settings
from workbench.ui.panes.deferral import changes


class Baseline:
    """One for a main screen; its panes and the panel share it. `off` names servers that only what-if detached."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.off: set[str] = set()

    def told(self, session: Session) -> tuple[str, ...]:
        """Each difference between the session and the configuration in a few words; none where there is none."""
        off = (f"{name} off" for name in sorted(self.off & self._down(session)))
        return (*changes.told(session.settings, self.settings), *off)

    async def switch(self, session: Session, name: str) -> None:
        """Detaches a server, or attaches again one that is detached. Raises AttachRefused."""
        if name in self._down(session):
            self.off.discard(name)
            await session.reconnect(name)
        else:
            self.off.add(name)
            await session.detach(name)

    async def restore(self, session: Session) -> None:
        """Back to the configuration; servers that what-if switched off come back. Raises AttachRefused."""
        settings = changes.restored(session.settings, self.settings)
        if settings != session.settings:
            session.apply(settings)
        back, self.off = self.off & self._down(session), set()
        refused = []
        for name in sorted(back):
            try:
                await session.reconnect(name)
            except AttachRefused as error:
                refused.append(str(error))
        if refused:
            raise AttachRefused("; ".join(refused))

    @staticmethod
    def _down(session: Session) -> set[str]:
        return {view.name for view in session.state.servers if view.status.state is ServerState.DETACHED}

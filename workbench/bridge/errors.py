"""The one kind of error the bridge's readers raise: it carries what the model is told."""

from workbench.model import Json


class BridgeError(Exception):
    """Something a model sent cannot be used. `payload` is the JSON it gets: `{"error": text, ...}` (spec 3)."""

    def __init__(self, error: str, **more: Json) -> None:
        super().__init__(error)
        self.payload: dict[str, Json] = {"error": error, **more}

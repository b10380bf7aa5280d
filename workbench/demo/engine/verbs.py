"""What can be done with the engine's objects: five verbs with all, five more by the family of the object."""

from workbench.demo.engine import effects as scene
from workbench.demo.grammar import effects as do
from workbench.demo.grammar.words import Family, Verb
from workbench.demo.toolbox import ADD, DESTROY, OVERWRITE, READ, SET


def common() -> tuple[Verb, ...]:
    """The verbs that every object has."""
    return (
        Verb("create", "Create {a}, {about}.", ("name*", "fields"), do.create, ADD),
        Verb("get", "Show the properties of {a}.", ("id*",), do.get, READ),
        Verb("set", "Set the {fields} of {a}.", ("id*", "name", "fields"), do.change, SET, least=2),
        Verb(
            "list",
            "List the {nouns} made so far.",
            ("state", "name_contains", "limit", "after"),
            do.find_all,
            READ,
            plural=True,
        ),
        Verb("delete", "Delete {a} and forget it.", ("id*",), do.delete, DESTROY),
    )


def families() -> dict[str, Family]:
    """The verbs beyond the common ones, by family."""
    return {
        "spatial": _spatial(),
        "playable": _playable(),
        "asset": _asset(),
        "body": _body(),
        "widget": _widget(),
        "logic": _logic(),
        "grid": _grid(),
    }


def _spatial() -> Family:
    return Family(
        ("placed", "attached"),
        (
            Verb(
                "move", "Move {a} by an offset.", ("id*", "offset*"), scene.add_vector("position", "offset"), OVERWRITE
            ),
            Verb("rotate", "Turn {a} to angles in degrees.", ("id*", "rotation*"), do.change, SET),
            Verb("scale", "Scale {a} along its axes.", ("id*", "scale*"), do.change, SET),
            Verb("attach", "Attach {a} to a parent node.", ("id*", "parent*"), do.state("attached"), SET),
            Verb("duplicate", "Duplicate {a} under a new name.", ("id*", "new_name*"), do.copy, ADD),
        ),
    )


def _playable() -> Family:
    return Family(
        ("stopped", "playing", "paused"),
        (
            Verb("play", "Play {a}, once or in a loop.", ("id*", "speed", "loop"), do.state("playing"), SET),
            Verb("pause", "Pause {a} where it is.", ("id*",), do.state("paused"), SET),
            Verb("stop", "Stop {a} and rewind it.", ("id*",), do.state("stopped"), SET),
            Verb("seek", "Jump to a time in {a}.", ("id*", "time_seconds*"), do.change, SET),
            Verb("fade", "Fade {a} to a strength over some seconds.", ("id*", "strength*", "duration"), do.change, SET),
        ),
    )


def _asset() -> Family:
    return Family(
        ("loaded", "unloaded"),
        (
            Verb("load", "Load {a} into memory.", ("id*",), do.state("loaded"), SET),
            Verb("unload", "Unload {a} from memory.", ("id*",), do.state("unloaded"), OVERWRITE),
            Verb("assign", "Assign {a} to a node.", ("id*", "node*"), do.join("nodes", "node"), SET),
            Verb("unassign", "Take {a} away from a node.", ("id*", "node*"), do.leave("nodes", "node"), OVERWRITE),
            Verb("export", "Export {a} as a document.", ("id*",), do.export, READ),
        ),
    )


def _body() -> Family:
    push = scene.add_vector("velocity", "impulse", divided_by="mass")
    return Family(
        ("awake", "frozen"),
        (
            Verb("push", "Push {a} with an impulse.", ("id*", "impulse*"), push, OVERWRITE),
            Verb("freeze", "Freeze {a} so that nothing moves it.", ("id*",), do.state("frozen"), SET),
            Verb("wake", "Wake {a} for the simulation.", ("id*",), do.state("awake"), SET),
            Verb("teleport", "Put {a} at a position at once.", ("id*", "position*"), do.change, SET),
            Verb("ignore", "Let {a} pass through a body.", ("id*", "other*"), do.join("ignored", "other"), SET),
        ),
    )


def _widget() -> Family:
    return Family(
        ("visible", "hidden"),
        (
            Verb("show", "Show {a} on the screen.", ("id*",), do.state("visible"), SET),
            Verb("hide", "Hide {a} from the screen.", ("id*",), do.state("hidden"), SET),
            Verb("resize", "Give {a} a width and a height.", ("id*", "width*", "height*"), do.change, SET),
            Verb("anchor", "Anchor {a} to a corner or edge.", ("id*", "anchor*"), do.change, SET),
            Verb("bind", "Bind an event of {a} to a handler.", ("id*", "event*", "handler*"), scene.connect, SET),
        ),
    )


def _logic() -> Family:
    return Family(
        ("enabled", "disabled"),
        (
            Verb("enable", "Enable {a}.", ("id*",), do.state("enabled"), SET),
            Verb("disable", "Disable {a}.", ("id*",), do.state("disabled"), SET),
            Verb("connect", "Connect an event of {a} to a handler.", ("id*", "event*", "handler*"), scene.connect, SET),
            Verb("fire", "Fire an event of {a}.", ("id*", "event*"), scene.fire, DESTROY),
            Verb("reset", "Reset {a} to where it started.", ("id*",), scene.reset, OVERWRITE),
        ),
    )


def _grid() -> Family:
    return Family(
        ("ready",),
        (
            Verb("paint", "Paint a cell of {a}.", ("id*", "column*", "row*", "level*"), scene.paint, OVERWRITE),
            Verb("sample", "Sample a cell of {a}.", ("id*", "column*", "row*"), scene.sample, READ),
            Verb("clear", "Clear all painted cells of {a}.", ("id*",), scene.fill, DESTROY),
            Verb("bake", "Bake {a} for the game at run time.", ("id*",), scene.bake, SET),
            Verb("extend", "Give {a} more columns and rows.", ("id*", "columns*", "rows*"), do.change, SET),
        ),
    )

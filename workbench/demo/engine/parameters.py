"""The parameters of the engine's tools by name."""

from typing import Any


def parameters() -> dict[str, dict[str, Any]]:
    """A schema for each parameter."""
    return {**_of_verbs(), **_numbers(), **_choices(), **_texts()}


def _of_verbs() -> dict[str, dict[str, Any]]:
    identity = {"type": "string", "minLength": 1, "examples": ["node-1"]}
    return {
        "name": {"type": "string", "minLength": 1, "maxLength": 60, "examples": ["Hero"]},
        "new_name": {"type": "string", "minLength": 1, "maxLength": 60, "examples": ["Hero 2"]},
        "name_contains": {"type": "string", "maxLength": 60},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
        "offset": _vector("Metres along each axis.", 10000),
        "position": _vector("Metres from the origin.", 100000),
        "rotation": _vector("Degrees about each axis.", 360),
        "scale": _vector("Factor along each axis.", 1000),
        "impulse": _vector("Newton seconds along each axis.", 100000),
        "parent": {**identity, "description": "Id of the parent node."},
        "node": {**identity, "description": "Id of a node."},
        "other": {"type": "string", "minLength": 1, "examples": ["rigid-body-2"]},
        "speed": {"type": "number", "minimum": -10, "maximum": 10, "default": 1},
        "loop": {"type": "boolean", "default": False},
        "time_seconds": {"type": "number", "minimum": 0, "maximum": 86400},
        "strength": {"type": "number", "minimum": 0, "maximum": 1},
        "event": {"type": "string", "pattern": "^[a-z_]{1,40}$", "examples": ["pressed"]},
        "handler": {"type": "string", "minLength": 1, "maxLength": 80, "examples": ["player.jump"]},
        "anchor": {
            "type": "string",
            "enum": ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom"],
        },
        "column": _whole(0, 4095),
        "row": _whole(0, 4095),
        "level": {"type": "number", "minimum": 0, "maximum": 1},
        "columns": _whole(1, 4096),
        "rows": _whole(1, 4096),
    }


def _numbers() -> dict[str, dict[str, Any]]:
    return {
        "width": _real(0, 100000),
        "height": _real(0, 100000),
        "depth": _real(0, 100000),
        "radius": _real(0, 100000),
        "range": _real(0, 100000),
        "mass": {"type": "number", "exclusiveMinimum": 0, "maximum": 1000000},
        "friction": _real(0, 2),
        "bounciness": _real(0, 1),
        "damping": _real(0, 1),
        "intensity": _real(0, 1000),
        "angle": _real(0, 360),
        "field_of_view": _real(1, 179),
        "near": _real(0, 1000),
        "far": _real(1, 1000000),
        "volume": _real(0, 1),
        "pitch": _real(0, 4),
        "duration": _real(0, 86400),
        "rate": _real(0, 100000),
        "lifetime": _real(0, 3600),
        "roughness": _real(0, 1),
        "metalness": _real(0, 1),
        "opacity": _real(0, 1),
        "cell_size": {"type": "number", "exclusiveMinimum": 0, "maximum": 1000},
        "font_size": _whole(4, 400),
        "layer": _whole(0, 31),
        "order": _whole(-1000, 1000),
        "frame_rate": _whole(1, 240),
        "vertex_count": _whole(3, 10000000),
        "bone_count": _whole(1, 1024),
        "max_players": _whole(1, 256),
        "seed": _whole(0, 4294967295),
        "gravity": _vector("Metres per second squared.", 1000),
        "direction": _vector("Direction, of any length.", 1),
    }


def _choices() -> dict[str, dict[str, Any]]:
    return {
        "color": {"type": "string", "pattern": "^#[0-9a-f]{6}$", "examples": ["#ffcc00"]},
        "shape": {"type": "string", "enum": ["box", "sphere", "capsule", "cylinder", "cone"]},
        "shadows": {"type": "boolean", "default": True},
        "projection": {"type": "string", "enum": ["perspective", "orthographic"]},
        "blending": {"type": "string", "enum": ["opaque", "cutout", "blend", "add"]},
        "wrap": {"type": "string", "enum": ["clamp", "repeat", "mirror"]},
        "filtering": {"type": "string", "enum": ["nearest", "linear", "anisotropic"]},
        "easing": {"type": "string", "enum": ["linear", "ease in", "ease out", "ease in out", "bounce"]},
        "stage": {"type": "string", "enum": ["vertex", "fragment", "compute"]},
        "channel": {"type": "string", "enum": ["master", "music", "effects", "speech", "ambience"]},
        "device": {"type": "string", "enum": ["keyboard", "mouse", "gamepad", "touch"]},
        "alignment": {"type": "string", "enum": ["start", "centre", "end", "stretch"]},
        "enabled_at_start": {"type": "boolean", "default": True},
        "collides_with": {"type": "array", "items": _whole(0, 31), "uniqueItems": True},
        "options": {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1, "uniqueItems": True},
        "values": {"type": "object", "additionalProperties": {"type": ["number", "string", "boolean", "null"]}},
        "points": {"type": "array", "items": _vector("One point.", 100000), "minItems": 2, "maxItems": 500},
    }


def _texts() -> dict[str, dict[str, Any]]:
    return {
        "file": {"type": "string", "pattern": "^[^/].{0,199}$", "examples": ["models/hero.glb"]},
        "text": {"type": "string", "maxLength": 5000},
        "code": {"type": "string", "minLength": 1, "maxLength": 20000, "examples": ["return 1"]},
        "language": {"type": "string", "pattern": "^[a-z]{2}$", "examples": ["en"]},
        "condition": {"type": "string", "minLength": 1, "maxLength": 500, "examples": ["health < 10"]},
        "target": {"type": "string", "minLength": 1, "examples": ["node-1"]},
    }


def _vector(description: str, bound: int) -> dict[str, Any]:
    axis = {"type": "number", "minimum": -bound, "maximum": bound}
    return {
        "type": "object",
        "description": description,
        "properties": {"x": axis, "y": axis, "z": axis},
        "required": ["x", "y", "z"],
        "additionalProperties": False,
        "examples": [{"x": 0, "y": 1, "z": 0}],
    }


def _real(least: float, most: float) -> dict[str, Any]:
    return {"type": "number", "minimum": least, "maximum": most}


def _whole(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}

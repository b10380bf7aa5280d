"""Answers of the wrong shape, on demand."""

from typing import Any


def spoil(route: str, answer: dict[str, Any], how: str) -> Any:
    """A good answer made wrong in one of the ways of the fault `wrong_shapes`."""
    main = "schemas" if route == "schemas" else "items" if route == "list" else "results"
    if how == "list":
        return [answer]
    if how == "missing":
        return {key: value for key, value in answer.items() if key != main}
    if how == "types":
        return {**answer, main: "none" if isinstance(answer[main], dict) else {"0": answer[main]}}
    if how == "status":
        key = "connectionStatus" if route == "list" else "status"
        rows = answer[main] if isinstance(answer[main], list) else []
        return {**answer, **({main: [{**row, key: "hibernating"} for row in rows]} if rows else {})}
    if how == "echo" and route == "search":
        return {**answer, main: [{**row, "useCase": f"not {row['useCase']}"} for row in answer[main]]}
    if how == "schemas" and route == "search":
        return {**answer, "schemas": {}}
    return answer

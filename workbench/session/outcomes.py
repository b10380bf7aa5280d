"""A connector call's report with what the gateway said went wrong, for screens and exit codes."""

from collections.abc import Mapping
from dataclasses import replace

from workbench.model import CallReport, Json


def with_gateway_error(report: CallReport, payload: Mapping[str, Json]) -> CallReport:
    """The report of a single connector call, its error the one the model is told (spec 4.2: code, message, hint)."""
    [item] = payload["results"]
    error = item.get("error")
    if not isinstance(error, Mapping) or report.error is not None:
        return report
    return replace(report, error={"error": error.get("message", ""), **error})

"""A form made from a tool's schema, in step with the JSON of its arguments."""

from workbench.ui.panes.tool.form.view import FormView

__all__ = ["FormView"]

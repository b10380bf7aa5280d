"""Screens and dialogs, each with the `.tcss` that styles it beside it."""

"""What a model is shown of a session's tools, and what that costs: names, deferral, listing, assembly (spec 1)."""

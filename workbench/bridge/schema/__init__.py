"""A schema as received made ready to be checked: draft, references, faults, what is left out and why (spec 3.4)."""

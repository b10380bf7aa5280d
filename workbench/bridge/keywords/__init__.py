"""The keywords of a prepared schema as a `jsonschema` validator.

Importing `validator` costs time: do it inside functions.
"""

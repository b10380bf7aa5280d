"""The search engine: terms, one immutable segment a source, a catalog of segments, queries and their reasons.

Pure: nothing here reads a file, opens a connection or keeps state outside the objects it hands out.
"""

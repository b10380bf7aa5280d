"""The three tools over a session's catalog: search, describe, call, with arguments read, repaired and checked."""

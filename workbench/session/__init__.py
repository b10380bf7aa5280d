"""The session: the one object that screens and commands talk to."""

from workbench.session.facade import AttachRefused, Session
from workbench.session.hub import ConnectorsHub, ConnectorsView
from workbench.session.state import ServerView, SessionState, brings_tools, tiers_json

__all__ = [
    "AttachRefused",
    "ConnectorsHub",
    "ConnectorsView",
    "ServerView",
    "Session",
    "SessionState",
    "brings_tools",
    "tiers_json",
]

"""Signing in at MCP servers with OAuth: asking the person once, keeping the tokens, refreshing them silently."""

from workbench.servers.oauth.opening import open_in_browser, open_nothing
from workbench.servers.oauth.sessions import Credentials
from workbench.servers.oauth.sign_in import OAuthOptions, Outcome, SignIn
from workbench.servers.oauth.steps import OnStep, SignInFailed, Step, StepEvent

__all__ = [
    "Credentials",
    "OAuthOptions",
    "OnStep",
    "Outcome",
    "SignIn",
    "SignInFailed",
    "Step",
    "StepEvent",
    "open_in_browser",
    "open_nothing",
]

"""Accounts at connectors: names, wire, client, the connection operation and its cards."""

"""The Textual front end. It talks to the session and to nothing behind it."""

"""What the gateway keeps: one SQLite file in its data folder, and the secret beside it."""

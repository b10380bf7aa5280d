"""The headless commands, one file a subject. Nothing heavy is imported until a command runs."""

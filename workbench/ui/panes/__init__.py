"""The panes of the main screen, one folder each."""

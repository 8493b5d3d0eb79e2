"""Drawing on a terminal: the screen with its lines and tables, wrapping, and the progress bar."""

"""How anything is drawn: the screen with its lines and tables, wrapping, and the progress bar."""

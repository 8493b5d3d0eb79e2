"""The command line, called in-process; a few real processes where streams and encodings matter."""

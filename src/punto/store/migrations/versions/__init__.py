"""One module a revision; the file name tells what it brings."""

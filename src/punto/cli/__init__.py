"""The command line: one module a command, each of which adds itself to the app in `main`."""

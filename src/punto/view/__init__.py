"""Views for pages, scripts and streams: pure functions from a table's state and its rulebook to typed structs.

Each struct is written once. A route returns it, a stream encodes it, `--json` prints it, and the OpenAPI document is
made from it.
"""

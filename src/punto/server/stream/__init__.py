"""Server-sent events: everything between a change in the house and the bytes on a viewer's connection.

A `Source` says what there is to see and encodes it; a `Channel` gives each message to all who watch, encoded once
however many they are; `EventStream` is the answer that connects a viewer to a channel; `HttpConnection` is the way to
the viewer. docs/decisions/0011-streams.md has the measurements behind this.
"""

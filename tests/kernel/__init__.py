"""The C core, held to plain dealing, to published counts and to itself on every route."""

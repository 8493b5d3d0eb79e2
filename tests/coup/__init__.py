"""One coup: tableau, result, facts, continuations, reconstruction."""

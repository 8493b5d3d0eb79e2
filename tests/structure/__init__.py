"""The tree itself: imports, purity, words that must not be there."""

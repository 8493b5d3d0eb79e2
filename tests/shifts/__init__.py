"""Whole shifts with people made up from a seed, and an auditor who keeps books from the documents alone."""

"""The house on the web: what it answers, to whom, and what it does not."""

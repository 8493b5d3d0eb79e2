"""A test for each paragraph that has behaviour, named by it."""

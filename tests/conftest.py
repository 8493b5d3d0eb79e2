"""What every test of the tree shares: how hypothesis runs."""

from hypothesis import settings

# The same examples every time: a failure on one machine is a failure on all. Campaigns use `--hypothesis-profile`.
settings.register_profile("tree", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("campaign", deadline=None, max_examples=5000)
settings.load_profile("tree")

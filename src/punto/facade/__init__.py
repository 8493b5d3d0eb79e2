"""The library: what a program or a notebook uses. `import punto` leads here, and loads a part when it is asked for.

One facade over what exists: a game prices, settles, deals, simulates and counts by the packages below, and every
answer is theirs with four things added: `to_dict`, `to_frame`, a one-line `repr` and a table for notebooks.
"""

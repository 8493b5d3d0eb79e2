"""The library: what a program or a notebook uses. `import punto` leads here and imports each part on its first use.

A game prices, settles, deals, simulates and counts by the packages below. To their answers the library adds `to_dict`,
`to_frame`, a one-line `repr` and a table for notebooks.
"""

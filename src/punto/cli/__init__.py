"""The command line, imported by nothing else.

`NAME.py` is the command `punto NAME` (`rules_NAME.py` is `punto rules NAME`), `NAME_text.py` draws what it prints for
people, `terminal/` is how anything is drawn. `main` finds and runs a command; `options`, `dealing_options`, `output`,
`lines`, `books` and `folder` are what several commands share.
"""

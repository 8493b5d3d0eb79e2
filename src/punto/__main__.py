"""`python -m punto` is `punto`; without the extra that brings the command line, it says how to get it."""

from __future__ import annotations

import sys

from punto.kit.extras import missing_extra


def main() -> None:
    if sys.argv[1:] == ["--version"]:  # The library has a version where the command line is not installed.
        import punto

        print(f"punto {punto.__version__}")
        return
    try:
        from punto.cli.main import main as run
    except ImportError as error:
        # Whoever wants to open a house needs more than the command line: one line to type, not two in turn.
        refused = missing_extra(error, "the command line", "serve" if sys.argv[1:2] == ["serve"] else None)
        if refused is None:
            raise
        sys.exit(f"punto: {refused.message}")
    run()


if __name__ == "__main__":
    main()

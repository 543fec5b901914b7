"""`python -m server` is the `repozero-mcp` command."""

import gc


def main() -> None:
    """Import the command and run it.

    What the libraries make while they are imported lives as long as the process. Looking for garbage among it, again
    and again meanwhile and once more at the end, would take two fifths of the time of a start.
    """
    gc.disable()
    from server.commands import main as command

    gc.freeze()
    gc.enable()
    command()


if __name__ == "__main__":
    main()

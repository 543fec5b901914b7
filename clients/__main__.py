"""`python -m clients` is the `repozero` command."""

import gc


def main() -> None:
    """Import the command and run it, without looking for garbage among what the libraries make for good."""
    gc.disable()
    from clients.commands import main as command

    gc.freeze()
    gc.enable()
    command()


if __name__ == "__main__":
    main()

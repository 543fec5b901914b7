"""`python -m clients` is the `repozero` command."""

from clients.commands import main

__all__ = ["main"]

if __name__ == "__main__":
    main()

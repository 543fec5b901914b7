"""`python -m server` is the `repozero-mcp` command."""

from server.commands import main

__all__ = ["main"]

if __name__ == "__main__":
    main()

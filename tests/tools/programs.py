"""What programs do in the fake sandbox. The small bundle's task is to greet whoever the first argument names."""

from collections.abc import Sequence

from sandbox.fake import Behaviour, FakeSandbox

RIGHT = "right"
WRONG = "wrong"
WRONG_BEYOND_SAMPLES = "wrong beyond samples"


def greet(args: Sequence[str]) -> Behaviour:
    if not args:
        return Behaviour(b"nobody\n", b"whom?\n", exit_code=1)
    return Behaviour(f"hello {args[0]}\n".encode())


def greet_in_ascii(args: Sequence[str]) -> Behaviour:
    greeting = greet(args)
    return Behaviour(greeting.stdout.decode().encode("ascii", "replace"), exit_code=greeting.exit_code)


def curse(args: Sequence[str]) -> Behaviour:
    return Behaviour(b"curses\n", b"Error: at\xff line 1\n", exit_code=1)


def taught_sandbox() -> FakeSandbox:
    sandbox = FakeSandbox()
    sandbox.teach(RIGHT.encode(), greet)
    sandbox.teach(WRONG_BEYOND_SAMPLES.encode(), greet_in_ascii)
    sandbox.teach(WRONG.encode(), curse)
    return sandbox

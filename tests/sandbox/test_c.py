"""References in C and C++, with a library from a folder of its own."""

import subprocess
from pathlib import Path

import pytest

from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.builds import Builds
from sandbox.errors import BuildFailed, MissingEntry
from sandbox.limits import Limits
from sandbox.outcome import Outcome
from sandbox.roots import RootStore
from sandbox.toolchains.c import C, CLibrary
from sandbox.toolchains.gcc import Gcc

HEADER = """
#include <stddef.h>
#ifdef __cplusplus
extern "C"
#endif
int greet(const char *name, size_t times);
"""
LIBRARY = r"""
#include "greet.h"
#include <stdio.h>
int greet(const char *name, size_t times) { while (times--) printf("hello %s\n", name); return 3; }
"""
DRIVER = b"#include <greet.h>\nint main(int argc, char **argv) { return greet(argv[1], 2); }"
DRIVER_IN_CPP = b"""
#include <greet.h>
#include <algorithm>
#include <iostream>
#include <string>
int main(int argc, char **argv) {
    std::string name(argv[1]);
    std::reverse(name.begin(), name.end());
    std::cout << name << std::endl;
    return greet(name.c_str(), 1);
}
"""


@pytest.fixture(scope="session")
def c(roots: RootStore, builds: Builds) -> C:
    return C.load(roots, builds)


@pytest.fixture(scope="session")
def library(cache: Path) -> CLibrary:
    """As a package of this machine's distribution would lie in a folder."""
    folder = cache / "greeting"
    libraries = folder / "usr/lib" / Gcc.find("C").multiarch
    for place in (folder, folder / "usr", folder / "usr/include", folder / "usr/lib", libraries):
        place.mkdir(mode=0o755, exist_ok=True)
    (folder / "usr/include/greet.h").write_text(HEADER)
    command = ["gcc", "-shared", "-fPIC", f"-I{folder}/usr/include", "-x", "c", "-", "-o", libraries / "libgreet.so"]
    subprocess.run(command, input=LIBRARY, text=True, check=True)
    return CLibrary(folder, ("greet",))


async def run(sandbox: BubblewrapSandbox, c: C, name: str, source: bytes, library: CLibrary | None) -> Outcome:
    async with sandbox.open(await c.prepare({name: source}, name, library=library), Limits()) as box:
        return await box.run(["ada"])


async def test_a_driver_in_c_uses_its_library(bubblewrap: BubblewrapSandbox, c: C, library: CLibrary) -> None:
    outcome = await run(bubblewrap, c, "driver.c", DRIVER, library)
    assert (outcome.stdout, outcome.exit_code) == (b"hello ada\nhello ada\n", 3)


async def test_a_driver_in_cpp_does_too(bubblewrap: BubblewrapSandbox, c: C, library: CLibrary) -> None:
    outcome = await run(bubblewrap, c, "driver.cpp", DRIVER_IN_CPP, library)
    assert (outcome.stdout, outcome.exit_code) == (b"ada\nhello ada\n", 3)


async def test_without_a_library_there_is_the_standard_one(bubblewrap: BubblewrapSandbox, c: C) -> None:
    source = b"""#include <math.h>\n#include <regex.h>\n#include <stdio.h>\n#include <inttypes.h>
    int main(int argc, char **argv) { printf("%.3f %" PRId64, sqrt(argc), (int64_t) 7); return 0; }"""
    assert (await run(bubblewrap, c, "driver.c", source, None)).stdout == b"1.414 7"


async def test_a_driver_that_does_not_compile_is_told_with_its_errors(c: C) -> None:
    with pytest.raises(BuildFailed) as failed:
        await c.prepare({"driver.c": b"int main(void) { return nothing; }"}, "driver.c")
    assert "driver.c:1:25: error: 'nothing' undeclared" in failed.value.output


async def test_nothing_of_the_host_can_be_included(c: C) -> None:
    with pytest.raises(BuildFailed, match="the program does not build") as failed:
        await c.prepare({"driver.c": b'#include "/etc/passwd"\nint main(void) {}'}, "driver.c")
    assert "No such file" in failed.value.output


async def test_a_driver_that_is_not_there_is_named(c: C) -> None:
    with pytest.raises(MissingEntry, match=r"driver\.c"):
        await c.prepare({}, "driver.c")


async def test_it_is_named_by_what_compiles(c: C) -> None:
    identity = await c.identify()
    assert (identity.name, identity.version) == ("gcc", Gcc.find("C").version)

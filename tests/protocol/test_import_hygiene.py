"""What importing a package brings along, seen at run time: contracts on the source cannot see a lazy import."""

import subprocess
import sys

import pytest

IMPORT_EVERYTHING = """
import importlib, pkgutil, sys
package = importlib.import_module({package!r})
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(*sorted(sys.modules))
"""


def modules_after_importing(package: str) -> set[str]:
    """Return the top-level modules that a fresh Python holds after importing every module of a package."""
    code = IMPORT_EVERYTHING.format(package=package)
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return {name.split(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("upcard_protocol", {"trio", "asyncio", "socket", "textual", "upcard_server", "upcard_client"}),
        ("upcard_protocol.rules", {"trio", "asyncio", "socket", "textual", "msgpack", "sqlite3"}),
        ("upcard_server", {"textual", "upcard_client"}),
        ("upcard_client", {"trio", "upcard_server"}),
    ],
)
def test_a_package_brings_along_nothing_of_another_world(package: str, forbidden: set[str]) -> None:
    assert not modules_after_importing(package) & forbidden

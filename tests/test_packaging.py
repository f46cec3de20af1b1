"""The wheel that people install: three packages, what they need beside their code, and two commands."""

import configparser
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
PACKAGES = {
    "upcard_protocol": CHECKOUT / "protocol",
    "upcard_server": CHECKOUT / "server",
    "upcard_client": CHECKOUT / "client",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.Path:
    """Return the root of a wheel built from the checkout, with nothing fetched."""
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target)]
    subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True, timeout=60)
    [built] = target.glob("*.whl")
    return zipfile.Path(built)


def test_the_wheel_holds_every_file_of_the_three_packages(wheel: zipfile.Path) -> None:
    expected = {
        path.relative_to(folder).as_posix()
        for package, folder in PACKAGES.items()
        for path in (folder / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    missing = {name for name in expected if not (wheel / name).is_file()}
    assert not missing
    assert {"upcard_protocol/py.typed", "upcard_server/py.typed", "upcard_client/py.typed"} <= expected


def test_the_wheel_holds_nothing_but_the_three_packages(wheel: zipfile.Path) -> None:
    folders = {entry.name for entry in wheel.iterdir() if not entry.name.endswith(".dist-info")}
    assert folders == set(PACKAGES)


def test_the_wheel_installs_both_commands(wheel: zipfile.Path) -> None:
    [information] = [entry for entry in wheel.iterdir() if entry.name.endswith(".dist-info")]
    entry_points = configparser.ConfigParser()
    entry_points.read_string((information / "entry_points.txt").read_text(encoding="utf-8"))
    assert dict(entry_points["console_scripts"]) == {
        "upcard": "upcard_client.__main__:main",
        "upcard-server": "upcard_server.__main__:main",
    }
    assert "MIT License" in (information / "licenses" / "LICENSE").read_text(encoding="utf-8")

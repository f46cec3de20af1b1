"""The scripts' own environment: when it is trusted, when it is updated and when it is made anew."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

CHECKOUT = Path(__file__).parent.parent
BASH = shutil.which("bash")

pytestmark = pytest.mark.skipif(sys.platform == "win32" or BASH is None, reason="the scripts need bash")


class Checkout:
    """A pretend checkout: the module that keeps its environment, with pip and venv written down, not run."""

    def __init__(self, root: Path, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        self.module = module
        self.done: list[str] = []
        self.venv = root / ".venv"
        self.unfinished = self.venv / ".unfinished"
        self.pyproject = root / "pyproject.toml"
        self.pyproject.write_text("[project]", encoding="utf-8")
        (root / "constraints.txt").touch()
        monkeypatch.setattr(module, "ROOT", root)
        monkeypatch.setattr(module, "VENV", self.venv)
        monkeypatch.setattr(module, "STAMP", self.venv / ".installed-from")
        monkeypatch.setattr(module, "UNFINISHED", self.unfinished)
        monkeypatch.setattr(module, "SOURCES", (self.pyproject, root / "constraints.txt"))
        monkeypatch.setattr(module, "running_version", lambda: "3.11" if self.venv.is_dir() else "")
        monkeypatch.setattr(module, "make", self.make)
        monkeypatch.setattr(module, "pip", self.pip)
        monkeypatch.delenv("PYTHON", raising=False)

    def make(self) -> None:
        self.done.append("make")
        self.venv.mkdir(exist_ok=True)
        self.unfinished.touch()

    def pip(self, *arguments: str) -> None:
        assert self.unfinished.exists()
        self.done.append(f"pip {arguments[-1]}")

    def run(self) -> list[str]:
        """Run the module; return what it did."""
        self.done.clear()
        assert self.module.main() == 0
        return list(self.done)


INSTALL = ["pip pip", "pip dev", "pip ."]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    spec = importlib.util.spec_from_file_location("environment", CHECKOUT / "scripts" / "_environment.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return Checkout(tmp_path, module, monkeypatch)


def test_the_first_run_makes_the_environment_and_the_second_trusts_it(checkout: Checkout) -> None:
    assert checkout.run() == ["make", *INSTALL]
    assert checkout.run() == []


def test_a_change_of_what_the_project_needs_updates_in_place(checkout: Checkout) -> None:
    checkout.run()
    checkout.pyproject.write_text("[project]\nname = 'other'", encoding="utf-8")
    assert checkout.run() == INSTALL
    assert checkout.run() == []


def test_an_environment_that_somebody_made_by_hand_is_kept_and_completed(checkout: Checkout) -> None:
    checkout.venv.mkdir()
    assert checkout.run() == INSTALL


def test_another_python_that_was_chosen_gets_an_environment_of_its_own(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, other = f"{sys.version_info.major}.{sys.version_info.minor}", "3.99"
    monkeypatch.setattr(checkout.module, "running_version", lambda: other if checkout.venv.is_dir() else "")
    checkout.run()
    assert checkout.run() == [], "any will do"
    monkeypatch.setenv("PYTHON", "python3")
    assert checkout.run() == ["make", *INSTALL]
    monkeypatch.setattr(checkout.module, "running_version", lambda: running)
    checkout.run()
    assert checkout.run() == []


def test_an_environment_left_half_made_is_made_anew(checkout: Checkout) -> None:
    checkout.run()
    checkout.unfinished.touch()
    assert checkout.run() == ["make", *INSTALL]


def test_an_environment_moved_with_its_checkout_is_made_anew(checkout: Checkout, tmp_path: Path) -> None:
    checkout.run()
    stamp = checkout.venv / ".installed-from"
    stamp.write_text(stamp.read_text(encoding="utf-8").replace(str(tmp_path), "/elsewhere"), encoding="utf-8")
    assert checkout.run() == ["make", *INSTALL]


def test_a_failed_install_says_so_in_one_line_and_the_next_run_goes_on(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_arguments: str) -> None:
        raise checkout.module.CannotInstallError("go online")

    with monkeypatch.context() as offline:
        offline.setattr(checkout.module, "pip", fail)
        assert checkout.module.main() == 1
    assert capsys.readouterr().err.splitlines()[-1] == "upcard: go online"
    assert checkout.run() == INSTALL


def source_with(path: Path) -> subprocess.CompletedProcess[str]:
    """Source the shell part with nothing in PATH but this folder and what it needs of the system."""
    for program in ("dirname", "basename"):
        found = shutil.which(program)
        assert found is not None
        (path / program).symlink_to(found)
    environment = {**os.environ, "PATH": str(path)}
    environment.pop("PYTHON", None)
    command = [str(BASH), "-c", f". '{CHECKOUT}/scripts/_environment.sh'"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=30)


def test_a_machine_without_python_is_told_what_to_install(tmp_path: Path) -> None:
    done = source_with(tmp_path)
    [line] = done.stderr.splitlines()
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in line


def test_a_python_without_venv_is_told_which_package_has_it(tmp_path: Path) -> None:
    python = tmp_path / "python3.11"
    python.write_text(f'#!{BASH}\ncase "$*" in *venv*) exit 1 ;; esac\n', encoding="utf-8")
    python.chmod(0o755)
    done = source_with(tmp_path)
    [line] = done.stderr.splitlines()
    assert done.returncode == 1
    assert "apt install python3.11-venv" in line

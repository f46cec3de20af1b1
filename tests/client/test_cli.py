"""The command line, what is remembered, and how failures are said."""

import io
from pathlib import Path

import pytest

from upcard_client import __main__ as program
from upcard_client import cli, settings
from upcard_client.cli import Invocation
from upcard_client.failures import ClientError, report_crash
from upcard_client.link import Identity
from upcard_client.network.addresses import HERE, Address, AddressError, parse_address
from upcard_client.network.identity import LONGEST_PASSWORD, identity, login_name, read_password
from upcard_client.settings import MAX_RECENT, Recent, Settings
from upcard_client.themes import PALETTES


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's directories of the test's own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return tmp_path


# ---- the command line


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", Invocation()),
        ("play", Invocation(command="play")),
        ("play 192.168.1.20", Invocation(command="play", address=Address("192.168.1.20"))),
        ("watch kitchen:99 3", Invocation(command="watch", address=Address("kitchen", 99), table="3")),
        ("tables --json", Invocation(command="tables", json=True)),
        ("solo", Invocation(command="solo")),
        ("solo --watch", Invocation(command="solo", bots=True)),
        ("--plain play", Invocation(command="play", plain=True)),
        ("play --plain", Invocation(command="play", plain=True)),
        ("--name Eleni play --ascii", Invocation(command="play", name="Eleni", ascii=True)),
        ("solo --palette felt --lang ru", Invocation(command="solo", palette="felt", lang="ru")),
        ("solo --lang hi_Latn", Invocation(command="solo", lang="hi_Latn")),
        ("solo --seed 7", Invocation(command="solo", seed=7)),
        ("verify game.upcard", Invocation(command="verify", file=Path("game.upcard"))),
        ("play --password-file p", Invocation(command="play", password_file=Path("p"))),
    ],
)
def test_a_line_says_what_is_asked(line: str, expected: Invocation) -> None:
    assert cli.parse(line.split()) == expected


@pytest.mark.parametrize(
    "line",
    [
        "dance",
        "solo --seed -1",
        "solo --seed seven",
        "play --seed 7",
        "--seed 7",
        "verify",
        "verify one two",
        "play 1.2.3.4.5",
        "play host:0",
        "--name x play",
        "--name system",
        "--palette pink",
        "solo --json",
        "--pl",
    ],
)
def test_a_wrong_line_is_answered_in_one_line_with_code_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.parse(line.split())
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("option", ["solo --pace", "solo --players", "solo --seed", "web --port"])
@pytest.mark.parametrize("number", ["9" * 5000, "\u0663", "-1", "1.5", "%s", "{x}"])
def test_what_is_no_number_here_is_told_without_the_names_of_our_code(
    option: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.parse([*option.split(), number])
    assert ended.value.code == 2
    assert " _" not in capsys.readouterr().err


@pytest.mark.parametrize("line", ["solo --pace 000000010001", "web --port 000000065536"])
def test_noughts_before_a_number_hide_no_number_that_is_too_large(line: str) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.parse(line.split())
    assert ended.value.code == 2


def test_noughts_before_a_number_are_no_more_than_noughts() -> None:
    assert cli.parse(["solo", "--pace", "0" * 5000 + "20"]).pace_ms == 20
    assert cli.parse(["solo", "--pace", "000"]).pace_ms == 0


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.parse(["--version"])
    assert ended.value.code in (0, None)
    assert capsys.readouterr().out.startswith("upcard ")


def test_every_palette_can_be_asked_for() -> None:
    assert set(cli.PALETTE_NAMES) == set(PALETTES)


# ---- addresses


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("tls://kitchen.local", Address("kitchen.local", tls=True)),
        ("TLS://[fe80::1]:99", Address("fe80::1", 99, tls=True)),
        ("kitchen.local", Address("kitchen.local")),
        (" 192.168.1.20:99 ", Address("192.168.1.20", 99)),
        ("[::1]:99", Address("::1", 99)),
        ("[fe80::1]", Address("fe80::1")),
        ("::1", Address("::1")),
        ("küche.local", Address("küche.local")),
    ],
)
def test_an_address_is_read_and_written(text: str, address: Address) -> None:
    assert parse_address(text) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ":",
        ":99",
        "a b",
        "host:",
        "host:0",
        "host:65536",
        "host:９",
        "host:99999999999",
        "1.2.3",
        "256.1.1.1",
        "-a",
        "a..b",
        "[::1",
        "[::1]99",
        "[host]",
        "1:2:3",
        "http://host",
        "x" * 300,
        "a\x1b[31m",
    ],
)
def test_what_is_no_address_is_said_in_one_clean_line(text: str) -> None:
    with pytest.raises(AddressError) as wrong:
        parse_address(text)
    said = str(wrong.value)
    assert said.isprintable()
    assert said.endswith(".")
    assert len(said) < 120


# ---- what is remembered


def test_settings_come_back_as_they_were_kept(tmp_path: Path) -> None:
    kept = Settings(name="Eleni", palette="mono").visited("10.0.0.1", "Kitchen Pi")
    settings.save(tmp_path / "deep" / "settings.json", kept)
    assert settings.load(tmp_path / "deep" / "settings.json") == kept
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["settings.json"]


@pytest.mark.parametrize("contents", [b"", b"{", b'{"name": 3}', b"\xff", b"[]"])
def test_damaged_settings_are_none(tmp_path: Path, contents: bytes) -> None:
    (tmp_path / "settings.json").write_bytes(contents)
    assert settings.load(tmp_path / "settings.json") == Settings()


def test_the_last_server_comes_first_and_each_is_kept_once() -> None:
    known = Settings()
    for number in range(MAX_RECENT + 3):
        known = known.visited(f"10.0.0.{number}", "")
    known = known.visited("10.0.0.5", "Kitchen Pi")
    assert known.recent[0] == Recent("10.0.0.5", "Kitchen Pi")
    assert known.last_server == "10.0.0.5"
    assert len(known.recent) == len({each.address for each in known.recent}) == MAX_RECENT


# ---- who comes in


def test_whoever_plays_has_a_name_and_whoever_watches_is_a_guest() -> None:
    known = Settings(name="Eleni")
    assert identity(Invocation(command="play"), known) == Identity(name="Eleni")
    assert identity(Invocation(command="watch"), known) == Identity()
    assert identity(Invocation(command="watch", name="Mira"), known) == Identity(name="Mira", insisted=True)


def test_without_a_name_the_login_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "mira")
    assert login_name() == "Mira"
    monkeypatch.setenv("LOGNAME", "system")
    assert login_name() == "Neighbour"


def test_the_password_is_the_first_line_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "p").write_text("open sesame\nsecond\n")
    assert read_password(tmp_path / "p") == "open sesame"


@pytest.mark.parametrize("contents", [b"", b"\n", b"\xff\xfe"])
def test_a_password_file_that_does_not_serve_is_said(tmp_path: Path, contents: bytes) -> None:
    (tmp_path / "p").write_bytes(contents)
    with pytest.raises(ClientError):
        read_password(tmp_path / "p")


def test_a_password_file_without_end_is_read_as_far_as_a_password_may_be() -> None:
    assert len(read_password(Path("/dev/zero"))) == LONGEST_PASSWORD


# ---- the program


def test_what_is_piped_in_another_encoding_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("größe\nquit\n".encode("latin-1")), "utf-8"))
    assert program.main(["--plain", "--scene", "draw"]) == 0
    said = capsys.readouterr()
    assert "is no command" in said.out
    assert said.err == ""


def test_a_failure_is_one_line_and_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["tables", "--password-file", "/nowhere/p"]) == 1
    said = capsys.readouterr()
    assert said.err == "upcard: The password file /nowhere/p cannot be read: no such file or directory.\n"
    assert said.out == ""


def test_a_fault_of_our_own_is_one_line_and_a_report(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(_: Invocation) -> int:
        raise RuntimeError("a fault")

    monkeypatch.setattr(program, "run", breaks)
    assert program.main(["tables"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    [report] = home.rglob("crash-*.txt")
    assert str(report) in said
    assert "RuntimeError: a fault" in report.read_text()


def test_a_report_that_can_not_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("in the way")
    assert "could not be written" in report_crash(RuntimeError("a fault"), tmp_path / "log")


def test_a_crash_report_holds_nothing_that_steers_the_terminal_it_is_read_on(tmp_path: Path) -> None:
    said = report_crash(RuntimeError("\x1b]52;c;UE9J\x07\x9b6n\u202e\ud800 मीरा"), tmp_path)
    [report] = tmp_path.glob("crash-*.txt")
    assert "RuntimeError" in said
    assert r"\x1b]52;c;UE9J\x07\x9b6n\u202e\ud800 मीरा" in report.read_text()


def test_a_failure_is_one_line_of_printable_text_whatever_is_quoted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: Invocation) -> int:
        raise ClientError("It says \x1b[2J and\nmore.")

    monkeypatch.setattr(program, "run", fail)
    assert program.main([]) == 1
    assert capsys.readouterr().err == "upcard: It says \\x1b[2J and more.\n"


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: Invocation) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "run", interrupted)
    assert program.main(["tables"]) == 1
    assert capsys.readouterr().err == "upcard: Stopped.\n"


def test_the_usual_server_is_on_this_machine() -> None:
    assert str(HERE) == "127.0.0.1"
    assert HERE.port == 7377


def test_an_empty_name_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.parse(["--name", ""])
    said = "argument --name: A name cannot be empty: it has 2 to 16 letters; upcard --help shows what there is"
    assert said in capsys.readouterr().err


def test_what_is_played_alone_is_chosen() -> None:
    assert (cli.parse(["solo"]).game, cli.parse(["solo"]).players) == ("", 0)
    given = cli.parse(["solo", "--game", "gin", "--players", "2"])
    assert (given.game, given.players) == ("gin", 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "chess"], "invalid choice"),
        (["--players", "7"], "is played here by"),
        (["--players", "x"], "invalid"),
    ],
)
def test_a_game_that_cannot_be_played_alone_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.parse(["solo", *words])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err

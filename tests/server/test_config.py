"""The server's command line."""

import logging
from pathlib import Path

import platformdirs
import pytest

from tests.support.premises import open_table, premises
from upcard_protocol.table import Dropped
from upcard_protocol.wire import requests as ask
from upcard_server.config import (
    MOST,
    Config,
    ConfigError,
    Limits,
    Tls,
    default_name,
    parse,
    read_password,
)


def test_nothing_given_is_a_server_for_the_network_at_7377() -> None:
    config = parse([])
    assert config == Config()
    assert (config.host, config.port, config.discovery, config.password_file) == (None, 7377, True, None)
    assert config.data == Path(platformdirs.user_data_dir("upcard", appauthor=False))


def test_every_option_reaches_the_configuration() -> None:
    words = (
        "--host 127.0.0.1 --port 0 --data /srv/cards --password-file p --tls-cert c --tls-key k"
        " --no-discovery --bots 3 --log-level debug"
    )
    assert parse([*words.split(), "--name", "The kitchen"]) == Config(
        host="127.0.0.1",
        port=0,
        data=Path("/srv/cards"),
        name="The kitchen",
        password_file=Path("p"),
        tls=Tls(Path("c"), Path("k")),
        discovery=False,
        bots=3,
        log_level=logging.DEBUG,
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1"])
def test_decks_may_be_known_beforehand_where_nobody_else_can_reach_the_server(host: str) -> None:
    assert parse(["--host", host, "--no-discovery", "--seed", "7"]).rehearsal == 7


@pytest.mark.parametrize("limit", Limits.__struct_fields__)
def test_every_limit_has_a_flag_of_its_name(limit: str) -> None:
    limits = parse([f"--{limit.replace('_', '-')}", "77"]).limits
    assert getattr(limits, limit) == 77
    others = [field for field in Limits.__struct_fields__ if field != limit]
    assert all(getattr(limits, field) == getattr(Limits(), field) for field in others)


@pytest.mark.parametrize("limit", Limits.__struct_fields__)
async def test_the_highest_limit_still_goes_into_what_a_client_is_told(limit: str, tmp_path: Path) -> None:
    async with premises(tmp_path, limits=parse([f"--{limit.replace('_', '-')}", str(MOST)]).limits) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        number = await open_table(one)
        await two.get(ask.TakeSeat, table=number)
        await two.leave()
        await one.event(Dropped)


def test_times_and_chat_may_be_fractions() -> None:
    limits = parse(["--login-seconds", "0.25", "--chat-per-second", "0.5"]).limits
    assert (limits.login_seconds, limits.chat_per_second) == (0.25, 0.5)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--port 65536", "65536 is not from 0 to 65535"),
        ("--port -1", "-1 is not from 0 to 65535"),
        ("--port cards", "'cards' is not a number"),
        ("--bots -1", "-1 is not 0 or more"),
        ("--max-connections 0", "0 is not from 1 to 100000000"),
        ("--max-connections 2.5", "'2.5' is not a number"),
        ("--idle-seconds 0", "0 is not from 0.001 to 100000000"),
        ("--idle-seconds nan", "nan is not from 0.001 to 100000000"),
        ("--gone-seconds inf", "inf is not from 0.001 to 100000000"),
        ("--max-tables 100000001", "100000001 is not from 1 to 100000000"),
        ("--log-level loud", "invalid choice"),
        ("--tls-cert c", "--tls-cert and --tls-key go together"),
        ("--tls-key k", "--tls-cert and --tls-key go together"),
        ("--tls-cert c --tls-key k --tls-self-signed", "--tls-self-signed goes without"),
        ("--seed 7", "--seed makes every card known"),
        ("--seed 7 --no-discovery", "--seed makes every card known"),
        ("--seed 7 --host 127.0.0.1", "--seed makes every card known"),
        ("--seed 7 --host 0.0.0.0 --no-discovery", "--seed makes every card known"),
        ("--seed 7 --host 192.168.1.20 --no-discovery", "--seed makes every card known"),
        ("--seed 7 --host localhost --no-discovery", "--seed makes every card known"),
        ("--seed seven --host 127.0.0.1 --no-discovery", "'seven' is not a number"),
        ("--name \x1b[2J", "none of them invisible"),
        ("--name " + "n" * 33, "1 to 32 characters"),
        ("--max-conn 5", "unrecognized arguments"),
        ("7377", "unrecognized arguments"),
    ],
)
def test_a_wrong_command_line_ends_with_code_2_and_one_line(
    words: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(words.split())
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("upcard-server: ")
    assert said.count("\n") == 1
    assert complaint in said


def test_help_names_every_limit_and_version_says_which(capsys: pytest.CaptureFixture[str]) -> None:
    for flag in ("--help", "--version"):
        with pytest.raises(SystemExit) as ended:
            parse([flag])
        assert ended.value.code == 0
    said = capsys.readouterr().out
    assert all(f"--{limit.replace('_', '-')} " in said for limit in Limits.__struct_fields__)
    assert "\nupcard-server 0." in said


@pytest.mark.parametrize(
    ("host_name", "name"),
    [
        ("kitchen", "kitchen"),
        ("kitchen.example.org", "kitchen"),
        ("", "Upcard"),
        (".local", "Upcard"),
        ("bad\x1bname", "Upcard"),
        ("é" * 80, "é" * 32),
    ],
)
def test_a_server_is_named_after_its_machine(host_name: str, name: str) -> None:
    assert default_name(host_name) == name


def test_the_password_is_the_first_line_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("open sesame \r\nremember the milk\n")
    assert read_password(tmp_path / "password") == "open sesame "


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"", "no password"), (b"\nsecret\n", "no password"), (b"\xff\xfe", "not UTF-8"), (None, "cannot be read")],
)
def test_a_password_file_without_a_password_is_refused(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    path = tmp_path / "password"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=complaint):
        read_password(path)

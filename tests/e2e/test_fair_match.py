"""A match between the real programs: shuffled from the seeds of both, checked at its end, verified and told again."""

from pathlib import Path

from msgspec.structs import replace

from tests.support.commands import command, one_line
from upcard_protocol.rules.notation import read, write
from upcard_protocol.rules.verify import sealed

GIVING_UP = "giveup\ngiveup\nready\n" * 6
"""Every hand is lost, so that a match is over in a few."""


async def test_a_match_is_checked_by_who_played_it_and_verifies_and_is_told_as_it_was_kept(tmp_path: Path) -> None:
    played = await command(tmp_path, "upcard", "solo", "--plain", "--pace", "0", stdin=GIVING_UP)
    assert played.code == 0, played.err
    lines = played.out.splitlines()
    assert "Shuffle checked: every card you saw follows from the seeds." in lines
    file = sorted((tmp_path / "data" / "upcard" / "games").glob("*.upcard"))[0]
    assert f"The match is kept in {file}." in lines
    verified = await command(tmp_path, "upcard", "verify", str(file))
    assert (verified.code, verified.err) == (0, "")
    assert verified.out.startswith(f"{file}: verified: ")
    told = await command(tmp_path, "upcard", "replay", str(file), "--plain")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("Gin rummy to 100, knock at 10.\nPlayed by ")
    assert told.out.endswith(" won the match.\n")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("forfeit 0", "forfeit 1", 1), encoding="utf-8")
    assert "does not verify" in one_line(await command(tmp_path, "upcard", "verify", str(file)))


async def test_who_saw_a_match_knows_it_from_one_that_was_changed_with_all_that_a_file_can_have(
    tmp_path: Path,
) -> None:
    played = await command(tmp_path, "upcard", "solo", "--plain", "--pace", "0", stdin=GIVING_UP)
    assert played.code == 0, played.err
    data = tmp_path / "data" / "upcard"
    file = sorted((data / "games").glob("*.upcard"))[0]
    said = await command(tmp_path, "upcard", "verify", str(file))
    assert "and it is what this computer saw" in said.out
    exported = tmp_path / "exported.upcard"
    done = await command(
        tmp_path, "upcard-server", "export", str(data / "solo"), "1", "--match", "1", "--output", str(exported)
    )
    assert done.code == 0, done.err
    said = await command(tmp_path, "upcard", "verify", str(exported))
    assert "self-consistent only" in said.out
    assert said.out.endswith("it is what this computer saw.\n"), "the server's own record is of the same match"
    record = read(file.read_text(encoding="utf-8"))
    changed = replace(record, players=tuple(replace(player, name="Nobody") for player in record.players))
    file.write_text(write(sealed(changed)), encoding="utf-8")
    assert "is not what was played there" in one_line(await command(tmp_path, "upcard", "verify", str(file)))
    (data / "games" / "seen").rename(data / "forgotten")
    said = await command(tmp_path, "upcard", "verify", str(file))
    assert "This computer did not see the match" in said.out

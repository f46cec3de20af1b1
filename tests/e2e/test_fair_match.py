"""A match between the real programs: shuffled from the seeds of both, checked at its end, verified and told again."""

from pathlib import Path

from tests.support.commands import command, one_line

GIVING_UP = "giveup\ngiveup\nready\n" * 6
"""Every hand is lost, so that a match is over in a few."""


async def test_a_match_is_checked_by_who_played_it_and_verifies_and_is_told_as_it_was_kept(tmp_path: Path) -> None:
    played = await command(tmp_path, "upcard", "solo", "--plain", "--pace", "0", stdin=GIVING_UP)
    assert played.code == 0, played.err
    assert "Shuffle checked: every card you saw follows from the seeds." in played.out
    file = sorted((tmp_path / "data" / "upcard" / "games").glob("*.upcard"))[0]
    assert str(file) in played.out
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

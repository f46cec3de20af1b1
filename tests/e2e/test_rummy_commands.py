"""Rummy with the real commands: a whole match of computers, told by the plain client."""

import re
from pathlib import Path

from tests.support.commands import command


async def test_a_match_of_four_computers_is_watched_to_its_end(tmp_path: Path) -> None:
    ended = await command(
        tmp_path, "upcard", "solo", "--watch", "--plain", "--game", "rummy", "--players", "4", "--seed", "58"
    )
    assert (ended.code, ended.err) == (0, "")
    assert "Table Computers. Rummy to 100." in ended.out
    assert re.search(r"laid meld a: (run|set) ", ended.out)
    lines = ended.out.splitlines()
    ledgers = [[int(share) for share in re.findall(r" ([+-]?\d+)[,.]", line)] for line in lines if "Ledger" in line]
    assert ledgers
    assert all(len(ledger) == 4 and sum(ledger) == 0 for ledger in ledgers)
    assert re.search(r"(won|share) the match\.$", lines[-1])

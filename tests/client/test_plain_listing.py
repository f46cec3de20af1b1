"""`upcard tables` without an address: every server on this network, as lines and as JSON."""

import json

from msgspec.structs import replace

from upcard_client.network.addresses import Address
from upcard_client.network.listing import Visited
from upcard_client.network.neighbourhood import Neighbour
from upcard_client.plain.listing import network_json, network_lines, table_lines
from upcard_client.state import Model
from upcard_protocol.table import EMPTY_CHAIR, Chair
from upcard_protocol.wire.advert import Advert
from upcard_protocol.wire.replies import TableRow

ROW = TableRow(
    table=7,
    title="Kitchen table",
    game="gin",
    target=100,
    chairs=(Chair("person", "Mira"), EMPTY_CHAIR),
    state="waiting",
)
PI = Neighbour(Address("192.168.1.20"), Advert(name="Kitchen Pi", players=1, tables=1), 4, state="here")
LAPTOP = Neighbour(Address("192.168.1.31", 8000), Advert(name="Dad's laptop", password=True), 9, state="here")
OFFICE = Neighbour(Address("192.168.1.77"), Advert(name="Office box", lo=8, hi=9), 2, state="here")
VISITED = (Visited(PI, Model(rows=(ROW,))), Visited(LAPTOP, None), Visited(OFFICE, None))


def test_each_server_is_followed_by_its_tables() -> None:
    assert network_lines(VISITED) == [
        "Kitchen Pi, 192.168.1.20.",
        "7. Kitchen table. Gin to 100, 1 of 2 seats: Mira; waiting.",
        "Dad's laptop, 192.168.1.31:8000.",
        "It asks for a password.",
        "Office box, 192.168.1.77.",
        "It is newer than this program.",
    ]


def test_four_at_a_table_are_listed_as_a_sentence_lists_them() -> None:
    chairs = tuple(Chair("person", name) for name in ("Anna", "Bob", "Carl", "Dora"))
    for seated, who in ((4, "Anna, Bob, Carl and Dora"), (1, "Anna"), (0, "nobody yet")):
        (line,) = table_lines((replace(ROW, chairs=chairs[:seated] + (EMPTY_CHAIR,) * (4 - seated)),))
        assert f"{seated} of 4 seats: {who};" in line


def test_a_network_without_servers_says_what_to_do() -> None:
    assert network_lines(()) == ["No server answered on this network. upcard tables ADDRESS asks one."]


def test_scripts_read_the_same_as_json() -> None:
    servers = json.loads(network_json(VISITED))["servers"]
    assert [(one["address"], one["password"], one["ms"]) for one in servers] == [
        ("192.168.1.20", False, 4),
        ("192.168.1.31:8000", True, 9),
        ("192.168.1.77", False, 2),
    ]
    assert [one["tables"] and [row["title"] for row in one["tables"]] for one in servers] == [
        ["Kitchen table"],
        None,
        None,
    ]

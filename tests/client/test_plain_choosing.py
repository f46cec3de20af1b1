"""Where the plain client goes when nobody said: the only server that answers, or the one that is chosen."""

import pytest

from tests.support.languages import left_in_english, speaking
from upcard_client.failures import ClientError
from upcard_client.network.addresses import Address
from upcard_client.network.neighbourhood import Neighbour
from upcard_client.plain.choosing import choose
from upcard_protocol.wire.advert import Advert

KITCHEN = Neighbour(Address("192.168.1.20"), Advert(name="Kitchen Pi", players=1), state="here")
OFFICE = Neighbour(Address("192.168.1.30", 7400), Advert(name="Office", players=3, password=True), state="here")


class Person:
    """Somebody at a keyboard who types these lines."""

    def __init__(self, *typed: str) -> None:
        self.said: list[str] = []
        self._typed = [f"{line}\n" for line in typed]

    def read(self) -> str:
        return self._typed.pop(0) if self._typed else ""

    def chooses(self, *found: Neighbour) -> Address | None:
        return choose(found, self.said.append, self.read)


def test_the_only_server_is_named_and_taken() -> None:
    person = Person()
    assert person.chooses(KITCHEN) == KITCHEN.address
    assert person.said == ["One server answers: Kitchen Pi, 192.168.1.20."]


def test_several_are_listed_with_numbers_and_one_is_chosen() -> None:
    person = Person("2")
    assert person.chooses(KITCHEN, OFFICE) == OFFICE.address
    assert person.said == [
        "1. Kitchen Pi, 192.168.1.20, 1 person.",
        "2. Office, 192.168.1.30:7400, 3 people. It asks for a password.",
        "Which one? Type its number or an address, or quit.",
    ]


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("office", OFFICE.address),
        ("10.0.0.5:99", Address("10.0.0.5", 99)),
        ("kitchen.local", Address("kitchen.local")),
        ("QUIT", None),
        ("", None),
    ],
)
def test_a_name_and_an_address_are_taken_too(typed: str, address: Address | None) -> None:
    person = Person(typed) if typed else Person()
    assert person.chooses(KITCHEN, OFFICE) == address


@pytest.mark.parametrize("typed", ["0", "3", "soup", "", "a b.c", "99999999999999999999"])
def test_what_is_none_of_them_is_asked_for_again(typed: str) -> None:
    person = Person(typed, "1")
    assert person.chooses(KITCHEN, OFFICE) == KITCHEN.address
    assert person.said[-1] == "That is none of them: type a number from 1 to 2, an address, or quit."


def test_where_nobody_types_the_only_server_is_taken_and_of_several_none() -> None:
    said: list[str] = []
    assert choose((KITCHEN,), said.append, None) == KITCHEN.address
    with pytest.raises(ClientError, match="Several servers answer"):
        choose((KITCHEN, OFFICE), said.append, None)
    assert said[-1].startswith("2. Office"), "they are named all the same"


def test_where_no_server_answers_it_is_said_what_to_do() -> None:
    with pytest.raises(ClientError, match="upcard play ADDRESS"):
        Person().chooses()


def test_servers_are_listed_in_the_language_spoken() -> None:
    with speaking("strange"):
        person = Person("soup", "1")
        person.chooses(KITCHEN, OFFICE)
        with pytest.raises(ClientError) as none:
            person.chooses()
        with pytest.raises(ClientError) as several:
            choose((KITCHEN, OFFICE), person.said.append, None)
    names = ("Kitchen Pi", "Office", "upcard play ADDRESS --plain", "upcard play ADDRESS", "upcard solo", "quit")
    for line in (*person.said, str(none.value), str(several.value)):
        assert left_in_english(line, names) == (), line

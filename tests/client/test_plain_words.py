"""What is typed in the plain client: commands, cards, melds, moves, and orders for a table."""

import pytest

from tests.support.deals import deck_for
from tests.support.house import ME, MIRA, HouseTable, to_draw
from upcard_client.games.gin.typed import Laid, laid_action, lay, move
from upcard_client.plain.cards import NoCard, read_card, read_melds
from upcard_client.plain.commands import VERBS, Command, help_lines, parse
from upcard_client.plain.ordering import BadOrder, Order, read_order
from upcard_client.words.phrases import CardWord, fill, spoken
from upcard_protocol import table as tables
from upcard_protocol.rules.cards import parse_card, parse_cards
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.legal import View, legal
from upcard_protocol.rules.gin.options import PRESETS, Options
from upcard_protocol.table import TableOptions


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("draw", Command("draw")),
        ("  DISCARD  kc ", Command("discard", "kc")),
        ("say Hello, you", Command("say", "Hello, you")),
        ("", None),
        ("   ", None),
    ],
)
def test_a_line_is_a_verb_and_the_rest(line: str, command: Command | None) -> None:
    assert parse(line) == command


def test_help_names_every_command_on_a_line_of_its_own() -> None:
    assert [line.split(" ")[0].rstrip(":") for line in help_lines()] == [verb.name for verb in VERBS]


@pytest.mark.parametrize(
    ("text", "card", "rest"),
    [
        ("kc", "Kc", ""),
        ("KC", "Kc", ""),
        ("10d on 2", "Td", "on 2"),
        ("td", "Td", ""),
        ("king of clubs", "Kc", ""),
        ("10 of Diamonds on 1", "Td", "on 1"),
        ("a of spades", "As", ""),
        ("4 of hearts 5h", "4h", "5h"),
    ],
)
def test_a_card_is_typed_short_or_in_words(text: str, card: str, rest: str) -> None:
    assert read_card(text) == (parse_card(card), rest)


@pytest.mark.parametrize("text", ["", "kk", "1c", "11c", "king", "king of cups", "\x1b[31m"])
def test_what_is_no_card_is_said(text: str) -> None:
    with pytest.raises(NoCard) as wrong:
        read_card(text)
    assert str(wrong.value).isprintable()


def test_cards_in_a_row_are_said_with_commas_between_them() -> None:
    cards = tuple(CardWord(parse_card(name)) for name in ("4s", "5s", "6s"))
    line = fill("You laid {card} on {cards}", card=CardWord(parse_card("3s")), cards=cards)
    assert spoken(line) == "You laid 3 of spades on 4 of spades, 5 of spades, 6 of spades"


def test_melds_are_apart_by_slashes() -> None:
    melds = (parse_cards("4s 5s 6s"), parse_cards("Jh Jd Jc"))
    assert read_melds("4s 5s 6s / jh jd jc") == melds
    assert read_melds("4s5s6s/jh,jd,jc") == melds
    assert read_melds(" ") is None


@pytest.mark.parametrize("text", ["/", "4s 5s x", "4s / "])
def test_what_are_no_melds_is_said(text: str) -> None:
    with pytest.raises(NoCard):
        read_melds(text)


# ---- orders


def test_an_order_is_a_preset_and_options() -> None:
    assert read_order(()) == Order(TableOptions(), PRESETS["modern"])
    assert read_order(("oklahoma", "target=100", "name=Kitchen_table", "spectators=no", "bots=1")) == Order(
        TableOptions(name="Kitchen table", spectators=False, turn_s=0),
        Options(oklahoma=True, spades_double=True, target=100),
        bots=1,
    )


@pytest.mark.parametrize(
    ("words", "turn_s"),
    [
        ("", 60),
        ("bots=1", 0),
        ("bots=2", 0),
        ("bots=1 turn_s=60", 60),
        ("rummy players=4 bots=2", 60),
        ("rummy players=4 bots=3", 0),
        ("turn_s=0", 0),
    ],
)
def test_an_order_against_computers_alone_is_not_timed_unless_it_says_so(words: str, turn_s: int) -> None:
    assert read_order(tuple(words.split())).options.turn_s == turn_s


def test_a_code_may_look_like_a_number() -> None:
    assert read_order(("code=1234",)).options.code == "1234"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("chess", "no preset"),
        ("target=7", "target"),
        ("knock_limit=99", "knock_limit"),
        ("bots=9", "bots"),
        ("big_gin=maybe", "big_gin"),
        ("spades_double=yes", "do not go together"),
    ],
)
def test_what_can_not_be_ordered_is_said(word: str, said: str) -> None:
    with pytest.raises(BadOrder, match=said):
        read_order((word,))


# ---- moves


def seen(house: HouseTable) -> View:
    match = tables.view(house.table, house.viewer).match
    assert isinstance(match, View)
    return match


def dealt(mine: str, stock: str = "", miras: str = "", options: Options = PRESETS["modern"]) -> HouseTable:
    """Return a table where Eleni holds these cards and has to draw; 9♣ is on the pile."""
    house = HouseTable(game=options)
    house.begin(deck_for(mine, miras, "9c", stock))
    to_draw(house)
    return house


def test_take_takes_the_upcard_that_is_offered() -> None:
    house = HouseTable()
    house.begin(deck_for(upcard="9c"))
    assert move(Command("take"), seen(house)) == act.TAKE_UPCARD
    assert move(Command("pass"), seen(house)) == act.PASS


def test_take_takes_the_discard_later() -> None:
    house = dealt("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc", "8h")
    house.do(act.DRAW_STOCK, ME)
    house.do(act.Discard(parse_card("8h")), ME)
    house.do(act.DRAW_STOCK, MIRA)
    mine = seen(house)
    assert mine.board is not None
    house.do(house_discard(house), MIRA)
    assert move(Command("take"), seen(house)) == act.DRAW_DISCARD


def house_discard(house: HouseTable) -> act.Action:
    """Return a discard of Mira's."""
    view = tables.view(house.table, MIRA).match
    assert isinstance(view, View)
    return next(action for action in legal(view) if isinstance(action, act.Discard))


@pytest.fixture
def eleven() -> View:
    """Eleni holds eleven cards: a run, a set, and 6 points without K♣."""
    house = dealt("4s 5s 6s Jh Jd Jc Ad 2c 3h Kc", "7s")
    house.do(act.DRAW_STOCK, ME)
    return seen(house)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("discard king of clubs", act.Discard(parse_card("Kc"))),
        ("knock kc", act.Knock(parse_card("Kc"))),
        (
            "knock kc 4s 5s 6s 7s / jh jd jc",
            act.Knock(parse_card("Kc"), (parse_cards("4s 5s 6s 7s"), parse_cards("Jh Jd Jc"))),
        ),
    ],
)
def test_a_move_is_made_of_its_words(eleven: View, line: str, action: act.Action) -> None:
    command = parse(line)
    assert command is not None
    assert move(command, eleven) == action


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("draw", "already_drawn"),
        ("take", "already_drawn"),
        ("gin", "not_gin"),
        ("biggin", "not_gin"),
        ("gin kc", "not_gin"),
        ("knock 4s", "deadwood_over_limit"),
        ("discard 9d", "not_in_hand"),
        ("knock kc 4s 5s jh", "bad_meld"),
        ("decline", "wrong_phase"),
        ("layall", "wrong_phase"),
    ],
)
def test_a_move_that_may_not_be_made_is_refused(eleven: View, line: str, code: str) -> None:
    command = parse(line)
    assert command is not None
    refused = move(command, eleven)
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_a_move_without_its_card_asks_for_it_where_it_may_be_made(eleven: View) -> None:
    with pytest.raises(NoCard):
        move(Command("knock"), eleven)
    refused = move(Command("knock"), seen(dealt("4s 5s 6s Jh Jd Jc Ad 2c 3h Kc")))
    assert isinstance(refused, Refusal)
    assert refused.code == "must_draw_stock"


def test_gin_finds_its_discard() -> None:
    house = dealt("4s 5s 6s 7s Jh Jd Jc As 2s Kc", "3s")
    house.do(act.DRAW_STOCK, ME)
    assert move(Command("gin"), seen(house)) == act.Knock(parse_card("Kc"))


def test_big_gin_is_declared_in_a_word() -> None:
    house = dealt("4s 5s 6s 7s Jh Jd Jc As 2s Js", "3s")
    house.do(act.DRAW_STOCK, ME)
    assert move(Command("biggin"), seen(house)) == act.BigGin()


# ---- lay-offs


@pytest.fixture
def defending() -> View:
    """Mira has knocked with 8♠ 9♠ 10♠, 4♠ 5♠ 6♠ and threes; Eleni holds 7♠ and 3♣."""
    house = dealt("8d 9d Td Qs Qh Qc 3c 7s Kd Kc", "8h Ah", "4s 5s 6s 8s 9s Ts 3h 3d 3s 9h")
    house.do(act.DRAW_STOCK, ME)
    house.do(act.Discard(parse_card("8h")), ME)
    house.do(act.DRAW_STOCK, MIRA)
    house.do(act.Knock(parse_card("9h")), MIRA)
    return seen(house)


def test_a_card_is_put_on_the_one_meld_that_it_fits(defending: View) -> None:
    laid = lay(defending, (), "3c")
    assert not isinstance(laid, Refusal)
    assert defending.board is not None
    assert defending.board.knock is not None
    [(card, place)] = laid
    assert card == parse_card("3c")
    assert defending.board.knock.melds[place] == parse_cards("3h 3d 3s")
    assert laid_action(laid) == act.LayOff(None, laid)


def test_where_two_melds_fit_it_has_to_be_said_which(defending: View) -> None:
    with pytest.raises(NoCard, match="say which"):
        lay(defending, (), "7s")
    assert defending.board is not None
    assert defending.board.knock is not None
    for place, meld in enumerate(defending.board.knock.melds):
        laid = lay(defending, (), f"7 of spades on {place + 1}")
        if meld == parse_cards("3h 3d 3s"):
            assert isinstance(laid, Refusal)
        else:
            assert laid == ((parse_card("7s"), place),)


@pytest.mark.parametrize("text", ["3c on 9", "3c on x", "3c on 0", ""])
def test_a_meld_that_is_not_there_is_said(defending: View, text: str) -> None:
    with pytest.raises(NoCard):
        lay(defending, (), text)


@pytest.mark.parametrize(("text", "code"), [("kd", "bad_layoff"), ("9h", "not_in_hand"), ("3c", "not_in_hand")])
def test_a_card_that_fits_nowhere_is_refused(defending: View, text: str, code: str) -> None:
    laid: Laid = ((parse_card("3c"), _threes(defending)),) if text == "3c" else ()
    refused = lay(defending, laid, text)
    assert isinstance(refused, Refusal)
    assert refused.code == code


def _threes(view: View) -> int:
    assert view.board is not None
    assert view.board.knock is not None
    return view.board.knock.melds.index(parse_cards("3h 3d 3s"))


def test_laying_off_nothing_is_done() -> None:
    assert laid_action(()) == act.DONE


def test_outside_a_lay_off_nothing_is_put_anywhere(eleven: View) -> None:
    refused = lay(eleven, (), "7s")
    assert isinstance(refused, Refusal)

"""Fixed states of the gin table for `upcard --scene NAME`: tests, pictures and acceptance checks start from them.

Every scene is a real match: hands of known cards are dealt and played through the engine. A scene can be played on;
there is no server, and the other side only lays off after a knock.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from upcard_client.cardtable.surroundings import LinkLost
from upcard_client.games.gin.stage import ME, MIRA, Stage, deck_for, deck_of
from upcard_client.locale import tr
from upcard_client.widgets.frame import Clock, LogLine
from upcard_client.words.phrases import fill
from upcard_protocol.rules.cards import parse_card
from upcard_protocol.rules.game import NATURE, PUBLIC, Deal, Forfeit
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin import match as gin
from upcard_protocol.rules.gin.options import PRESETS, Options
from upcard_protocol.rules.gin.scoring import Knock
from upcard_protocol.rules.gin.settlement import settle
from upcard_protocol.rules.gin.sheet import sheet_after


def _two_hands(viewer: int = ME, options: Options = PRESETS["modern"]) -> Stage:
    """Play two hands: the viewer's gin for 34, then an undercut for 31 to the other side, who deals the third."""
    names = ("Eleni", "Mira") if viewer == ME else ("Ravi", "Mira")
    stage = Stage(match=gin.start(options, first_dealer=MIRA), viewer=viewer, names=names)
    first = deck_of("4s 5s 6s 7h 7d 7c 9s Ts Js Kc", "As 2s 3s 8h 9h Th Jh Ad 3c 5h", "Qs")
    stage = stage.play(NATURE, Deal((first,))).play(ME, act.TAKE_UPCARD)
    stage = _ready(stage.play(ME, act.Knock(parse_card("Kc"))))
    second = deck_of("As 2s 3s 8h 9h Th 4d 5d 6d 4c", "6c 7c 8c 9c Kh Kd Ks 2h 3d Qd", "5s")
    stage = stage.play(NATURE, Deal((second,))).play(MIRA, act.PASS).play(ME, act.TAKE_UPCARD)
    stage = stage.play(ME, act.Knock(parse_card("Qd"))).play(MIRA, act.AUTO)
    return replace(_ready(stage), log=())


def _ready(stage: Stage) -> Stage:
    return stage.play(ME, act.READY).play(MIRA, act.READY)


_MIRAS: Final = "Qd 9d 8c 8d Th 6h 6c 4c 3d Ts"


def _third(mine: str, stock: str, *, viewer: int = ME, miras: str = _MIRAS) -> Stage:
    """Deal the third hand and pass the upcard twice, so that the viewer's seat has to draw."""
    stage = _two_hands(viewer).play(NATURE, Deal((deck_of(mine, miras, "7c", stock),)))
    return stage.play(ME, act.PASS).play(MIRA, act.PASS)


def _to_my_draw(mine: str, then: str, *, viewer: int = ME) -> Stage:
    """Reach the viewer's third draw with these ten cards, 9♦ on the pile and one card known on the stock.

    On the way the viewer draws and throws 5♣ and 3♣; Mira throws Q♦ and 9♦.
    """
    stage = _third(mine, f"5c 2h 3c Qh {then}", viewer=viewer)
    stage = stage.play(ME, act.DRAW_STOCK).play(ME, act.Discard(parse_card("5c")))
    stage = stage.play(MIRA, act.DRAW_STOCK).play(MIRA, act.Discard(parse_card("Qd")))
    stage = stage.play(ME, act.DRAW_STOCK).play(ME, act.Discard(parse_card("3c")))
    stage = stage.said("Mira", "nice knock :)").play(MIRA, act.DRAW_STOCK)
    return stage.play(MIRA, act.Discard(parse_card("9d")))


def _waiting() -> Stage:
    """Nobody has sat down opposite yet."""
    stage = Stage(match=gin.start(PRESETS["modern"]), names=("Eleni", tr("free")), clock=None)
    return replace(stage, seated=(True, False), ready=(False, False))


def _offer() -> Stage:
    stage = _two_hands()
    return stage.play(NATURE, Deal((deck_of("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc", _MIRAS, "7c"),)))


def _draw() -> Stage:
    return _to_my_draw("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc", "8h")


def _drawn(mine: str, card: str, left_s: int) -> Stage:
    return replace(_to_my_draw(mine, card).play(ME, act.DRAW_STOCK), clock=Clock(left_s, 60))


def _discard() -> Stage:
    return _drawn("4s 5s 6s Jh Jd Jc Ad 2c 3h Kc", "8h", 51)


def _knockable() -> Stage:
    return _drawn("4s 5s 6s Jh Jd Jc Ad 2c 3h Kc", "7s", 37)


def _gin() -> Stage:
    stage = _third("4s 5s 6s 7s Jh Jd Jc As 2s Kc", "3s", miras=_MIRAS)
    return replace(stage.play(ME, act.DRAW_STOCK), clock=Clock(37, 60))


def _big_gin() -> Stage:
    stage = _third("4s 5s 6s Jh Jd Jc Js As 2s 7s", "3s", miras=_MIRAS)
    return replace(stage.play(ME, act.DRAW_STOCK), clock=Clock(37, 60))


def _layouts() -> Stage:
    """Four fours beside 5♦ 6♦ 7♦: one of them may stand in the set or in the run, so two layouts are equal."""
    stage = _third("4s 4h 4d 4c 5d 6d 7d Ad 2c Kc", "3h", miras="Qd 9c 8c 8h Th 6h 6c 9d 3d Ts")
    return replace(stage.play(ME, act.DRAW_STOCK), clock=Clock(37, 60))


def _opponent() -> Stage:
    stage = _draw().play(ME, act.DRAW_STOCK).play(ME, act.Discard(parse_card("8h")))
    return replace(stage, clock=Clock(23, 60))


def _layoff() -> Stage:
    """Mira draws 4♥ and knocks with ten points; 7♠ fits her run."""
    miras = "4s 5s 6s Jh Jd Jc Ad 2c 3h 9h"
    stage = _third("8d 9d Td Qs Qh Qc 3c 7s Kd Kc", "8h 4h", miras=miras)
    stage = stage.play(ME, act.DRAW_STOCK).play(ME, act.Discard(parse_card("8h")))
    stage = stage.play(MIRA, act.DRAW_STOCK).play(MIRA, act.Knock(parse_card("9h")))
    return replace(stage, clock=Clock(44, 60))


def _two_fit() -> Stage:
    """Mira knocks with two runs between which 7♠ fits, and a set that 3♣ fits."""
    miras = "4s 5s 6s 8s 9s Ts 3h 3d 3s 9h"
    stage = _third("8d 9d Td Qs Qh Qc 3c 7s Kd Kc", "8h Ah", miras=miras)
    stage = stage.play(ME, act.DRAW_STOCK).play(ME, act.Discard(parse_card("8h")))
    stage = stage.play(MIRA, act.DRAW_STOCK).play(MIRA, act.Knock(parse_card("9h")))
    return replace(stage, clock=Clock(44, 60))


def _result() -> Stage:
    """The viewer knocks with six; Mira lays 8♠ off and is left with 23."""
    stage = _third("4s 5s 6s Jh Jd Jc Ad 2c 3h 9h", "7s", miras="8d 9d Td Qs Qh Qc 3c 8s Kd Kc")
    stage = stage.play(ME, act.DRAW_STOCK).play(ME, act.Knock(parse_card("9h"))).play(MIRA, act.AUTO)
    return replace(stage.play(MIRA, act.READY), next_hand_s=18, clock=None)


def _over() -> Stage:
    """A short game that the viewer's gin decides; the match is over."""
    options = replace(PRESETS["modern"], target=50)
    stage = _two_hands(options=options)
    deck = deck_of("4s 5s 6s 7s Jh Jd Jc As 2s Kc", _MIRAS, "7c", "3s")
    stage = stage.play(NATURE, Deal((deck,))).play(ME, act.PASS).play(MIRA, act.PASS)
    stage = stage.play(ME, act.DRAW_STOCK).play(ME, act.Knock(parse_card("Kc")))
    return replace(stage, clock=None)


def _last() -> Stage:
    """The stock is down to its last two cards and the wall rule lets the last discard be taken."""
    options = replace(PRESETS["modern"], wall_rule="last_discard", upcard_rule="open")
    stage = Stage(match=gin.start(options, first_dealer=MIRA))
    deck = deck_of("4s 5s 6s Jh Jd Jc Ad 2c 3h Kc", "Qd 9d 8c 8d Th 6h 6c 4c 7s Ts", "7c")
    stage = stage.play(NATURE, Deal((deck,))).play(ME, act.DRAW_DISCARD).play(ME, act.Discard(parse_card("Kc")))
    while stage.match.boards[0].stock > 3:
        seat = stage.match.boards[0].turn
        stage = stage.play(seat, act.DRAW_STOCK)
        drawn = stage.match.drawn[seat]
        assert drawn is not None
        stage = stage.play(seat, act.Discard(drawn))
    seat = stage.match.boards[0].turn
    return stage.play(seat, act.DRAW_STOCK).play(seat, act.Discard(parse_card("7s")))


def _watch() -> Stage:
    stage = _to_my_draw("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc", "8h", viewer=PUBLIC)
    stage = stage.play(ME, act.DRAW_DISCARD).play(ME, act.Discard(parse_card("9h")))
    return replace(stage.said("Alexis", "ooh"), spectators=2, clock=Clock(38, 60))


def _lost() -> Stage:
    lost = replace(_discard(), link=LinkLost(2, 3, 106))
    return replace(lost, log=(*lost.log, LogLine(fill("Link lost {time}", time="14:02:11"), "alarm")))


# ---- three and four players, Oklahoma, Hollywood

_MINE: Final = "4s 5s 6s Jh Jd Jc Ad 2c 9h Kc"
_RAVIS: Final = "As 2s 3s 8h 9h Jh Kh Ad 3c 5h"
_SOFIAS: Final = "Qd 9d 8c 8d Th 6h 6c 4c 3d Ts"
_FOUR: Final = ("Eleni", "Mira", "Ravi", "Sofia")


def _of(preset: str, **options: str | bool | int) -> Options:
    return replace(PRESETS[preset], **options)


def _partners(viewer: int = ME) -> Stage:
    """Ravi and Sofia play at the other table; one draw each has been made."""
    stage = Stage(match=gin.start(PRESETS["partners"], 4, first_dealer=MIRA), viewer=viewer, names=_FOUR)
    mine = deck_of(_MINE, _MIRAS, "7c", "5c 2h 8h")
    other = deck_of(_RAVIS, _SOFIAS, "7s", "Kd Qs")
    decks = (mine, other) if ME in stage.match.sheet.tables[0] else (other, mine)
    stage = stage.play(NATURE, Deal(decks))
    for board in stage.match.boards:
        first, second = board.seats
        stage = stage.play(first, act.PASS).play(second, act.PASS).play(first, act.DRAW_STOCK)
    stage = stage.play(ME, act.Discard(parse_card("5c"))).play(MIRA, act.DRAW_STOCK)
    return stage.play(MIRA, act.Discard(parse_card("Qd")))


def _three(viewer: int = ME) -> Stage:
    """Sofia dealt and sits out; Eleni plays Mira."""
    stage = Stage(
        match=gin.start(_of("modern", format="sit_out"), 3, first_dealer=2),
        viewer=viewer,
        names=("Eleni", "Mira", "Sofia"),
    )
    stage = stage.play(NATURE, Deal((deck_of(_MINE, _MIRAS, "7c", "5c 2h 8h"),)))
    stage = stage.play(ME, act.PASS).play(MIRA, act.PASS).play(ME, act.DRAW_STOCK)
    stage = stage.play(ME, act.Discard(parse_card("5c"))).play(MIRA, act.DRAW_STOCK)
    return stage.play(MIRA, act.Discard(parse_card("Qd")))


def _idle() -> Stage:
    return replace(_three(viewer=2), names=("Mira", "Ravi", "Eleni"))


_SEVENS: Final = ("4s 5s 6s Jh Jd Jc Ad", "7d 9d 8c 8d Th 6h 7c", "7s 3s Kh Qc 9c Ts 2d", "Js 3c 4c 5c Kd 8h Qs")


def _all_play(viewer: int = ME) -> Stage:
    """Four play one hand; Eleni has drawn and may knock."""
    stage = Stage(match=gin.start(_of("modern", format="all_play"), 4, first_dealer=3), viewer=viewer, names=_FOUR)
    stage = stage.play(NATURE, Deal((deck_for(_SEVENS, "2c", "2h 9h Qh 9s Kc"),)))
    for seat in range(4):
        stage = stage.play(seat, act.PASS)
    for seat in range(4):
        stage = stage.play(seat, act.DRAW_STOCK)
        drawn = stage.match.drawn[seat]
        assert drawn is not None
        stage = stage.play(seat, act.Discard(drawn))
    return stage.play(ME, act.DRAW_STOCK)


def _all_over() -> Stage:
    """Eleni knocked; the three others laid off in turn."""
    return replace(_all_play().acted(act.Knock(parse_card("Kc"))), next_hand_s=18)


def _waiting_for_partners() -> Stage:
    """Eleni's own hand is over; the other table plays on."""
    return _partners().play(NATURE, Forfeit(MIRA))


def _partners_watched() -> Stage:
    return replace(_partners(PUBLIC), spectators=2)


def _all_watched() -> Stage:
    return replace(_all_play(PUBLIC), spectators=2)


def _second_to_lay_off() -> Stage:
    """Mira knocked and Ravi laid off; it is Sofia's turn, whom the viewer plays."""
    stage = _all_play(viewer=2).play(ME, act.Knock(parse_card("Kc"))).play(MIRA, act.AUTO)
    return replace(stage, clock=Clock(44, 60))


def _partners_over() -> Stage:
    """Both hands of a deal are over: Eleni lost hers, Ravi won at the other table."""
    stage = _partners()
    for board in stage.match.boards:
        loser = ME if ME in board.seats else board.other(2)
        stage = stage.play(NATURE, Forfeit(loser))
    return replace(stage, next_hand_s=18)


def _oklahoma() -> Stage:
    stage = Stage(match=gin.start(PRESETS["oklahoma"], first_dealer=MIRA))
    mine, miras = _MINE.replace("4s 5s 6s", "4h 5h 6h"), _SOFIAS.replace("6h", "6d")
    stage = stage.play(NATURE, Deal((deck_of(mine, miras, "7s"),)))
    stage = stage.play(ME, act.PASS).play(MIRA, act.TAKE_UPCARD).play(MIRA, act.Discard(parse_card("Qd")))
    return replace(stage, clock=Clock(42, 60))


def _three_settled() -> Stage:
    """The game of RULES 12.4 is over: 104, 61 and 0 points, with 4, 2 and no boxes."""
    stage = _three()
    match, seats = stage.match, stage.match.sheet
    result = settle(seats.options, (104, 61, 0), (4, 2, 0), (0,))
    sheet = replace(seats, totals=(104, 61, 0), boxes=(4, 2, 0))
    for event in (ev.HandEnded(Knock(ME, 5, 9), None), ev.GameEnded(result), ev.MatchEnded((0,))):
        sheet = sheet_after(sheet, event)
    over = (replace(match.boards[0], phase="hand_end", score=Knock(ME, 5, 9)),)
    return replace(
        stage, match=replace(match, sheet=replace(sheet, totals=(104, 61, 0), boxes=(4, 2, 0)), boards=over)
    )


HOLLYWOOD: Final = ((0, 32), (1, 14), (0, 28), (0, 45), (1, 53), (0, 30), (1, 20), (0, 61))
"""The hands of RULES 12.5: who won, and how much."""


def _hollywood(hands: int = 6) -> Stage:
    """Six hands of Hollywood, as they stand on the sheet: the first two columns are closed."""
    match = gin.start(_of("modern", hollywood=True), first_dealer=MIRA)
    sheet = match.sheet
    nobody = (None, None)
    for hand, (winner, won) in enumerate(HOLLYWOOD[:hands], 1):
        sheet = sheet_after(sheet, ev.Dealt(hand, sheet.dealer, sheet.tables[0], nobody, None, 31))
        sheet = sheet_after(sheet, ev.HandEnded(Knock(winner, 5, 5 + won), None))
    sheet = replace(sheet, dealer=MIRA, tables=((ME, MIRA),))
    stage = Stage(match=replace(match, sheet=sheet))
    stage = stage.play(NATURE, Deal((deck_of(_MINE, _MIRAS, "7c", "5c 2h 8h"),)))
    return stage.play(ME, act.PASS).play(MIRA, act.PASS)


SCENES: Final[dict[str, Callable[[], Stage]]] = {
    "waiting": _waiting,
    "offer": _offer,
    "draw": _draw,
    "discard": _discard,
    "knockable": _knockable,
    "layouts": _layouts,
    "gin": _gin,
    "biggin": _big_gin,
    "opponent": _opponent,
    "layoff": _layoff,
    "twofit": _two_fit,
    "last": _last,
    "result": _result,
    "over": _over,
    "watch": _watch,
    "lost": _lost,
    "partners": _partners,
    "partnersover": _partners_over,
    "three": _three,
    "threesettled": _three_settled,
    "idle": _idle,
    "allplay": _all_play,
    "allover": _all_over,
    "alllayoff": _second_to_lay_off,
    "allwatched": _all_watched,
    "partnerswait": _waiting_for_partners,
    "partnerswatched": _partners_watched,
    "oklahoma": _oklahoma,
    "hollywood": _hollywood,
}
"""The scenes of the gin table by name."""

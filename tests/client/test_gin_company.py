"""Gin of three and four players, Hollywood and Oklahoma: what is told, shown and asked, without a terminal."""

import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.deals import shuffled
from tests.support.languages import left_in_english, speaking
from tests.support.screens import Player
from upcard_client.cardtable.effects import Note, Press
from upcard_client.games.gin import following, rulebook, spoken
from upcard_client.games.gin.composing import compose
from upcard_client.games.gin.desk import Desk
from upcard_client.games.gin.painting import paint
from upcard_client.games.gin.pressing import follow, press
from upcard_client.games.gin.scene import SUM_WORDS, Total
from upcard_client.games.gin.scenes import SCENES
from upcard_client.games.gin.scoresheet import as_text, score_sheet
from upcard_client.games.gin.sentences import Narrator
from upcard_client.games.gin.sides import Company
from upcard_client.games.gin.situation import Situation
from upcard_client.games.gin.stage import Stage
from upcard_client.games.gin.standings import opponents, paid, sat_out, settled
from upcard_client.games.seen import Seen
from upcard_client.themes import FELT
from upcard_client.widgets.canvas import width_of
from upcard_client.widgets.cards import label
from upcard_client.words.phrases import written
from upcard_protocol import table as tables
from upcard_protocol.rules.cards import DECK, parse_card, parse_cards
from upcard_protocol.rules.game import NATURE, PUBLIC, Deal, Forfeit
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events, scoring
from upcard_protocol.rules.gin import match as gin
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.gin.options import PRESETS, Options
from upcard_protocol.rules.gin.settlement import payments, settle
from upcard_protocol.strategy.gin import choose

FOUR = ("Eleni", "Mira", "Ravi", "Sofia")
KINDS = {
    "sit_out": (Options(format="sit_out", target=50), 3),
    "cutthroat": (Options(format="cutthroat", target=50), 3),
    "all_play": (Options(format="all_play", target=50), 4),
    "partners": (replace(PRESETS["partners"], target=50), 4),
    "hollywood": (Options(hollywood=True, target=50), 2),
    "hollywood_partners": (replace(PRESETS["partners"], target=50, hollywood=True), 4),
    "best_of_three": (replace(PRESETS["oklahoma"], target=50, match_games=3), 2),
}


def told(event: events.Event, company: Company, view: View | None = None) -> list[str]:
    return [written(line, lambda card: label(card, FELT)) for line in Narrator(company, view).tell(event)]


# ---- who plays with whom


def test_the_viewers_side_is_the_first_column() -> None:
    three = Company(FOUR[:3], 1, Options(format="sit_out"))
    assert three.column_names == ("You", "Ravi", "Eleni")
    assert Company(FOUR, 1, PRESETS["partners"]).columns == ((1, 3), (0, 2))
    assert Company(FOUR, 1, PRESETS["partners"]).column_names == ("Your team", "Others")
    assert Company(FOUR, None, PRESETS["partners"]).column_names == ("Eleni+Ravi", "Mira+Sofia")


def test_several_are_listed_with_the_viewer_first() -> None:
    company = Company(FOUR, 2, PRESETS["partners"])
    assert company.listed((0, 2)) == "you and Eleni"
    assert company.listed((0, 2), head=True) == "You and Eleni"
    assert company.listed((0, 1, 3)) == "Eleni, Mira and Sofia"


# ---- sentences


@pytest.mark.parametrize(
    ("me", "expected"),
    [
        (0, ["Hand 2. Ravi deals.", "Ravi sits this hand out", "The upcard is Q♦"]),
        (2, ["Hand 2. You deal.", "You sit this hand out", "The upcard is Q♦"]),
        (None, ["Hand 2. Ravi deals.", "Ravi sits this hand out", "The upcard is Q♦"]),
    ],
)
def test_who_sits_a_hand_out_is_told_with_the_deal(me: int | None, expected: list[str]) -> None:
    company = Company(FOUR[:3], me, Options(format="sit_out"))
    assert told(events.Dealt(2, 2, (0, 1), (None,) * 3, parse_card("Qd"), 31), company) == expected


def test_partners_are_told_who_deals_to_whom_at_both_tables() -> None:
    company = Company(FOUR, 0, PRESETS["partners"])
    deals = (events.Dealt(1, 1, (0, 1), (None,) * 4, None, 31), events.Dealt(1, 3, (2, 3), (None,) * 4, None, 31, 1))
    assert [told(each, company) for each in deals] == [
        ["Hand 1. Mira deals to you."],
        ["Hand 1. Sofia deals to Ravi."],
    ]


def test_a_hand_of_all_tells_what_the_knocker_and_each_undercutter_won() -> None:
    """A01: the knocker wins 7 and 25, and one of the others undercuts for 25."""
    against = tuple(
        scoring.Versus(seat, score)
        for seat, score in (
            (1, scoring.Knock(0, 5, 12)),
            (2, scoring.Undercut(2, 5, 5, 25)),
            (3, scoring.Knock(0, 5, 30)),
        )
    )
    each = events.HandEnded(scoring.Each(0, against, 0, 1), None)
    company = Company(FOUR, 0, Options(format="all_play"))
    assert told(each, company) == ["You won 32 points", "Ravi undercut you: 25 points"]
    assert told(each, replace(company, me=2)) == ["Eleni won 32 points", "You undercut Eleni: 25 points"]


def test_the_end_of_a_game_of_three_tells_who_pays_whom() -> None:
    """T02: every pair settles the difference, and who was shut out pays the winner 100 besides."""
    options = Options(format="sit_out")
    company = Company(FOUR[:3], 1, options)
    assert told(events.GameEnded(settle(options, (104, 61, 0), (4, 2, 0), (0,))), company) == [
        "Eleni won the game with 304 points",
        "You pay Eleni 193",
        "Ravi pays Eleni 404",
        "Ravi pays you 111",
    ]


@pytest.mark.parametrize(
    ("company", "event", "said"),
    [
        (Company(FOUR, 2, PRESETS["partners"]), events.MatchEnded((0, 2)), "You and Eleni won the match"),
        (
            Company(FOUR, 1, PRESETS["partners"]),
            events.MatchEnded((0, 2), 1),
            "You left, and the match is over; Eleni and Ravi won the match",
        ),
        (
            Company(FOUR[:2], 0, Options(hollywood=True)),
            events.MatchEnded((0, 1)),
            "The match is drawn: You and Mira share it",
        ),
    ],
)
def test_the_match_is_won_by_a_side_or_shared(company: Company, event: events.MatchEnded, said: str) -> None:
    assert "; ".join(told(event, company)) == said


def test_hollywood_tells_its_columns_as_they_are_written_and_closed() -> None:
    """H01, the sixth and seventh hands."""
    stage = SCENES["hollywood"]()
    company, view = stage.situation.company, stage.situation.view
    won = events.HandEnded(scoring.Knock(1, 5, 25), None)
    assert told(won, company, view) == ["Mira won 20 points", "Written in column 3"]
    gin_for_mine = events.HandEnded(scoring.Gin(0, 36, 25), None)
    assert told(gin_for_mine, company, view) == [
        "You won 61 points",
        "Written in column 3",
        "Column 3 is closed at 136 to 0",
    ]


# ---- what is shown


def test_the_idle_player_sees_both_others_and_no_card_of_theirs() -> None:
    scene = compose(Player("idle").situation, Desk())
    assert scene.mine is not None
    assert {scene.rival.name, scene.mine.name} == {"Mira", "Ravi"}
    assert (scene.rival.shown, scene.mine.shown, scene.hand.cards) == ((), (), ())
    assert scene.hand_note == "You sit this hand out."


@pytest.mark.parametrize("key", ["draw", "take", "discard", "knock", "gin", "yes", "sort", "card1"])
def test_the_idle_player_is_told_so_by_every_key_and_nothing_is_sent(key: str) -> None:
    player = Player("idle").press(key)
    assert player.status.endswith("You sit this hand out: you see what everybody sees.")
    assert player.sent == []


def test_the_idle_player_swaps_sides_and_opens_the_menu() -> None:
    player = Player("idle")
    before = compose(player.situation, player.desk).rival.name
    assert compose(player.situation, player.press("left").desk).rival.name != before
    assert player.press("back").sent != []


def test_partners_see_their_own_table_large_and_the_other_in_a_line() -> None:
    scene = compose(Player("partners").situation, Desk())
    assert (scene.rival.name, len(scene.others)) == ("Mira", 1)
    (other,) = scene.others
    assert other.name == "Ravi"
    assert "your partner" in written(tuple(part for note in other.notes for part in note), str)


def test_a_watcher_of_partners_changes_tables() -> None:
    player = Player("partnerswatched")
    assert compose(player.situation, player.desk).rival.name == "Eleni"
    assert compose(player.situation, player.press("right").desk).rival.name == "Ravi"


def test_what_happens_at_the_other_table_leaves_an_open_question_alone() -> None:
    partners = Player("partners").press("draw").press("first", "discard")
    question = partners.desk.question
    assert question is not None
    before = partners.situation
    partners.stage = partners.stage.play(2, act.Discard(parse_card("Kd")))
    assert follow(before, partners.situation, partners.desk, 0).question == question


def test_a_hand_that_is_over_before_the_other_tables_says_so() -> None:
    player = Player("partnerswait")
    assert player.bar == "Your hand is over: the other table plays on"
    assert player.status == "news: You won 91 points. The other table plays on."
    assert player.press("draw").status.startswith("refused: The hand is over at this table")


def test_each_of_several_defenders_lays_off_on_what_those_before_left() -> None:
    player = Player("alllayoff")
    assert player.bar == "LAY OFF: Eleni knocked with 1"
    player.press("all", "done")
    (sent,) = (each for each in player.sent if isinstance(each, act.LayOff))
    assert {card for card, _ in sent.layoffs} == {parse_card("3s"), parse_card("7s")}


def test_the_sheet_of_partners_says_who_played_whom() -> None:
    match = gin.start(replace(PRESETS["partners"], target=500), 4, first_dealer=1)
    stage, played = Stage(match=match, names=FOUR), list[set[int]]()
    for deal in range(3):
        for seat in range(4) if deal else ():
            stage = stage.play(seat, act.READY)
        stage = stage.play(NATURE, Deal((DECK, DECK)))
        for board in stage.match.boards:
            played.append(set(board.seats))
            stage = stage.play(NATURE, Forfeit(board.seats[deal % 2]))
            rows = stage.match.sheet.rows
            assert [set(opponents(stage.match.sheet, row)) for row in rows] == played[-len(rows) :]
    text = Player("partnersover").press("score").text()
    assert re.search(r"1 +forfeit +You 22 +Mira - ", text)
    assert re.search(r"1 +forfeit +Sofia 74 +Ravi - ", text)


def test_oklahomas_upcard_and_limit_stay_in_sight_at_every_size() -> None:
    for width, height in ((80, 24), (120, 40), (60, 20), (46, 20), (40, 12)):
        text = Player("oklahoma").text(width, height)
        assert "7♠: knock" in text
        assert "double" in text or "×2" in text


def test_no_other_game_speaks_of_oklahomas_limit() -> None:
    for scene in ("draw", "discard", "knockable"):
        text = Player(scene).text(120, 40)
        assert "7♠: knock" not in text
        assert "double" not in text
        assert "klahoma" not in text


def test_the_score_sheet_of_hollywood_has_the_numbers_of_the_rules() -> None:
    """H01 after six hands: two columns are closed, with margins of 241 and 200."""
    sheet = score_sheet(SCENES["hollywood"]().situation)
    assert sheet.columns == ("You", "Mira") * 3
    assert [line.points for line in sheet.hands] == [
        ("32", "-", "", "", "", ""),
        ("-", "14", "", "", "", ""),
        ("28", "-", "28", "-", "", ""),
        ("45", "-", "45", "-", "45", "-"),
        ("", "", "-", "53", "", ""),
        ("", "", "30", "-", "30", "-"),
    ]
    assert sheet.totals[0] == Total("so far", ("105", "14", "103", "53", "75", "0"))
    assert sheet.settlement[-1] == Total("margin", ("241", "-", "200", "-", "", ""), "margin")
    assert "you are 441 ahead." in sheet.remarks[0]
    assert "column 3" in as_text(sheet)


def test_three_players_settle_in_pairs_on_the_result_and_on_the_sheet() -> None:
    """T02."""
    situation = SCENES["threesettled"]().situation
    pays = (("Mira pays you", "193"), ("Sofia pays you", "404"), ("Sofia pays Mira", "111"))
    game = situation.view.sheet.games[-1]
    assert paid(situation, game) == pays
    assert settled(situation, game)[-1] == Total("margin", ("+597", "-82", "-515"), "margin")
    scene = compose(situation, Desk())
    assert scene.result is not None
    assert scene.result.sum == pays


def test_who_pays_whom_is_on_the_smallest_result_too() -> None:
    text = Player("threesettled").text(40, 12)
    assert all(words in text for words in ("Mira pays you", "Sofia pays you", "Sofia pays Mira"))


@pytest.mark.parametrize(
    "broken",
    [
        {"totals": (0, 0)},
        {"winners": (7,)},
        {"tables": ((0, 9),)},
        {"columns": SCENES["hollywood"]().match.sheet.columns},
        {"options": Options(format="cutthroat")},
    ],
)
def test_a_view_whose_parts_do_not_fit_is_not_drawn(broken: dict[str, Any]) -> None:
    view = SCENES["three"]().situation.view
    options = view.sheet.options
    assert following.is_sound(view, options, 3)
    assert not following.is_sound(replace(view, sheet=replace(view.sheet, **broken)), options, 3)


@pytest.mark.parametrize(
    "broken",
    [
        {"seats": (0, 0)},
        {"turn": 2},
        {"dealer": 5},
        {"score": scoring.Knock(4, 1, 2)},
        {"knock": events.Knocked(2, "knock", None, (), parse_cards("Ac"))},
        {"defences": (events.Defended(0, (), ((parse_card("As"), 3),), parse_cards("Ac")),)},
    ],
)
def test_a_hand_whose_parts_do_not_fit_is_not_drawn(broken: dict[str, Any]) -> None:
    view = SCENES["three"]().situation.view
    (board,) = view.boards
    assert not following.is_sound(replace(view, boards=(replace(board, **broken),)), view.sheet.options, 3)


def test_the_payments_of_a_game_are_its_margins() -> None:
    for seed in range(6):
        view = last_view("all_play", seed)
        game = view.sheet.games[-1]
        gains = [0] * 4
        for each in payments(view.sheet.options, game):
            gains[each.payee] += each.points
            gains[each.payer] -= each.points
        assert tuple(gains) == game.margins


def test_the_result_of_partners_sets_the_tables_against_each_other() -> None:
    scene = compose(SCENES["partnersover"]().situation, Desk())
    assert scene.result is not None
    assert scene.result.title == "Hand 1: your team won 52 points"
    assert scene.result.sum == (("Mira beat you", "- 47"), ("Ravi beat Sofia", "+ 99"), ("Points to your team", "52"))
    assert scene.result.columns == ("Your team", "Others")


def test_the_result_of_partners_with_long_names_fits_its_column() -> None:
    bots = ("Anna", "Blaise (bot)", "Carl (bot)", "Dorothy (bot)")
    stage = SCENES["partnersover"]()
    for viewer, title, sums in (
        (0, "your team", ("Blaise (bot) beat you", "Your team, other table", "Points to your team")),
        (1, "the others", ("You beat Anna", "Others, other table", "Points to the others")),
        (PUBLIC, "Anna and Carl (bot)", ("Blaise (bot) beat Anna", "Carl (bot) won", "Points to the winners")),
    ):
        result = compose(replace(stage, names=bots, viewer=viewer).situation, Desk()).result
        assert result is not None
        assert result.title == f"Hand 1: {title} won 52 points"
        assert tuple(words for words, _ in result.sum) == sums
        assert all(width_of(words) <= SUM_WORDS for words, _ in result.sum)


def test_the_result_of_all_shows_every_hand_and_what_each_pair_settles() -> None:
    scene = compose(SCENES["allover"]().situation, Desk())
    assert scene.result is not None
    assert [hand.name for hand in scene.result.hands] == ["You", "Mira", "Ravi", "Sofia"]
    assert [number for _, number in scene.result.sum] == ["+ 30", "+ 40", "+ 27", "97"]


# ---- the plain client


def heard_by(scene: str) -> Seen:
    stage = SCENES[scene]()
    view = stage.situation.view
    empty = tables.new_table(tables.TableOptions(), view.sheet.options, len(stage.names))
    return Seen(replace(tables.view(empty, view.viewer), match=view), stage.names, stage.situation.me)


def test_the_plain_client_says_who_sits_out() -> None:
    seen = heard_by("idle")
    assert spoken.deal_line(seen) == "Hand 1. You deal. You sit this hand out."
    assert spoken.hand_line(seen) == "None: you sit this hand out."
    assert spoken.cards_lines(seen) == ["Discard pile: queen of diamonds. Stock 29."]
    assert spoken.score_line(seen) == "You 0, Mira 0, Ravi 0. You need 100 more."


def test_the_plain_client_says_the_other_table_and_who_is_whose_partner() -> None:
    seen = heard_by("partners")
    assert spoken.deal_line(seen) == "Hand 1. Mira deals. You play against Mira; Ravi is your partner."
    assert spoken.cards_lines(seen)[-1] == (
        "Other table: Ravi against Sofia, Ravi to play, stock 30, discard pile 7 of spades."
    )
    assert spoken.score_line(seen) == "You and Ravi 0, Mira and Sofia 0. Your team needs 125 more."


def test_the_plain_client_says_oklahomas_limit_and_hollywoods_columns() -> None:
    assert spoken.cards_lines(heard_by("oklahoma"))[-1] == (
        "The upcard was the 7 of spades: knock at 7, points count double."
    )
    assert spoken.score_line(heard_by("hollywood")) == (
        "Column 1, closed: You 105, Mira 14, margin 241. Column 2, closed: You 103, Mira 53, margin 200. "
        "Column 3: You 75, Mira 0."
    )


# ---- the rules in words


@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_of_a_table_say_how_many_play_and_how(kind: str) -> None:
    options, seats = KINDS[kind]
    sections = dict(rulebook.rule_sections(options))
    assert ("Who plays" in sections) == (seats > 2)
    assert ("Hollywood" in sections) == options.hollywood
    assert (f"{seats} players" in rulebook.in_short(options, players=seats)) == (seats > 2)
    assert all(line for lines in sections.values() for line in lines)
    cards = "Seven cards each." if options.format == "all_play" else "Ten cards each."
    assert sections["The turn"][0].startswith(cards)


def test_giving_up_where_all_play_costs_no_points_at_once() -> None:
    assert "plays your cards" in rulebook.price_of_giving_up(Options(format="all_play"), 4)
    assert "25 points for gin" in rulebook.price_of_giving_up(PRESETS["partners"], 4)


CUT = tuple(f"{name[:cells]}{end}" for name in FOUR for cells in range(len(name), 1, -1) for end in ("…", " ", "+"))
"""Names for which there is too little room."""

# ---- whole matches, heard and seen by everybody


def last_view(kind: str, seed: int) -> View:
    """Play a match by the computer; return what everybody sees at its end."""
    options, seats = KINDS[kind]
    rng = Random(seed)
    match = gin.start(options, seats, 0)
    while gin.result(match) is None:
        owed = gin.due(match)
        if owed is not None:
            match, _ = gin.apply(match, NATURE, Deal(tuple(shuffled(rng) for _ in range(owed.decks))))
            continue
        seat = min(gin.to_act(match))
        match, _ = gin.apply(match, seat, choose(gin.view(match, seat)))
    return gin.view(match, PUBLIC)


@pytest.mark.parametrize("kind", KINDS)
def test_every_event_of_a_match_is_told_and_shown_to_everybody_in_the_language_spoken(kind: str) -> None:
    """Each viewer folds what he hears; the sentences, the screen and its smallest form stand at every step."""
    with speaking("strange"):
        _hear_and_see(kind)


def _hear_and_see(kind: str) -> None:
    options, seats = KINDS[kind]
    names, rng = FOUR[:seats], Random(kind)
    viewers = (0, seats - 1, PUBLIC)
    match, steps = gin.start(options, seats, 0), 0
    views = {viewer: gin.view(match, viewer) for viewer in viewers}
    tables_seen = {
        viewer: tables.view(tables.new_table(tables.TableOptions(), options, seats), viewer) for viewer in viewers
    }
    while gin.result(match) is None:
        owed = gin.due(match)
        if owed is not None:
            seat, action = NATURE, Deal(tuple(shuffled(rng) for _ in range(owed.decks)))
        else:
            seat = min(gin.to_act(match))
            action = choose(gin.view(match, seat))
        match, happened = gin.apply(match, seat, action)
        steps += 1
        for viewer in viewers:
            me = viewer if viewer >= 0 else None
            for event in (gin.redact(each, viewer, options=options) for each in happened):
                before = views[viewer]
                after = views[viewer] = gin.fold(before, event)
                table = tables_seen[viewer]
                said = spoken.event_lines(
                    event, Seen(replace(table, match=before), names, me), Seen(replace(table, match=after), names, me)
                )
                assert said or isinstance(event, events.Defended)
                assert all(line.strip() and left_in_english(line, FOUR) == () for line in said)
            if steps % 40 == 0 or isinstance(happened[-1], events.HandEnded | events.MatchEnded):
                assert following.is_sound(views[viewer], options, seats)
                shown_soundly(Situation(view=views[viewer], names=names))


def shown_soundly(situation: Situation) -> None:
    """Paint a situation at the sizes that differ most, with and without the score sheet."""
    for desk in (Desk(), Desk(overlay="score"), Desk(swapped=True, overlay="look")):
        scene = compose(situation, desk)
        for width, height in ((80, 24), (40, 12)):
            text = paint(scene, width, height, FELT).canvas.text()
            lines = text.split("\n")
            assert left_in_english(text, (*FOUR, *CUT)) == ()
            assert all(width_of(line) <= width for line in lines)
            assert len(scene.bar.short) <= 24


# ---- who sat out, and the whole pile


@pytest.mark.parametrize("seed", range(4))
def test_the_score_sheet_knows_who_sat_each_hand_of_cutthroat_out(seed: int) -> None:
    """The loser sits out, and whoever sat out deals to the winner; after a dead hand the same two play again."""
    match, rng, idle = gin.start(Options(format="cutthroat"), 3, 0), Random(seed), dict[int, int | None]()
    while gin.result(match) is None:
        if gin.due(match) is not None:
            (idle[len(idle) + 1],) = gin.view(match, PUBLIC).sheet.idle
            match, _ = gin.apply(match, NATURE, Deal((shuffled(rng),)))
            continue
        seat = min(gin.to_act(match))
        match, _ = gin.apply(match, seat, choose(gin.view(match, seat)))
    assert len(idle) > 2
    assert sat_out(gin.view(match, PUBLIC).sheet) == idle


def test_out_stands_in_the_column_of_whoever_sat_out() -> None:
    view = last_view("sit_out", 3)
    situation = Situation(view=view, names=FOUR[:3])
    sheet = score_sheet(situation)
    assert all(line.points.count("out") == 1 for line in sheet.hands)
    assert sheet.remarks[0] == "Out: sat the hand out."


def test_the_whole_pile_is_listed_in_the_log_only_where_the_table_allows_it() -> None:
    closed = Player("discard").press("pile")
    assert (closed.status, closed.sent) == ("refused: At this table only the top of the pile may be looked at.", [])
    view = closed.situation.view
    options = replace(view.sheet.options, discard_browse="all")
    open_to_all = replace(closed.situation, view=replace(view, sheet=replace(view.sheet, options=options)))
    outcome = press(open_to_all, closed.desk, Press("pile", 0))
    (note,) = outcome.effects
    assert isinstance(note, Note)
    assert open_to_all.board is not None
    top_first = " ".join(label(card, FELT) for card in reversed(open_to_all.board.pile))
    assert len(open_to_all.board.pile) > 1
    assert written(note.line, lambda card: label(card, FELT)) == f"Discard pile, top first: {top_first}"
    assert "pile" in [hint.key for hint in compose(open_to_all, closed.desk).looks]
    assert "pile" not in [hint.key for hint in compose(closed.situation, closed.desk).looks]
    seen = heard_by("discard")
    match = replace(seen.match, sheet=open_to_all.view.sheet)
    said = spoken.cards_lines(Seen(replace(seen.view, game=options, match=match), seen.names, seen.me))
    assert any(line.startswith("Discard pile, top first: ") for line in said)

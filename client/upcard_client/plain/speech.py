"""What the plain client says of tables in whole sentences, cards in words; what is said of a game comes from it."""

from typing import Final

from upcard_client.attable import AtTable, seen_with, title_of
from upcard_client.games.fronts import front_of
from upcard_client.locale import mark, tr, trn
from upcard_client.state import Model
from upcard_client.words import agreeing, tidings, times
from upcard_client.words.names import shown_name
from upcard_client.words.phrases import joined, sentence, spoken
from upcard_protocol.table import AnyEvent, TableEvent, TableView
from upcard_protocol.wire.replies import PersonRow, TableRow

STATES: Final = mark(
    {"waiting": "waiting", "playing": "playing", "paused": "paused", "over": "over", "frozen": "frozen"}
)
"""What is said of the states of a table."""
GAMES: Final = mark({"gin": "Gin", "rummy": "Rummy"})
"""What a list of tables calls the games."""

# ---- the lobby and its tables


def row_line(row: TableRow) -> str:
    """Describe a table of the lobby in a line."""
    seated = sum(chair.kind != "empty" for chair in row.chairs)
    names = [shown_name(chair.name) for chair in row.chairs if chair.kind != "empty"]
    state = tr(STATES[row.state]) if row.state in STATES else row.state
    return tr(
        "{table}. {title}. {game}, {taken} of {seats} seats: {players}; {state}, asks for a code."
        if row.private
        else "{table}. {title}. {game}, {taken} of {seats} seats: {players}; {state}.",
        table=row.table,
        title=title_of(row.title, row.table),
        game=game_of_row(row),
        taken=seated,
        seats=len(row.chairs),
        players=joined(names) or tr("nobody yet"),
        state=tr("hand {hand}", hand=row.hand) if row.state == "playing" and row.hand else state,
    )


def game_of_row(row: TableRow) -> str:
    """Return what a table of the lobby plays: `Gin to 100`; a game that is not known here is called by its name."""
    name = tr(GAMES[row.game]) if row.game in GAMES else row.game.capitalize()
    return tr("{game} to {target}", game=name, target=row.target) if row.target else name


# ---- a table


def table_lines(at: AtTable) -> list[str]:
    """Describe a table as one comes to it."""
    speech, seen = at.front.spoken, at.seen
    said = [tr("Table {title}. {game}", title=at.title, game=speech.heading(at.view.game, len(at.view.chairs)))]
    if not at.hand:
        said.append(seats_line(at))
        return said
    said.append(speech.deal_line(seen))
    if at.view.playing:
        said.extend(speech.cards_lines(seen))
    said.append(score_line(at))
    return said


def seats_line(at: AtTable) -> str:
    """Say who sits at a table that waits."""
    seen = at.seen
    free = sum(chair.kind == "empty" for chair in at.view.chairs)
    seated = [seen.name(seat) for seat, chair in enumerate(at.view.chairs) if chair.kind != "empty"]
    who = tr("At the table: {names}.", names=", ".join(seated)) if seated else tr("Nobody sits at the table.")
    if free:
        wait = trn(
            "{count} seat is free: wait for somebody, or type bot.",
            "{count} seats are free: wait for somebody, or type bot.",
            free,
        )
        return f"{who} {wait}"
    return f"{who} {tr('Type ready to begin.' if at.ready_wanted else 'Waiting for everybody to be ready.')}"


def score_line(at: AtTable) -> str:
    """Say the running score."""
    return at.front.spoken.score_line(at.seen) if at.view.match is not None else tr("No match has begun.")


def turn_line(at: AtTable, server_ms: int | None = None) -> str:
    """Say what is asked of us now; nothing if nothing is.

    Args:
        at: the table.
        server_ms: the server's time now, for what is left of the turn; None takes that of the last event.
    """
    if at.view.agreement.paused:
        return tr("The game is paused. Type playon to go on with it.")
    if at.stood_in:
        return tr("The computer plays for you. Type resume, or any move, to take your seat back.")
    if at.my_turn:
        said = at.front.spoken.turn_line(at.seen)
        left = times.left(at, at.me, at.at_ms if server_ms is None else server_ms)
        if not said or left is None:
            return said
        return f"{said} {trn('{count} second.', '{count} seconds.', left.total_s)}"
    if at.ready_wanted and at.hand:
        return tr("Type ready for the next hand." if at.view.playing else "Type rematch for another match.")
    return ""


def now_lines(at: AtTable, server_ms: int) -> list[str]:
    """Say what is asked of us now, or who is waited for.

    Args:
        at: the table.
        server_ms: the server's time now.
    """
    question = agreeing.asked(at, yes="agree", no="refuse") or agreeing.waiting(at)
    said = [question] if question else []
    asked = turn_line(at, server_ms)
    if asked:
        said.append(asked)
    elif at.view.match is None or not at.view.playing:
        said.append(seats_line(at))
    else:
        awaited = _awaited(at)
        if awaited:
            said.append(sentence(tr("Waiting for {players}", players=joined(awaited))))
    return said


def _awaited(at: AtTable) -> list[str]:
    """Return the names of those who are waited for."""
    match, following = at.view.match, at.front.following
    if at.hand_over:
        return [name for seat, name in enumerate(at.names) if not following.is_ready(match, seat)]
    return [at.names[at.turn]] if at.turn is not None else []


def person_line(person: PersonRow, model: Model) -> str:
    """Say who somebody on the server is, and where."""
    row = next((row for row in model.rows if row.table == person.table), None)
    place = title_of(row.title, row.table) if row is not None else tr("lobby")
    if model.me is not None and person.user == model.me.user:
        place = tr("{place} (you)", place=place)
    return f"{person.name}: {place}"


def event_lines(event: AnyEvent, before: TableView, after: TableView) -> list[str]:
    """Say what happened at a table, as seen from the views before and after it."""
    seen = seen_with(before, event)
    if isinstance(event, TableEvent):
        return [sentence(spoken(line)) for line in tidings.tell(event, seen.names, seen.me, before.chairs)]
    return front_of(before.game).spoken.event_lines(event, seen, seen_with(after, event))

"""What the plain client says of tables in whole sentences, cards in words; what is said of a game comes from it."""

from upcard_client.attable import AtTable, seen_with, title_of
from upcard_client.games.fronts import front_of
from upcard_client.words import tidings, times
from upcard_client.words.phrases import joined, sentence, spoken
from upcard_protocol.table import AnyEvent, TableEvent, TableView
from upcard_protocol.wire.clean import MAX_TITLE_CELLS, clean_text
from upcard_protocol.wire.replies import TableRow

# ---- the lobby and its tables


def row_line(row: TableRow) -> str:
    """Describe a table of the lobby in a line."""
    seated = sum(chair.kind != "empty" for chair in row.chairs)
    names = [clean_text(chair.name, MAX_TITLE_CELLS) for chair in row.chairs if chair.kind != "empty"]
    who = joined(names) or "nobody yet"
    state = f"hand {row.hand}" if row.state == "playing" and row.hand else row.state
    code = ", asks for a code" if row.private else ""
    game = game_of_row(row)
    seats = f"{seated} of {len(row.chairs)} seats"
    return f"{row.table}. {title_of(row.title, row.table)}. {game}, {seats}: {who}; {state}{code}."


def game_of_row(row: TableRow) -> str:
    """Return what a table of the lobby plays: `Gin to 100`; a game that is not known here is called by its name."""
    name = row.game.capitalize()
    return f"{name} to {row.target}" if row.target else name


# ---- a table


def table_lines(at: AtTable) -> list[str]:
    """Describe a table as one comes to it."""
    speech, seen = at.front.spoken, at.seen
    said = [f"Table {at.title}. {speech.heading(at.view.game, len(at.view.chairs))}"]
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
    who = f"At the table: {', '.join(seated)}." if seated else "Nobody sits at the table."
    if free:
        return f"{who} {free} {'seat is' if free == 1 else 'seats are'} free: wait for somebody, or type bot."
    return f"{who} Type ready to begin." if at.ready_wanted else f"{who} Waiting for everybody to be ready."


def score_line(at: AtTable) -> str:
    """Say the running score."""
    return at.front.spoken.score_line(at.seen) if at.view.match is not None else "No match has begun."


def turn_line(at: AtTable) -> str:
    """Say what is asked of us now; nothing if nothing is."""
    if at.view.agreement.paused:
        return "The game is paused. Type playon to go on with it."
    if at.stood_in:
        return "The computer plays for you. Type resume, or any move, to take your seat back."
    if at.my_turn:
        said, left = at.front.spoken.turn_line(at.seen), times.left(at, at.me, at.at_ms)
        return f"{said} {left.total_s} seconds." if said and left is not None else said
    if at.ready_wanted and at.hand:
        return "Type rematch for another match." if not at.view.playing else "Type ready for the next hand."
    return ""


def event_lines(event: AnyEvent, before: TableView, after: TableView) -> list[str]:
    """Say what happened at a table, as seen from the views before and after it."""
    seen = seen_with(before, event)
    if isinstance(event, TableEvent):
        return [sentence(spoken(line)) for line in tidings.tell(event, seen.names, seen.me)]
    return front_of(before.game).spoken.event_lines(event, seen, seen_with(after, event))

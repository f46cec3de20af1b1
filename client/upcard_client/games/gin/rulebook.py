"""The rules of gin in words, as the options of a table have them: a sentence for the lobby, and every rule."""

from typing import Final

from upcard_protocol.rules.gin.options import Format, Options, seats_of


def short_name(target: int) -> str:
    """Return what a list of tables calls the game: `Gin 100`."""
    return f"Gin {target}"


def headline(options: Options) -> str:
    """Return the game and what it is played to."""
    return f"gin rummy to {options.target}"


def game_word(options: Options) -> str:
    """Return what the game is called in a word."""
    return "Hollywood" if options.hollywood else "Oklahoma" if options.oklahoma else "Gin"


def price_of_giving_up(options: Options, players: int) -> str:
    """Say what giving up the hand costs (RULES 3.10)."""
    if options.format == "all_play" and players > 2:
        return "The hand goes on without you: the computer plays your cards to its end."
    return f"The other side gets your deadwood and {options.gin_bonus} points for gin."


_FORMATS: Final[dict[Format, str]] = {
    "duel": "",
    "sit_out": "the dealer sits out",
    "cutthroat": "the loser sits out",
    "all_play": "all play one hand, seven cards each",
    "partners": "two against two at two tables",
}
"""Who plays, in a few words; nothing needs to be said of two."""


def format_words(options: Options, players: int) -> str:
    """Return how many play and how, in a few words; nothing for two."""
    return f"{players} players: {_FORMATS[options.format]}" if _FORMATS[options.format] else ""


def in_short(options: Options, dot: str = "·", *, players: int = 2) -> str:
    """Return the rules that matter before one sits down, as `Gin rummy to 100 · knock at 10 · gin 25`."""
    many = format_words(options, players if players > 2 else seats_of(options)[0])
    parts = [
        f"Gin rummy to {options.target}",
        *((many,) if many else ()),
        *(("Hollywood: three columns",) if options.hollywood else ()),
        "only gin ends a hand" if options.knock_limit == 0 else f"knock at {options.knock_limit}",
        *(("the upcard limits the knock",) if options.oklahoma else ()),
        *(("spades count double",) if options.spades_double else ()),
        f"gin {options.gin_bonus}",
        *((f"big gin {options.big_gin_bonus}",) if options.big_gin else ()),
        f"undercut {options.undercut_bonus}",
        *((f"boxes {options.box_bonus}",) if options.box_bonus else ()),
        *((f"game {options.game_bonus}",) if options.game_bonus else ()),
        *((f"best of {options.match_games} games",) if options.match_games > 1 else ()),
    ]
    return f" {dot} ".join(parts)


def rule_sections(options: Options) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return every rule as sentences under headings (RULES 3 and 4)."""
    who = _who_plays(options)
    return (
        ("The aim", _aim()),
        *((("Who plays", who),) if who else ()),
        ("The turn", _turn(options)),
        ("Ending a hand", _ending(options)),
        ("Laying off", _laying_off(options)),
        ("Points of a hand", _points(options)),
        ("The game", _game(options)),
        *((("Hollywood", _hollywood(options)),) if options.hollywood else ()),
    )


def _aim() -> tuple[str, ...]:
    return (
        "Put your cards into melds: sets of three or four of a rank, runs of three or more of a suit. "
        "The ace is low. Cards in no meld are deadwood: ace 1, court cards 10, others as they say.",
    )


def _who_plays(options: Options) -> tuple[str, ...]:
    """Say who plays whom where there are more than two (RULES 5)."""
    match options.format:
        case "duel":
            return ()
        case "sit_out":
            return (
                "Three players: the dealer deals to the other two and sits the hand out. Whoever is on the dealer's "
                "left is first to act.",
                "The loser of a hand deals the next one, and the winner plays the one who sat out. After a dead hand "
                "the same two play again.",
                "Who sits out sees what everybody sees, and no hand.",
            )
        case "cutthroat":
            return (
                "Three players, two of them at a time: the loser of a hand sits the next one out, and whoever sat "
                "out deals to the winner. After a dead hand the same two play again.",
                "Who sits out sees what everybody sees, and no hand.",
            )
        case "all_play":
            return (
                "Three or four players play one hand with seven cards each, clockwise. The upcard is offered to "
                "each, the dealer last.",
                "The knocker settles with every other player. They lay off one after the other from his left, also "
                "on melds that those before them made longer.",
                "The bonus for gin is paid once. The knocker has the box if he wins on the whole, else each who "
                "undercut him has one.",
                "The deal passes to the left.",
            )
        case "partners":
            return (
                "Four players in two teams, partners opposite each other. Two hands are played at once, each with "
                "its own pack, and the opponents change with every deal.",
                "One team deals at both tables. When both hands are over their points are set against each other: "
                "the team that is ahead scores the difference and one box. With no difference nobody scores.",
                "A dead hand counts nothing and is not played again.",
                "Each hand is shown as soon as it is over. Partners do not advise each other.",
            )


def _hollywood(options: Options) -> tuple[str, ...]:
    """Explain the three columns (RULES 8)."""
    return (
        "Three games are written at once, in three columns. A side's first win is written in the first column, its "
        "second in the first two, and every later one in all three.",
        f"A column is closed when a side has {options.target} points in it, and is settled as a game; whoever has no "
        "point in it is shut out.",
        "When all three are closed their margins are added up: the sign wins the game, and 0 is a draw.",
    )


def _turn(options: Options) -> tuple[str, ...]:
    start = {
        "offer": "The upcard is offered to the player who does not deal, then to the dealer; "
        "who takes it discards, and if both pass, the first draws from the stock.",
        "open": "The first player draws from the stock or takes the upcard.",
        "eleven": "The first player is dealt eleven cards and begins with a discard.",
    }[options.upcard_rule]
    taken = "may be discarded at once" if options.rediscard_taken else "may not be discarded in the same turn"
    wall = (
        "When two cards are left in the stock and nobody has knocked, the hand is dead: no points."
        if options.wall_rule == "strict"
        else "When two cards are left in the stock, the last discard may be taken to knock or go gin; "
        "else the hand is dead: no points."
    )
    guard = options.max_discard_only_turns
    loop = (f"After {guard} turns without a draw from the stock the hand is dead.",) if guard else ()
    return (
        f"{'Seven' if options.format == 'all_play' else 'Ten'} cards each. " + start,
        "In a turn you draw from the stock or take the top discard, then discard one card.",
        f"A card taken from the pile {taken}.",
        *(("The whole discard pile may be looked through.",) if options.discard_browse == "all" else ()),
        wall,
        *loop,
    )


def _ending(options: Options) -> tuple[str, ...]:
    if options.knock_limit == 0:
        knock = "Only gin ends a hand: nobody may knock."
    elif options.oklahoma:
        ace = "an ace means that only gin ends the hand" if options.oklahoma_ace == "gin_only" else "an ace means 1"
        house = f", and never more than {options.knock_limit}" if options.knock_limit < 10 else ""
        knock = f"You may knock with at most as much deadwood as the upcard is worth{house}; {ace}."
    else:
        knock = f"You may knock when your deadwood after the discard is {options.knock_limit} or less."
    seven = options.format == "all_play"
    big = f"Big gin is {'eight' if seven else 'eleven'} cards in melds, without a discard."
    return (knock, f"Gin is {'seven' if seven else 'ten'} cards in melds.", *((big,) if options.big_gin else ()))


def _laying_off(options: Options) -> tuple[str, ...]:
    who = (
        "After a knock the other side lays its melds down and adds cards of its own to the knocker's melds."
        if options.layoff_mode == "manual"
        else "After a knock the other side's cards are laid off by the computer, as well as can be."
    )
    gin = "So also after gin." if options.layoff_on_gin else "Nothing is laid off against gin."
    return (who, gin)


def _points(options: Options) -> tuple[str, ...]:
    tie = {
        "undercut": f"As little or less deadwood than the knocker's is an undercut: the difference and "
        f"{options.undercut_bonus} for the defender.",
        "no_bonus": f"Less deadwood than the knocker's is an undercut: the difference and {options.undercut_bonus} "
        "for the defender. With equal deadwood the defender wins the hand, without points.",
        "push": f"Less deadwood than the knocker's is an undercut: the difference and {options.undercut_bonus} "
        "for the defender. Equal deadwood is a push: no points.",
    }[options.tie_rule]
    big = (f"Big gin: {options.big_gin_bonus} and the defender's deadwood.",) if options.big_gin else ()
    spades = ("With a spade as upcard the points of the hand count twice.",) if options.spades_double else ()
    return (
        "Knock: the difference of the deadwood.",
        f"Gin: {options.gin_bonus} and the defender's deadwood.",
        *big,
        tie,
        *spades,
    )


def _game(options: Options) -> tuple[str, ...]:
    dealer = {
        "winner": "The winner of a hand deals the next.",
        "loser": "The loser of a hand deals the next.",
        "alternate": "The deal goes from side to side.",
    }[options.dealer_rule]
    when = " at once" if options.box_timing == "immediate" else ""
    box = (f"Each hand won is a box: {options.box_bonus} points{when}.",) if options.box_bonus else ()
    extra = ("An undercut gives a box more, gin two, big gin three.",) if options.extra_boxes else ()
    pairs = (
        ("Every pair of players settles the difference of their sums; a shut-out is paid to the winner besides.",)
        if len(seats_of(options)) > 1 or seats_of(options)[0] == 3
        else ()
    )
    game = (f"Whoever reaches the target gets {options.game_bonus} for the game.",) if options.game_bonus else ()
    shutout = {
        "flat": f"If the other side has won no hand, {options.shutout_bonus} more.",
        "double_hand_points": "If the other side has won no hand, the points of the hands count twice.",
        "double_total": "If the other side has won no hand, the margin counts twice.",
        "none": "",
    }[options.shutout_mode]
    games = (f"The match is the best of {options.match_games} games.",) if options.match_games > 1 else ()
    return (
        f"The first to {options.target} points ends the game.",
        *game,
        *box,
        *extra,
        *((shutout,) if shutout else ()),
        *pairs,
        *games,
        *((dealer,) if options.format in ("duel", "partners") else ()),
    )

"""The rules of gin in words, as the options of a table have them: a sentence for the lobby, and every rule."""

from upcard_protocol.rules.gin.options import Options


def short_name(target: int) -> str:
    """Return what a list of tables calls the game: `Gin 100`."""
    return f"Gin {target}"


def headline(options: Options) -> str:
    """Return the game and what it is played to."""
    return f"gin rummy to {options.target}"


def price_of_giving_up(options: Options, players: int) -> str:  # noqa: ARG001 - so many for every game
    """Say what giving up the hand costs (RULES 3.10)."""
    return f"The other side gets your deadwood and {options.gin_bonus} points for gin."


def in_short(options: Options, dot: str = "·", *, players: int = 2) -> str:  # noqa: ARG001 - so many for every game
    """Return the rules that matter before one sits down, as `Gin rummy to 100 · knock at 10 · gin 25`."""
    parts = [
        f"Gin rummy to {options.target}",
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
    return (
        ("The aim", _aim()),
        ("The turn", _turn(options)),
        ("Ending a hand", _ending(options)),
        ("Laying off", _laying_off(options)),
        ("Points of a hand", _points(options)),
        ("The game", _game(options)),
    )


def _aim() -> tuple[str, ...]:
    return (
        "Put your cards into melds: sets of three or four of a rank, runs of three or more of a suit. "
        "The ace is low. Cards in no meld are deadwood: ace 1, court cards 10, others as they say.",
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
        "Ten cards each. " + start,
        "In a turn you draw from the stock or take the top discard, then discard one card.",
        f"A card taken from the pile {taken}.",
        wall,
        *loop,
    )


def _ending(options: Options) -> tuple[str, ...]:
    if options.knock_limit == 0:
        knock = "Only gin ends a hand: nobody may knock."
    elif options.oklahoma:
        ace = "an ace means that only gin ends the hand" if options.oklahoma_ace == "gin_only" else "an ace means 1"
        knock = f"You may knock with at most as much deadwood as the upcard is worth; {ace}."
    else:
        knock = f"You may knock when your deadwood after the discard is {options.knock_limit} or less."
    big = ("Big gin is eleven cards in melds, without a discard.",) if options.big_gin else ()
    return (knock, "Gin is ten cards in melds.", *big)


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
        *games,
        dealer,
    )

"""The command `upcard`."""

import asyncio
import getpass
import os
import sys
from collections.abc import Sequence
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from msgspec.structs import replace

from upcard_client import cli, directories, settings
from upcard_client.cli import Invocation
from upcard_client.errands import Errand, PlayComputer, Visit, WatchBots, WatchTable
from upcard_client.failures import DONE, FAILED, ClientError, OutputLost, harmless, report_crash
from upcard_client.hosting.childserver import ChildServer, Setup, elsewhere, running
from upcard_client.link import Identity, random_seed
from upcard_client.locale import chosen_language, speak, tr
from upcard_client.looks.encoding import legible, spoken_encoding
from upcard_client.looks.readying import full_screen, ready
from upcard_client.network.addresses import HERE, Address, AddressError, parse_address
from upcard_client.network.dialling import LinkFailure
from upcard_client.network.identity import identity
from upcard_client.network.neighbourhood import known_addresses
from upcard_client.network.pins import PINS, Pins
from upcard_client.settings import Settings
from upcard_protocol.rules.rehearsal import rehearsed

if TYPE_CHECKING:
    from upcard_client.looks.palette import Palette
    from upcard_client.looks.terminal import Terminal
    from upcard_client.replay.moments import Replay
    from upcard_client.starting import Paths
    from upcard_protocol.rules.record import Record


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code; nothing but a sentence ever reaches the person."""
    _fill_gaps()
    _read_anything()
    words = sys.argv[1:] if argv is None else argv
    try:
        # What is wrong with the line itself is said in the person's language too.
        kept = settings.load(directories.settings_file())
        speak(_language(cli.wished_language(words), kept))
        return run(cli.parse(words))
    except OutputLost as error:
        # What was not written yet would fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED if error.reader_left else _fail(str(error))
    except (ClientError, LinkFailure) as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _fail(tr("Stopped."))
    except Exception as error:  # noqa: BLE001 - the one place that catches our own faults
        return _fail(report_crash(error, directories.log_directory()))


def _language(wish: str | None, kept: Settings) -> str:
    """Return the language of this run: the one that was wished for or kept, if it can be read here."""
    encoding = "utf-8" if kept.characters == "unicode" else spoken_encoding(sys.stdout)
    return legible(chosen_language(wish or kept.language), encoding)


def _fill_gaps() -> None:
    """Put the null device where a standard stream was closed: nothing is read there, and nobody reads."""
    for name, flags, mode in (
        ("stdin", os.O_RDONLY, "r"),
        ("stdout", os.O_WRONLY, "w"),
        ("stderr", os.O_WRONLY, "w"),
    ):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8"))


def _read_anything() -> None:
    """Let what is typed or piped in another encoding be read as signs that nobody knows, not as a fault."""
    typed: TextIO = sys.stdin
    if isinstance(typed, TextIOWrapper):
        typed.reconfigure(errors="replace")


def run(invocation: Invocation) -> int:
    """Do what was asked.

    Raises:
        ClientError: if it cannot be done.
        LinkFailure: if there is no link to the server.
    """
    known = settings.load(directories.settings_file())
    speak(_language(invocation.lang, known))
    if invocation.command == "verify" and invocation.file is not None:
        return _verify(invocation, invocation.file)
    if invocation.command == "replay":
        return _results(invocation) if invocation.file is None else _replay(invocation, invocation.file)
    if invocation.command == "web":
        return _serve_page(invocation)
    if invocation.trust is not None:
        pins = Pins(directories.tokens_directory().parent / PINS)
        pins.pin(invocation.address or _usual_address(invocation, known), invocation.trust)
    if invocation.command == "tables":
        return _list_tables(invocation, known)
    plain = invocation.plain or invocation.bots or not full_screen()
    if invocation.scene is not None:
        return _show_scene(invocation, known, invocation.scene, plain=plain)
    if invocation.command == "connect" and not plain:
        return _show(invocation, known, None, Visit())
    if invocation.command == "solo" and not plain:
        return _show(invocation, known, None, PlayComputer(invocation.pace_ms, invocation.game, invocation.players))
    who = identity(invocation, known)
    if invocation.command == "solo":
        passing = invocation.bots or invocation.seed is not None
        setup = Setup(
            directory=None if passing else directories.solo_directory(),
            name=tr("This computer"),
            rehearsal=invocation.seed,
        )
        with ChildServer(setup) as server:
            errand = (
                WatchBots(invocation.game, invocation.players)
                if invocation.bots
                else PlayComputer(invocation.pace_ms, invocation.game, invocation.players)
            )
            note = "" if server.kept or passing else tr("This game is not kept: another solo game is open.")
            if server.address != HERE:
                note = f"{elsewhere(server.address)} {note}".strip()
            return _speak(invocation, known, server.address, who, errand, note)
    if invocation.command == "connect":
        chosen = _choose_server(invocation, known)
        return DONE if chosen is None else _speak(invocation, known, chosen, who, Visit())
    address = invocation.address or _usual_address(invocation, known)
    errand = WatchTable(invocation.table) if invocation.command == "watch" else Visit()
    if plain:
        return _speak(invocation, known, address, who, errand)
    return _show(invocation, known, address, errand)


def _speak(
    invocation: Invocation, known: Settings, address: Address, who: Identity, errand: Errand, note: str = ""
) -> int:
    """Run the plain client."""
    from upcard_client.plain.guiding import Pupil
    from upcard_client.plain.running import Printer, read_lines, run_plain

    person = sys.stdin.isatty() and sys.stdout.isatty() and not invocation.bots
    printer = Printer(sys.stdout, prompt=person, ascii_only=invocation.ascii)
    if note:
        printer.line(note)
    read = None if invocation.bots else partial(read_lines, sys.stdin.fileno())
    # A server of one's own is gone afterwards, and found again without its address.
    entered = _forget if invocation.command == "solo" else partial(_remember, known, address)
    # Another match from the same seeds would look like one that was changed afterwards: it is not kept.
    games = directories.games_directory() if invocation.seed is None else None
    new_seed = random_seed if invocation.seed is None else rehearsed(invocation.seed)
    while True:
        try:
            asyncio.run(
                run_plain(
                    address,
                    who,
                    errand,
                    tokens=directories.tokens_directory(),
                    games=games,
                    write=printer.line,
                    read=read,
                    entered=entered,
                    pupil=Pupil(known.learned, _learn) if person else None,
                    piped=not sys.stdin.isatty(),
                    keep_language=_keep_language,
                    new_seed=new_seed,
                )
            )
        except LinkFailure as failure:
            if not person or failure.refusal.code not in ("password_required", "bad_password"):
                raise
            printer.line(str(failure))
            who = replace(who, password=getpass.getpass(f"{tr('Password:')} "))
        except KeyboardInterrupt:
            # Whoever only watches has no other way to end it where nothing can be typed.
            if isinstance(errand, WatchTable) and not person:
                return DONE
            raise
        else:
            return DONE


def _choose_server(invocation: Invocation, known: Settings) -> Address | None:
    """Look for servers, and return the only one or the one that is chosen; None if the person leaves."""
    from upcard_client.network.listing import who_answers
    from upcard_client.plain.choosing import choose
    from upcard_client.plain.running import Printer

    typed = sys.stdin.isatty()
    printer = Printer(sys.stdout, prompt=typed and sys.stdout.isatty(), ascii_only=invocation.ascii)
    if typed:
        printer.line(tr("Looking for servers on this network."))
    found = asyncio.run(who_answers(known_addresses(known)))
    return choose(found, printer.line, sys.stdin.readline if typed else None)


def _forget(_server: str) -> None:
    """Remember nothing: nobody will go to that server again."""


def _show(invocation: Invocation, known: Settings, address: Address | None, errand: Errand) -> int:
    """Run the full-screen client, which starts a server of its own to play the computer."""
    looks = _ready(invocation, known)
    from upcard_client.app import run_app
    from upcard_client.starting import Target

    target = Target(identity=identity(invocation, known), address=address, errand=errand, rehearsal=invocation.seed)
    asyncio.run(run_app(target, known, _paths(), *looks))
    return DONE


def _serve_page(invocation: Invocation) -> int:
    """Hand out a page with the client in it until it is stopped."""
    try:
        from upcard_client.web import Site, serve
    except ImportError as error:
        raise ClientError(
            tr("The browser needs more than is installed: {command}.", command="pip install 'upcard[web]'")
        ) from error

    arguments = (
        *(("--name", invocation.name) if invocation.name else ()),
        *(("--palette", invocation.palette) if invocation.palette else ()),
        *(("--ascii",) if invocation.ascii else ()),
        *(("--lang", invocation.lang) if invocation.lang else ()),
    )
    site = Site(invocation.host, invocation.port, arguments)
    asyncio.run(
        serve(site, lambda page: print(tr("Open {page} in a browser. Ctrl+C ends it.", page=page), flush=True))
    )
    return DONE


def _show_scene(invocation: Invocation, known: Settings, scene: str, *, plain: bool) -> int:
    """Show a fixed state."""
    dress = None if plain else _ready(invocation, known)
    if scene in ("connect", "lobby"):
        return _show_place(invocation, known, scene, dress)
    from upcard_client.stage import STAGES, run_scene

    if scene not in STAGES:
        raise ClientError(f"There is no scene {scene}; there are connect, lobby, {', '.join(STAGES)}.")
    if dress is not None:
        run_scene(scene, dress[0], freeze=invocation.freeze)
        return DONE
    from upcard_client.plain.running import Printer
    from upcard_client.plain.scene import SceneConsole

    person = sys.stdin.isatty() and sys.stdout.isatty()
    console = SceneConsole(STAGES[scene](), Printer(sys.stdout, prompt=person, ascii_only=invocation.ascii).line)
    for line in sys.stdin:
        console.typed(line)
        if console.finished:
            break
    return DONE


def _show_place(invocation: Invocation, known: Settings, scene: str, dress: "tuple[Palette, Terminal] | None") -> int:
    """Show a screen around the tables in a fixed state; in lines, what is listed there."""
    from upcard_client.standstill import lobby, run_scene, visited

    if dress is not None:
        asyncio.run(run_scene(scene, known, *dress, freeze=invocation.freeze))
        return DONE
    from upcard_client.plain.listing import network_lines, table_lines
    from upcard_client.plain.running import Printer

    printer = Printer(sys.stdout, prompt=False, ascii_only=invocation.ascii)
    for line in table_lines(lobby().rows) if scene == "lobby" else network_lines(visited()):
        printer.line(line)
    return DONE


def _ready(invocation: Invocation, known: Settings) -> "tuple[Palette, Terminal]":
    return ready(known, palette=invocation.palette or "", ascii_only=invocation.ascii)


def _list_tables(invocation: Invocation, known: Settings) -> int:
    """List the tables of one server, or of every server that answers on this network."""
    from upcard_client.network.listing import look_at_lobby, look_at_network
    from upcard_client.plain.listing import network_json, network_lines, table_lines, tables_json
    from upcard_client.plain.running import Printer

    who, tokens = identity(invocation, known), directories.tokens_directory()
    if invocation.address is not None:
        model = asyncio.run(look_at_lobby(invocation.address, who, tokens=tokens))
        lines = [tables_json(model.server_name, model.rows)] if invocation.json else table_lines(model.rows)
    else:
        solo = running(directories.solo_directory())
        addresses = known_addresses(known) if solo is None else (*known_addresses(known), solo.here)
        visited = asyncio.run(look_at_network(addresses, who, tokens=tokens))
        lines = [network_json(visited)] if invocation.json else network_lines(visited)
    printer = Printer(sys.stdout, prompt=False, ascii_only=invocation.ascii)
    for line in lines:
        printer.line(line)
    return DONE


def _verify(invocation: Invocation, file: Path) -> int:
    from upcard_client.matches.shelf import Shelf
    from upcard_client.matches.verifying import verify_file
    from upcard_client.plain.running import Printer

    said = verify_file(file, Shelf(directories.games_directory()))
    Printer(sys.stdout, prompt=False, ascii_only=invocation.ascii).line(said)
    return DONE


def _replay(invocation: Invocation, file: Path) -> int:
    """Step through a match on the whole screen, or tell it in sentences."""
    from upcard_client.matches.clauses import fault_said
    from upcard_client.matches.matchfile import record_of
    from upcard_client.replay.moments import replay_of
    from upcard_protocol.rules.record import NotationError

    record = record_of(file)
    try:
        if invocation.plain or not full_screen():
            return _tell(invocation, record)
        replay = replay_of(record)
    except NotationError as problem:
        raise ClientError(
            tr("{path} cannot be played again: {why}.", path=str(file), why=fault_said(problem.fault))
        ) from problem
    return _look_back(invocation, replay)


def _results(invocation: Invocation) -> int:
    """List the matches that are kept, on the whole screen or in sentences."""
    if not invocation.plain and full_screen():
        return _look_back(invocation, None)
    from upcard_client.matches.shelf import Shelf
    from upcard_client.plain.running import Printer
    from upcard_client.replay.history import line_of, played

    printer = Printer(sys.stdout, prompt=False, ascii_only=invocation.ascii)
    games = Shelf(directories.games_directory()).games()
    for path in games:
        printer.line(line_of(path, played(path)))
    if not games:
        printer.line(tr("No match is kept yet: each is, as soon as it is over."))
    return DONE


def _look_back(invocation: Invocation, replay: "Replay | None") -> int:
    """Show a match that is over, or the list of those that are kept."""
    known = settings.load(directories.settings_file())
    looks = _ready(invocation, known)
    from upcard_client.app import run_app
    from upcard_client.starting import Target

    target = Target(identity=identity(invocation, known), replay=replay, results=replay is None)
    asyncio.run(run_app(target, known, _paths(), *looks))
    return DONE


def _paths() -> "Paths":
    from upcard_client.starting import Paths

    return Paths(
        directories.settings_file(),
        directories.tokens_directory(),
        directories.solo_directory(),
        directories.hosted_directory(),
        directories.games_directory(),
    )


def _tell(invocation: Invocation, record: "Record") -> int:
    from upcard_client.plain.running import Printer
    from upcard_client.replay.telling import lines_of

    lines = list(lines_of(record))
    printer = Printer(sys.stdout, prompt=False, ascii_only=invocation.ascii)
    for line in lines:
        printer.line(line)
    return DONE


def _remember(known: Settings, address: Address, server: str) -> None:
    """Keep a server for the next run; what cannot be kept is simply not known then."""
    visited = known.visited(str(address), server)
    if visited == known:
        return
    try:
        settings.save(directories.settings_file(), visited)
    except OSError:
        return


def _learn(game: str, wanted: bool) -> None:
    """Keep whether the guide to a game is still wanted; what cannot be kept is asked of the next run again."""
    file = directories.settings_file()
    try:
        settings.save(file, settings.load(file).with_guide(game, on=wanted))
    except OSError:
        return


def _keep_language(code: str) -> None:
    """Keep a language for the next run; what cannot be kept is the environment's again then."""
    file = directories.settings_file()
    try:
        settings.save(file, replace(settings.load(file), language=code))
    except OSError:
        return


def _usual_address(invocation: Invocation, known: Settings) -> Address:
    """Return where to go when nobody said: to watch, the game played alone on this computer; else the last server."""
    if invocation.command == "watch" and (solo := running(directories.solo_directory())) is not None:
        return solo.here
    try:
        return parse_address(known.last_server) if known.last_server else HERE
    except AddressError:
        return HERE


def _fail(text: str) -> int:
    # In one line, whatever a file or a server has put into it.
    print(f"upcard: {' '.join(harmless(text).splitlines())}", file=sys.stderr)
    return FAILED


if __name__ == "__main__":
    sys.exit(main())

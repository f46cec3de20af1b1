"""Plays one match of gin over TCP: python bot.py HOST PORT NAME [TABLE]; without a table it plays the computer."""

import select
import socket
import sys
import time

import msgpack

from upcard_protocol.rules.cards import hand_of
from upcard_protocol.rules.melds import best_discard

MOVES = {"offer_n": "pass", "offer_d": "pass", "forced_stock": "draw_stock", "draw": "draw_stock"}
MOVES |= {"discard": "discard", "layoff": "auto", "last_discard": "decline", "hand_end": "ready"}
NEW = {"options": {"t": "table.options", "bot_pace_ms": 0}, "game": {"t": "gin.options"}, "bots": 1}
HOST, PORT, NAME, *TABLE = sys.argv[1:]
server = socket.create_connection((HOST, int(PORT)))


def call(tag, *replies, **fields):
    """Send a message; where replies are named, return the next message that is one of them."""
    sent, heard = msgpack.packb({"t": tag, **fields}), {"t": ""}
    server.sendall(len(sent).to_bytes(4, "big") + sent)
    while replies and heard["t"] not in replies:
        while not select.select([server], [], [], 15)[0]:
            call("ping", id=0)
        size = int.from_bytes(server.recv(4, socket.MSG_WAITALL) or sys.exit("the server has gone"), "big")
        heard = msgpack.unpackb(server.recv(size, socket.MSG_WAITALL))
        if heard["t"] == "ping":
            call("pong", id=heard["id"])
        elif heard["t"] in ("bye", "refused", "act_refused"):
            sys.exit(f"{heard['code']} {heard.get('values')}")
    return heard


pace = 2 / call("hello", "welcome", client="bot", version="1")["limits"]["messages_per_s"]
call("login", "logged_in", name=NAME)
table = int(TABLE[0]) if TABLE else call("new_table", "snapshot", rid=1, **NEW)["table"]
answered = 0
for rid in range(2, 1 << 32, 2):
    seen = call("sit", "snapshot", rid=rid, table=table)
    me, match = seen["view"]["viewer"], seen["view"].get("match")
    if match and match["sheet"].get("winners"):
        break
    if match and match.get("decision", 0) > answered:
        board, answered = match["boards"][0], match["decision"]
        action = {"t": f"gin.{MOVES[board['phase']]}"}
        if board["phase"] == "discard":
            card, deadwood = best_discard(hand_of(match["hands"][me]))
            action = {"t": "gin.knock" if deadwood <= board["limit"] else "gin.discard", "card": card}
        call("act", "acted", table=table, cseq=seen.get("cseq", 0) + 1, dp=answered, action=action)
    elif match or seen["view"]["ready"][me]:
        call("ping", "event", "chat_line", "spectators", "notice", id=0)
    else:
        call("ready", "done", rid=rid + 1, table=table)
    time.sleep(pace)
print("won" if me in match["sheet"]["winners"] else "lost")
call("bye", code="leaving")

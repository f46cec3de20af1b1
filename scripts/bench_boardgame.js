// boardgame.io as a peer of the benchmark: a toy game of draw and discard, its own server, and raw socket.io clients.
//
//   node bench_boardgame.js server                        prints `listening PORT`
//   node bench_boardgame.js players PORT TABLES SPECTATORS SECONDS   prints one line of JSON
//
// It runs where boardgame.io 0.50.2 is installed. Each client sends the next move when the state that the last one led
// to has come; a move counts when whoever made it hears of it.

const path = require('path');
const from = (name) => require(path.join(process.cwd(), 'node_modules', name));

const game = {
  name: 'toy',
  setup: () => ({ deck: Array.from({ length: 52 }, (_, card) => card), pile: [], drawn: null }),
  turn: { minMoves: 2, maxMoves: 2 },
  moves: {
    draw: ({ G }) => {
      if (G.deck.length === 0) {
        G.deck = G.pile;
        G.pile = [];
      }
      G.drawn = G.deck.pop();
    },
    discard: ({ G }) => {
      G.pile.push(G.drawn);
      G.drawn = null;
    },
  },
};

async function serve() {
  const { Server } = from('boardgame.io/dist/cjs/server.js');
  const server = Server({ games: [game], origins: ['*'] });
  console.debug = console.info = console.warn = () => {};
  const log = console.log;
  console.log = () => {};
  const running = await server.run({ port: 0 });
  log(`listening ${running.appServer.address().port}`);
}

async function play(port, tables, spectators, seconds) {
  const { io } = from('socket.io-client');
  const url = `http://127.0.0.1:${port}/toy`;
  const took = [];
  let since = Infinity;
  const sockets = [];
  for (let table = 0; table < tables; table++) {
    // A match that nobody has made is made when somebody asks for it.
    const matchID = `bench${table}`;
    for (const playerID of ['0', '1', ...Array(spectators).fill(null)]) {
      const socket = io(url, { transports: ['websocket'], forceNew: true });
      let sent = 0;
      const move = (state) => {
        if (state.ctx.currentPlayer !== playerID) return;
        const type = state.G.drawn === null ? 'draw' : 'discard';
        const payload = { type, args: [], playerID };
        sent = performance.now();
        socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, matchID, playerID);
      };
      socket.on('sync', (_, info) => move(info.state));
      socket.on('update', (_, state) => {
        if (sent) {
          const now = performance.now();
          if (now >= since) took.push(now - sent);
          sent = 0;
        }
        move(state);
      });
      sockets.push(new Promise((done) => socket.on('connect', () => done([socket, matchID, playerID]))));
    }
  }
  for (const [socket, matchID, playerID] of await Promise.all(sockets)) {
    socket.emit('sync', matchID, playerID, undefined, 2);
  }
  since = performance.now() + 500;
  await new Promise((done) => setTimeout(done, 500 + seconds * 1000));
  took.sort((one, other) => one - other);
  if (took.length === 0) process.exit(1);
  const at = (share) => took[Math.floor(took.length * share)];
  console.log(JSON.stringify({ rate: took.length / seconds, p50_ms: at(0.5), p99_ms: at(0.99) }));
  process.exit(0);
}

if (process.argv[2] === 'server') serve();
else play(process.argv[3], ...process.argv.slice(4).map(Number));

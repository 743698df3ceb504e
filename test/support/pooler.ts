import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInput, fatalError, type Input, type Message, message, wordsOf } from './pg-messages.ts';
import { type Borrower, createSessionPool, type Session, type SessionPool } from './pooler-sessions.ts';

export type Pooler = { url: string; stop(): Promise<void> };

export type PoolerOptions = {
  /** How many sessions of the server all clients share. */
  sessions?: number;
  /** Silently drops the settings that a client sends at the start, instead of refusing the client. */
  dropsSettings?: boolean;
};

/** Fewer sessions than clients, so consecutive transactions of a client may run in different sessions. */
export const SESSIONS = 4;

// The first number of a connection's first packet.
const PROTOCOL_3_0 = 196_608;
const ASKS_FOR_TLS = 80_877_103;
// The startup parameters that PgBouncer accepts.
const KNOWN = /^(user|database|application_name|client_encoding|datestyle|timezone|standard_conforming_strings)$/i;

type Account = { user: string; password: string; database: string };

/** Why a client is refused; `code` is PostgreSQL's. */
class Refusal extends Error {
  readonly code: string;
  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

/**
 * Starts a pooler in transaction mode before the server at `url`. To clients it behaves like PgBouncer before 1.21: they share
 * a few sessions, have one for a transaction, and see settings there that other clients have made.
 */
export async function startPooler(url: string, options: PoolerOptions = {}): Promise<Pooler> {
  const { sessions = SESSIONS, dropsSettings = false } = options;
  const { username, password, pathname } = new URL(url);
  const account = { user: username, password: decodeURIComponent(password), database: pathname.slice(1) };
  const pool = await createSessionPool(url, sessions);
  const clients = new Set<Socket>();
  // noDelay: an answer is many small messages, and none may wait for the acknowledgement of the one before.
  const server = createServer({ noDelay: true }, (socket) => {
    clients.add(socket);
    socket.on('error', () => {}); // reading its messages detects a lost client
    socket.once('close', () => clients.delete(socket));
    const input = createInput(socket);
    admit(socket, input, { account, dropsSettings, parameters: pool.parameters })
      .then(() => lend(socket, input, pool))
      .then(
        () => socket.end(),
        (error: unknown) => (error instanceof Refusal ? socket.end(fatalError(error)) : socket.destroy()),
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href,
    async stop() {
      for (const socket of clients) socket.destroy();
      await Promise.all([once(server.close(), 'close'), pool.close()]);
    },
  };
}

type Door = { account: Account; dropsSettings: boolean; parameters: readonly Buffer[] };

/** Authenticates a client by its password and sends it the server's parameters. */
async function admit(socket: Socket, input: Input, { account, dropsSettings, parameters }: Door): Promise<void> {
  const said = await readStartup(socket, input);
  const unknown = Object.keys(said).find((name) => !KNOWN.test(name));
  if (unknown && !dropsSettings) throw new Refusal('08P01', `unsupported startup parameter: ${unknown}`);
  socket.write(message('R', 3)); // asks for the password in plain text
  const { body } = await input.message();
  if (said.user !== account.user || wordsOf(body)[0] !== account.password) {
    throw new Refusal('28P01', `password authentication failed for user "${said.user}"`);
  }
  if (said.database !== account.database) throw new Refusal('3D000', `no such database: ${said.database}`);
  // Authenticated; the server's parameters; the cancellation key, which no test uses; ready.
  const key = message('K', randomInt(2 ** 31), randomInt(2 ** 31));
  socket.write(Buffer.concat([message('R', 0), ...parameters, key, message('Z', 'I')]));
}

async function readStartup(socket: Socket, input: Input): Promise<Record<string, string>> {
  const packet = await input.packet();
  const kind = packet.readInt32BE();
  if (kind === ASKS_FOR_TLS) {
    socket.write('N');
    return readStartup(socket, input);
  }
  if (kind !== PROTOCOL_3_0) throw new Refusal('08P01', `unsupported protocol: ${kind}`);
  const words = wordsOf(packet.subarray(4));
  const pairs = words.flatMap((word, at) => (at % 2 === 0 && word !== '' ? [[word, words[at + 1] ?? '']] : []));
  return Object.fromEntries(pairs);
}

// The server sends one ReadyForQuery for each of these: a query, the end of a batch, a function call.
const ASKS = 'QSF';
// Parts of a batch: parse, bind, describe, execute, close, flush. It lasts until its Sync.
const IN_BATCH = 'PBDECH';

/** Passes on the client's messages until it disconnects: each transaction to a session of its own. */
async function lend(socket: Socket, input: Input, pool: SessionPool): Promise<void> {
  let lent: Session | undefined;
  let awaited = 0;
  let inBatch = false;
  const borrower: Borrower = {
    hear({ type, body, whole }: Message) {
      socket.write(whole);
      if (type !== 'Z') return;
      awaited -= 1;
      const isOver = body.toString() === 'I' && awaited === 0 && !inBatch;
      if (!isOver || lent === undefined) return;
      pool.giveBack(lent);
      lent = undefined;
    },
    lost: () => void socket.end(fatalError({ code: '08006', message: 'the session of the server was lost' })),
  };
  try {
    for (;;) {
      const said = await input.message();
      if (said.type === 'X') return;
      refuseName(said);
      lent ??= await pool.borrow(borrower).catch(({ message: why }: Error) => {
        throw new Refusal('08006', `the server cannot be reached: ${why}`);
      });
      if (ASKS.includes(said.type)) awaited += 1;
      if (ASKS.includes(said.type) || IN_BATCH.includes(said.type)) inBatch = IN_BATCH.includes(said.type);
      lent.socket.write(said.whole);
    }
  } finally {
    lent?.socket.destroy(); // it may be in a transaction, so no other client may get it
  }
}

/**
 * Refuses named prepared statements: the next transaction may run in a session without them. A test must not pass by luck.
 */
function refuseName({ type, body }: Message): void {
  const [name] = type === 'P' ? wordsOf(body) : [];
  if (name) throw new Refusal('0A000', `prepared statements are not kept in transaction mode: ${name}`);
}

import { once } from 'node:events';
import { Socket } from 'node:net';
import pg from 'pg';
import { createInput, type Message } from './pg-messages.ts';

/** The client that has borrowed a session. It gets all messages of the server, or learns that the session is lost. */
export type Borrower = { hear(message: Message): void; lost(): void };

export type Session = {
  readonly socket: Socket;
  /** The parameters that the server sent at its start. */
  readonly parameters: readonly Buffer[];
  borrower: Borrower | undefined;
};

export type SessionPool = {
  /** The parameters that the server sends at the start of a session: version, encoding, time zone. */
  parameters: readonly Buffer[];
  /** Waits in a queue while all sessions are lent. */
  borrow(borrower: Borrower): Promise<Session>;
  giveBack(session: Session): void;
  close(): Promise<void>;
};

/** Creates a pool of at most `max` sessions of one server. Opens the first at once, like a pooler that is in use. */
export async function createSessionPool(url: string, max: number): Promise<SessionPool> {
  const open = new Set<Session>();
  const idle: Session[] = [];
  const waiting: ((next: Promise<Session>) => void)[] = [];
  let count = 0;
  let closed = false;

  const leave = () => {
    count -= 1;
    if (!closed && waiting.length > 0) waiting.shift()?.(take());
  };
  const add = async (): Promise<Session> => {
    count += 1;
    const session = await openSession(url).catch((error: unknown) => {
      leave();
      throw error;
    });
    open.add(session);
    session.socket.once('close', () => {
      open.delete(session);
      if (idle.includes(session)) idle.splice(idle.indexOf(session), 1);
      session.borrower?.lost();
      leave();
    });
    return session;
  };
  const take = async (): Promise<Session> => {
    const last = idle.pop();
    if (last) return last;
    if (count < max) return add();
    const { promise, resolve } = Promise.withResolvers<Session>();
    waiting.push(resolve);
    return promise;
  };
  const giveBack = (session: Session) => {
    session.borrower = undefined;
    const next = waiting.shift();
    if (next) next(Promise.resolve(session));
    else idle.push(session);
  };

  const first = await add();
  giveBack(first);
  return {
    parameters: first.parameters,
    async borrow(borrower) {
      const session = await take();
      session.borrower = borrower;
      if (session.socket.destroyed) borrower.lost();
      return session;
    },
    giveBack,
    async close() {
      closed = true;
      await Promise.all(
        [...open].map(({ socket }) => {
          const ended = once(socket, 'close');
          socket.destroy();
          return ended;
        }),
      );
    },
  };
}

/** Opens a session. The driver authenticates; afterwards all messages of the server go to the borrower unchanged. */
async function openSession(url: string): Promise<Session> {
  const socket = new Socket();
  const input = createInput(socket);
  const ours = socket.listeners('data');
  const client = new pg.Client({ connectionString: url, stream: () => socket });
  client.on('error', () => {}); // the borrower learns of it
  await client.connect();
  const ofDriver = socket.listeners('data').filter((listener) => !ours.includes(listener));
  for (const listener of ofDriver) socket.off('data', listener as (chunk: Buffer) => void);

  const parameters: Buffer[] = [];
  for (let said = await input.message(); said.type !== 'Z'; said = await input.message()) {
    if (said.type === 'S') parameters.push(said.whole);
  }
  const session: Session = { socket, parameters, borrower: undefined };
  const handOn = async () => {
    for (;;) {
      const said = await input.message();
      session.borrower?.hear(said);
    }
  };
  handOn().catch(() => {}); // the session has ended
  return session;
}

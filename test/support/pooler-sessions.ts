import { once } from 'node:events';
import { Socket } from 'node:net';
import pg from 'pg';
import { createInput, type Message } from './pg-messages.ts';

/** Whoever has a session hears all that the server says there, or that it is gone. */
export type Borrower = { hear(message: Message): void; lost(): void };

export type Session = {
  readonly socket: Socket;
  /** What the server told at its start. */
  readonly parameters: readonly Buffer[];
  borrower: Borrower | undefined;
};

export type SessionPool = {
  /** What the server tells at the start of a session: its version, encoding, time zone. */
  parameters: readonly Buffer[];
  /** Waits in line where all are lent. */
  borrow(borrower: Borrower): Promise<Session>;
  giveBack(session: Session): void;
  close(): Promise<void>;
};

/** So many sessions of one server at most. The first is there when this resolves, as with any pooler that was asked before. */
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

/** The driver says who we are; from then on what the server says is handed on as it is. */
async function openSession(url: string): Promise<Session> {
  const socket = new Socket();
  const input = createInput(socket);
  const ours = socket.listeners('data');
  const client = new pg.Client({ connectionString: url, stream: () => socket });
  client.on('error', () => {}); // the borrower is told
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
  handOn().catch(() => {}); // it has ended
  return session;
}

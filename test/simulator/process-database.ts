import type pg from 'pg';
import type { Database, Sql } from '../../src/platform/db.ts';
import { type Connections, pidOf, sqlOf } from './connections.ts';
import type { RoundTripOrder } from './round-trip-order.ts';

/** The faults of a commit: the process or its connection ends right before it, or right after it without the answer. */
export const COMMIT_FAULTS = [
  'crash_before_commit',
  'crash_after_commit',
  'lost_before_commit',
  'lost_after_commit',
] as const;
export type CommitFault = (typeof COMMIT_FAULTS)[number];

/** Called at every commit of a transaction or a single statement. Returns its fault. */
export type CommitFaults = { next(): CommitFault | null };

class ProcessDied extends Error {
  constructor() {
    super('this process is dead');
    this.name = 'ProcessDied';
  }
}

class ConnectionLost extends Error {
  constructor() {
    super('the connection to the database was lost');
    this.name = 'ConnectionLost';
  }
}

export type ProcessDatabase = Database & {
  readonly isDead: () => boolean;
};

type World = { base: Database; connections: Connections; roundTrips: RoundTripOrder };

/**
 * Opens the database for one simulated process, which may die at every commit. A dead process sends no more statements, and
 * its open transactions are rolled back.
 */
export function openProcessDatabase({ base, connections, roundTrips }: World, faults: CommitFaults): ProcessDatabase {
  let dead = false;
  const speak = <T>(client: pg.Client, ask: () => Promise<T>): Promise<T> =>
    roundTrips.pass(pidOf(client), async () => {
      if (dead) throw new ProcessDied();
      return ask();
    });
  const rollBack = (client: pg.Client) => roundTrips.pass(pidOf(client), () => client.query('ROLLBACK'));
  const commit = <T>(client: pg.Client, ask: () => Promise<T>): Promise<T> =>
    speak(client, async () => {
      const fault = faults.next();
      const isDeath = fault?.startsWith('crash') ?? false;
      const fail = () => {
        if (isDeath) dead = true;
        return isDeath ? new ProcessDied() : new ConnectionLost();
      };
      if (fault?.endsWith('before_commit')) throw fail();
      const answer = await ask();
      if (fault !== null) throw fail();
      return answer;
    });
  const query = <Row>(client: pg.Client, text: string, values?: readonly unknown[]): Promise<Row[]> =>
    sqlOf(client).query<Row>(text, values);

  return {
    isDead: () => dead,
    async query<Row>(text: string, values?: readonly unknown[]) {
      const client = await connections.take();
      try {
        const say = isWrite(text) ? commit : speak;
        return await say(client, () => query<Row>(client, text, values));
      } finally {
        connections.giveBack(client);
      }
    },
    async transaction<T>(work: (tx: Sql) => Promise<T>) {
      const client = await connections.take();
      try {
        await speak(client, () => client.query('BEGIN'));
        const tx: Sql = { query: (text, values) => speak(client, () => query(client, text, values)) };
        const result = await work(tx);
        await commit(client, () => client.query('COMMIT'));
        return result;
      } catch (error) {
        await rollBack(client);
        throw error;
      } finally {
        connections.giveBack(client);
      }
    },
    async connect() {
      if (dead) throw new ProcessDied();
      const client = await connections.take();
      return ownConnection(client, {
        ask: (text, ask) => (text === 'COMMIT' ? commit(client, ask) : speak(client, ask)),
        async end() {
          await rollBack(client);
          connections.giveBack(client);
        },
      });
    },
    ...addressOf(base),
    close: async () => {},
  };
}

function addressOf({ connections, refusals, url, directUrl }: Database) {
  return { connections, refusals, url, directUrl };
}

function isWrite(text: string): boolean {
  return (
    /^\s*(insert|update|delete)\b/i.test(text) || (/^\s*with\b/i.test(text) && /\b(insert|update|delete)\b/i.test(text))
  );
}

type Manners = {
  ask: <T>(text: string, ask: () => Promise<T>) => Promise<T>;
  end: () => Promise<void>;
};

type Statement = { text: string };

/** Creates the sale queue's own connection: pipelined named statements, and an end. */
function ownConnection(client: pg.Client, { ask, end }: Manners): pg.Client {
  let last: Promise<unknown> = Promise.resolve();
  let ended: Promise<void> | null = null;
  let isLost = false;
  const own = {
    async query(statement: string | Statement) {
      if (ended !== null) throw new ConnectionLost();
      const text = typeof statement === 'string' ? statement : statement.text;
      // In the order of the calls, each after the answer to the one before: the turnstile admits one round trip at a
      // time.
      const answer = last.then(() => {
        if (isLost) throw new ConnectionLost(); // otherwise it would run in the transaction that the loss left open
        return ask(text, () => client.query(statement as string));
      });
      last = answer.catch((error: unknown) => {
        isLost ||= error instanceof ConnectionLost;
      });
      return answer;
    },
    end() {
      ended ??= last.then(end);
      return ended;
    },
    on: () => own,
    once: () => own, // a lost connection is noticed by the next statement
  };
  return own as unknown as pg.Client; // the sale queue uses no other method
}

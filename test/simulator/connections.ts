import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Database, Sql } from '../../src/platform/db.ts';

export type Connections = {
  /** One that nobody else uses, opened if need be. */
  take(): Promise<pg.Client>;
  /** For others to use; a transaction that was left open in it is rolled back first. */
  giveBack(client: pg.Client): void;
  /** Opens so many beforehand: opening takes a time of its own, which would be no part of the history. */
  open(count: number): Promise<void>;
  close(): Promise<void>;
};

// Everything in a history happens within milliseconds of the machine's time; only the history's own clock may end things.
const SESSION = `SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0; SET statement_timeout = '60s';
  SET plan_cache_mode = force_generic_plan; SET jit = off`;

/** The connections of all simulated processes: they outlive processes and histories, since opening one takes long. */
export function createConnections(db: Pick<Database, 'connect'>): Connections {
  const idle: pg.Client[] = [];
  const all: pg.Client[] = [];
  const openOne = async () => {
    const client = await db.connect();
    await client.query(SESSION);
    all.push(client);
    return client;
  };
  return {
    async take() {
      return idle.pop() ?? openOne();
    },
    giveBack: (client) => void idle.push(client),
    async open(count) {
      const taken = await Promise.all(Array.from({ length: Math.max(0, count - idle.length) }, openOne));
      idle.push(...taken);
    },
    async close() {
      await Promise.all(all.map((client) => client.end()));
    },
  };
}

export const pidOf = (client: pg.Client): number => (client as pg.Client & { processID: number }).processID;

const PLANNED_ONCE = /^\s*(select|insert|update|delete|with)\b/i;

/** Runs statements on one connection and has each planned once: a simulation repeats a few hundred ten thousand times. */
export function sqlOf(client: pg.Client): Sql {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query({ ...nameOf(text), text, values: [...values] })).rows as Row[],
  };
}

const names = new Map<string, { name?: string }>();

function nameOf(text: string): { name?: string } {
  let named = names.get(text);
  if (named === undefined) {
    named = PLANNED_ONCE.test(text) ? { name: createHash('sha1').update(text).digest('base64url') } : {};
    names.set(text, named);
  }
  return named;
}

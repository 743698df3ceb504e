import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Database, Sql } from '../../src/platform/db.ts';

export type Connections = {
  /** Borrows an idle connection, or opens one. */
  take(): Promise<pg.Client>;
  /** Returns a connection. Rolls an open transaction back first. */
  giveBack(client: pg.Client): void;
  /** Opens connections in advance, because opening takes time that is not part of the history. */
  open(count: number): Promise<void>;
  close(): Promise<void>;
};

// A history takes milliseconds of real time, and only its own clock may cause time-outs.
const SESSION = `SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0; SET statement_timeout = '60s';
  SET plan_cache_mode = force_generic_plan; SET jit = off`;

/**
 * The connections of all simulated processes. They are reused by later processes and histories, because opening is
 * slow.
 */
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

/**
 * Runs statements on one connection as prepared ones: a simulation repeats a few hundred of them thousands of times.
 */
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

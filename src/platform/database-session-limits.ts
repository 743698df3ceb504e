import { SESSION_LIMITS } from './database-session-options.ts';
import type { Database, Sql } from './db.ts';
import { SetupError } from './setup-error.ts';

type Session = { role: string; database: string; plans: string; weak: string[] };

/**
 * Makes sure that the time-outs are in force; without them one stuck transaction blocks the others. A pooler between this
 * process and the server ignores the options that a session starts with. Behind a pooler the time-outs must be settings of the
 * role. Sets them on the role if they are missing. Throws a `SetupError` if that fails or has no effect.
 */
export async function requireSessionLimits(db: Database): Promise<void> {
  await requireWholeSession(db);
  const session = await readSession(db);
  if (session.weak.length === 0) return;
  const statements = statementsFor(session);
  try {
    await setForRole(db, statements);
  } catch (error) {
    throw new SetupError(
      `The time-outs that this service needs are not in force for the role ${session.role} in the database ${session.database} ` +
        `(${session.weak.join(', ')}), and may not be set from here. As a role that may, run:\n${statements.join('\n')}\n` +
        'Then have the pooler open its connections anew (RECONNECT in its console), and start again.',
      { cause: error },
    );
  }
  if ((await readSession(db)).weak.length === 0) return;
  throw new SetupError(
    `The time-outs of the role ${session.role} were set just now, and connections that the pooler had before do not have them. ` +
      `Run "RECONNECT ${session.database}" in its console, or restart it, and start again.`,
  );
}

/** Throws if the direct address leads through a pooler: LISTEN, holds and prepared plans need one session for themselves. */
async function requireWholeSession(db: Database): Promise<void> {
  const client = await db.connect({ direct: true, pipeline: true });
  const direct: Sql = { query: async (text, values = []) => (await client.query(text, [...values])).rows };
  const { plans, weak } = await readSession(direct).finally(() => client.end());
  if (plans === 'force_generic_plan' && weak.length === 0) return;
  throw new SetupError(
    'What a session is started with does not reach the server: a pooler stands in between. ' +
      'Set DATABASE_DIRECT_URL to the server itself, for LISTEN, jobs and holds.',
  );
}

async function readSession(sql: Sql): Promise<Session> {
  const [row] = await sql.query<Omit<Session, 'weak'> & { found: Record<string, string> }>(
    `SELECT current_user AS role, current_database() AS database, current_setting('plan_cache_mode') AS plans,
            (SELECT jsonb_object_agg(name, setting) FROM pg_settings WHERE name = ANY($1::text[])) AS found`,
    [Object.keys(SESSION_LIMITS)],
  );
  if (!row) throw new Error('session settings not found');
  const weak = Object.entries(SESSION_LIMITS)
    .filter(([name, ms]) => isWeaker(Number(row.found[name]), ms))
    .map(([name]) => name);
  return { role: row.role, database: row.database, plans: row.plans, weak };
}

/** A time-out of 0 means no limit. An operator may choose shorter time-outs than ours. */
const isWeaker = (ms: number, wanted: number): boolean => ms === 0 || ms > wanted;

function statementsFor({ role, database }: Session): string[] {
  return Object.entries(SESSION_LIMITS).map(
    ([name, ms]) => `ALTER ROLE ${quoted(role)} IN DATABASE ${quoted(database)} SET ${name} = ${ms};`,
  );
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function setForRole(db: Database, statements: readonly string[]): Promise<void> {
  const client = await db.connect({ direct: true });
  try {
    await client.query(`BEGIN; ${statements.join(' ')} COMMIT;`);
  } finally {
    await client.end();
  }
}

import { SESSION_LIMITS, SESSION_SETTINGS } from './database-session-options.ts';
import type { Database, Sql } from './db.ts';
import { SetupError } from './setup-error.ts';

const WANTED: Readonly<Record<string, string | number>> = { ...SESSION_LIMITS, ...SESSION_SETTINGS };

// What an operator may have set on purpose, and no session of ours changes: with each of these the service would lose or refuse what it promised.
// `of`: the whole server has it, not a role.
type UnsoundSetting = {
  is(value: string, all: Readonly<Record<string, string>>): boolean;
  why: string;
  todo: string | number;
  of?: 'server';
};

const UNSOUND: Readonly<Record<string, UnsoundSetting>> = {
  default_transaction_read_only: { is: (value) => value === 'on', why: 'every write is refused', todo: 'off' },
  synchronous_commit: {
    is: (value, { synchronous_standby_names: standbys = '' }) =>
      value === 'off' || (standbys !== '' && ['local', 'remote_write'].includes(value)),
    why: 'what was committed just before a crash, or before a standby takes over, is lost',
    todo: 'on',
  },
  fsync: {
    is: (value) => value === 'off',
    why: 'a crash of the machine may lose everything',
    todo: 'on',
    of: 'server',
  },
  session_replication_role: {
    is: (value) => value === 'replica',
    why: 'foreign keys and triggers do nothing',
    todo: 'origin',
  },
  // Of PostgreSQL 17 and later. A longer one ends no transaction that the time-outs of statements let live.
  transaction_timeout: {
    is: (value) => Number(value) > 0 && Number(value) < SESSION_LIMITS.statement_timeout,
    why: 'transactions end before their work is done',
    todo: 0,
  },
};

/** `weak`: settings that are not as they have to be, and that the service may set. `unsound`: values with which it would lose something. */
type Session = { role: string; database: string; plans: string; weak: string[]; unsound: Record<string, string> };

/**
 * Makes sure that sessions are as the code takes them for granted: without the time-outs one stuck transaction blocks the others, and
 * with another way to write dates days and months change places. A pooler between this process and the server ignores the options
 * that a session starts with. Behind a pooler they must be settings of the role. Sets them on the role if they are missing. Throws a
 * `SetupError` if that fails or has no effect.
 */
export async function requireSession(db: Database): Promise<void> {
  await requireWholeSession(db);
  const session = await readSession(db);
  requireSound(session);
  if (session.weak.length === 0) return;
  const statements = statementsFor(session);
  try {
    await setForRole(db, statements);
  } catch (error) {
    throw new SetupError(
      `Settings that this service needs are not in force for the role ${session.role} in the database ${session.database} ` +
        `(${session.weak.join(', ')}), and may not be set from here. As a role that may, run:\n${statements.join('\n')}\n` +
        'Then have the pooler open its connections anew (RECONNECT in its console), and start again.',
      { cause: error },
    );
  }
  if ((await readSession(db)).weak.length === 0) return;
  throw new SetupError(
    `Settings of the role ${session.role} were set just now (${session.weak.join(', ')}), and connections that the pooler had before ` +
      `do not have them. Run "RECONNECT ${session.database}" in its console, or restart it, and start again.`,
  );
}

function requireSound({ role, database, unsound }: Session): void {
  if (Object.keys(unsound).length === 0) return;
  const lines = Object.entries(unsound).map(([name, value]) => {
    const { why, todo, of } = UNSOUND[name] ?? { why: '', todo: '' };
    const whose = of === 'server' ? 'ALTER SYSTEM' : `ALTER ROLE ${quoted(role)} IN DATABASE ${quoted(database)}`;
    return `${name} is ${value}, so ${why}: ${whose} SET ${name} = ${todo};${of === 'server' ? ' SELECT pg_reload_conf();' : ''}`;
  });
  throw new SetupError(
    `The service cannot work with these settings of the role ${role}, the database ${database} or the server:\n${lines.join('\n')}`,
  );
}

/** Throws if the direct address leads through a pooler: LISTEN, holds and prepared plans need one session for themselves. */
async function requireWholeSession(db: Database): Promise<void> {
  const client = await db.connect({ direct: true, pipeline: true });
  const direct: Sql = { query: async (text, values = []) => (await client.query(text, [...values])).rows };
  const session = await readSession(direct).finally(() => client.end());
  requireSound(session);
  const { plans, weak } = session;
  if (plans === 'force_generic_plan' && weak.length === 0) return;
  throw new SetupError(
    'What a session is started with does not reach the server: a pooler stands in between. ' +
      'Set DATABASE_DIRECT_URL to the server itself, for LISTEN, jobs and holds.',
  );
}

async function readSession(sql: Sql): Promise<Session> {
  const [row] = await sql.query<Omit<Session, 'weak' | 'unsound'> & { found: Record<string, string> }>(
    `SELECT current_user AS role, current_database() AS database, current_setting('plan_cache_mode') AS plans,
            (SELECT jsonb_object_agg(lower(name), CASE name WHEN 'search_path' THEN coalesce(current_schema(), 'public')
               ELSE setting END) FROM pg_settings WHERE lower(name) = ANY($1::text[])) AS found`,
    [[...Object.keys(WANTED), ...Object.keys(UNSOUND), 'synchronous_standby_names']],
  );
  if (!row) throw new Error('session settings not found');
  const { found, ...session } = row;
  const weak = Object.keys(WANTED).filter((name) => !suffices(name, found[name] ?? ''));
  const unsound = Object.entries(found).filter(([name, value]) => UNSOUND[name]?.is(value, found));
  return { ...session, weak, unsound: Object.fromEntries(unsound) };
}

/** Returns true for a setting that is as it has to be, or good enough: poolers have sessions that were not opened by us. */
function suffices(name: string, found: string): boolean {
  if (name in SESSION_LIMITS) return !isWeaker(Number(found), Number(WANTED[name]));
  if (name === 'datestyle') return found.startsWith('ISO'); // our times are written with the year first
  if (name === 'extra_float_digits') return Number(found) > 0;
  return found === WANTED[name] || name === 'timezone' || name === 'idle_session_timeout'; // of a pooler's own
}

/** A time-out of 0 means no limit. An operator may choose shorter time-outs than ours. */
const isWeaker = (ms: number, wanted: number): boolean => ms === 0 || ms > wanted;

function statementsFor({ role, database, weak }: Session): string[] {
  return weak.map((name) => {
    const value = WANTED[name];
    const written = typeof value === 'number' ? value : `'${value}'`;
    return `ALTER ROLE ${quoted(role)} IN DATABASE ${quoted(database)} SET ${name} = ${written};`;
  });
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

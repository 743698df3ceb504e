import type { Database } from './db.ts';
import { SetupError } from './setup-error.ts';

// The first half of a two-part advisory lock key, apart from all others in this database. The other half is the session's own number.
const TRIAL_LOCK = 1_702_035_811;
const UNDEFINED_FUNCTION = '42883';
const FEATURE_NOT_SUPPORTED = '0A000';

/**
 * Makes sure that a lock of one session keeps another session out. Sales, imports and jobs rely on that, and there are servers that speak
 * PostgreSQL's language and accept such locks without effect. Throws a `SetupError`.
 */
export async function requireLocks(db: Database): Promise<void> {
  const holder = await db.connect({ direct: true });
  try {
    const { rows } = await holder.query<{ session: number }>('SELECT pg_backend_pid() AS session');
    await holder.query('SELECT pg_advisory_lock($1, pg_backend_pid())', [TRIAL_LOCK]);
    const [tried] = await db.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1, $2) AS taken', [
      TRIAL_LOCK,
      rows[0]?.session,
    ]);
    if (tried?.taken !== false) throw unsuitable();
  } catch (error) {
    const { code } = error as { code?: string };
    throw code === UNDEFINED_FUNCTION || code === FEATURE_NOT_SUPPORTED ? unsuitable(error) : error;
  } finally {
    await holder.end();
  }
}

function unsuitable(cause?: unknown): SetupError {
  return new SetupError(
    'On this database server an advisory lock does not lock, so the same unit could be sold twice. ' +
      'Use PostgreSQL itself, or a server that keeps its advisory locks.',
    { cause },
  );
}

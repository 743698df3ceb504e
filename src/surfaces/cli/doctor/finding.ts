import { AppError } from '../../../domain/error.ts';
import { isDatabaseAway, refusalOf } from '../../../platform/database-away.ts';
import { SetupError } from '../../../platform/setup-error.ts';
import { whyUnreachable } from '../../../platform/why-unreachable.ts';

/** `unknown`: it could not be looked at, because something before it failed. */
export type Standing = 'ok' | 'warning' | 'failed' | 'unknown';

/** What was looked at, what was seen, and what to do about it. No finding has a secret, an address of a person or a server's words. */
export type Finding = { check: string; standing: Standing; says: string; todo?: string };

export type CheckResult = Omit<Finding, 'check'>;

export const ok = (says: string): CheckResult => ({ standing: 'ok', says });
export const warning = (says: string, todo: string): CheckResult => ({ standing: 'warning', says, todo });
export const failed = (says: string, todo: string): CheckResult => ({ standing: 'failed', says, todo });

const LOOK_MS_MAX = 10_000;

const TRY_AGAIN = 'Try it again; if it stays, the log of the service says more.';

/** Looks at one thing, for ten seconds at most. An error is a finding too. */
export async function look(check: string, see: () => Promise<CheckResult> | CheckResult): Promise<Finding> {
  const { promise, resolve } = Promise.withResolvers<CheckResult>();
  const timer = setTimeout(() => resolve(failed('There was no answer within ten seconds.', TRY_AGAIN)), LOOK_MS_MAX);
  try {
    return { check, ...(await Promise.race([Promise.resolve().then(see), promise])) };
  } catch (error) {
    return { check, ...seenInstead(error) };
  } finally {
    clearTimeout(timer);
  }
}

const MEND: Readonly<Record<string, string>> = {
  full: 'Set DATABASE_CONNECTIONS lower, run fewer processes, or raise max_connections (max_client_conn of a pooler)',
  busy: 'Raise default_pool_size of the pooler, or run fewer processes',
};

/** Words of other systems and of the database may hold what is not for a screen: of their errors only the code is shown. */
function seenInstead(error: unknown): CheckResult {
  if (error instanceof SetupError) return failed(error.message, 'Do what it says, then look again.');
  if (error instanceof AppError) return failed(error.message, TRY_AGAIN);
  if (isDatabaseAway(error)) {
    const mend = MEND[refusalOf(error) ?? ''] ?? 'See whether the database runs, and at DATABASE_URL';
    return failed(`It could not be looked at. Of the database: ${whyUnreachable(error)}.`, `${mend}; then look again.`);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return failed(`It could not be looked at${code && /^\w{1,40}$/.test(code) ? ` (${code})` : ''}.`, TRY_AGAIN);
}

export function days(seconds: number): string {
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  return seconds < 2 * 86_400 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}

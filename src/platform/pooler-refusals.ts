// PgBouncer sends whatever it refuses, and whatever its server refused, with one code (08P01). Others have one code for all as well: pgcat
// 58000, Supavisor XX000. The words tell them apart. Each becomes PostgreSQL's code for it where there is one.
export const POOLER_FULL = 'POOLER_FULL';
export const POOLER_BUSY = 'POOLER_BUSY';

const CODE_OF_ALL = /^(08P01|58000|XX000)$/;

// Ordered: the first that fits holds. What begins with POOLER may pass by itself.
const REFUSALS: readonly [RegExp, string][] = [
  [/^no more connections allowed|^client connections exceeded|^max client connections reached/i, POOLER_FULL],
  [/^query_wait_timeout|^could not get connection from the pool/i, POOLER_BUSY],
  [/^server login has been failing|^cannot connect to server|^server login failed/i, 'POOLER_SERVER'],
  [/^database "[^"]*" is (disabled|paused)|^database does not allow connections/i, 'POOLER_CLOSED'],
  [/^no such database|^database "[^"]*" does not exist|^no pool configured for database|^database removed/i, '3D000'],
  [/^(password|sasl|peer|cert) authentication failed|^no such user|^tenant or user not found/i, '28P01'],
  [/^role "[^"]*" does not exist|^no pg_hba\.conf entry/i, '28000'],
  [/^sorry, too many clients|^remaining connection slots|^too many connections for/i, '53300'],
  [/shut ?down|shutting down|^the database system is (starting up|in recovery)/i, '57P03'],
];

/** Returns the code of an error. What a pooler says with a code for everything gets the code of what it says. */
export function codeOf(thrown: unknown): string | undefined {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return undefined;
  if (!CODE_OF_ALL.test(code)) return code;
  return REFUSALS.find(([words]) => words.test(String(message)))?.[1] ?? code;
}

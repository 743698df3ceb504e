/** A stuck statement or transaction fails instead of blocking others. PostgreSQL settings, in milliseconds. */
export const SESSION_LIMITS = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 2_000,
} as const;

/** What the code takes for granted of a session, whatever the role, the database or the server have set. */
export const SESSION_SETTINGS = {
  datestyle: 'ISO, MDY', // times are read as text, and another order would swap day and month in silence
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  quote_all_identifiers: 'off', // a backup holds names as the catalogue writes them
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  idle_session_timeout: '0', // pools end what is idle; the connections that listen and sell stay
} as const;

const optionsOf = (settings: Record<string, string | number>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ');

/** The options of a session that works for as long as it takes, such as one that builds an index. */
export const UNLIMITED = `${optionsOf(SESSION_SETTINGS)} -c statement_timeout=0 -c lock_timeout=0`;

/** The options that a session starts with when no pooler is in between. */
export const LIMITED = `${optionsOf(SESSION_SETTINGS)} ${optionsOf(SESSION_LIMITS)}`;

/**
 * Ends the time-out of whole transactions, which PostgreSQL has since version 17. A statement, because an older server refuses a session that
 * starts with a setting it does not know.
 */
export const NO_TRANSACTION_TIMEOUT =
  "SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'";

/** Statements that let a session work for as long as it takes. It still waits for a lock only as long as others do. */
export const WITHOUT_TIMEOUTS = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; ${NO_TRANSACTION_TIMEOUT}`;

// Each statement is planned once, for all parameters. A plan made while a table was small must not be a sequential scan when
// the table has grown; see also `isTimeToPlanAgain`.
export const FOR_LOOKUPS = `${LIMITED} -c enable_seqscan=off -c plan_cache_mode=force_generic_plan -c jit=off`;

// All stores share the sale queue's connection: when one store's statement waits for a lock, all stores wait.
const BATCH_LOCK_MS = 500;

// The sale queue's statements look up batches of keys, always through an index.
export const FOR_BATCHES =
  `${FOR_LOOKUPS} -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off ` +
  `-c lock_timeout=${BATCH_LOCK_MS}`;

/**
 * Returns the address of a database and the options of its sessions. The client takes the options of an address alone where it has
 * any, so they are put before ours.
 */
export function withOptions(url: string, options: string): { connectionString: string; options?: string } {
  const own = /[?&]options=([^&]+)/.exec(url)?.[1];
  if (own === undefined) return { connectionString: url, options };
  const both = `${decodeURIComponent(own.replaceAll('+', ' '))} ${options}`; // `databaseAddress` has refused what cannot be decoded
  return { connectionString: url.replace(`options=${own}`, () => `options=${encodeURIComponent(both)}`) };
}

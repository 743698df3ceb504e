/** A stuck statement or transaction fails instead of blocking others. PostgreSQL settings, in milliseconds. */
export const SESSION_LIMITS = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 2_000,
} as const;

/** The options that a session starts with when no pooler is in between. */
export const LIMITED = Object.entries(SESSION_LIMITS)
  .map(([name, ms]) => `-c ${name}=${ms}`)
  .join(' ');

// Each statement is planned once, for all parameters. A plan made while a table was small must not be a sequential scan when
// the table has grown; see also `isTimeToPlanAgain`.
export const FOR_LOOKUPS = `${LIMITED} -c enable_seqscan=off -c plan_cache_mode=force_generic_plan -c jit=off`;

// All stores share the sale queue's connection: when one store's statement waits for a lock, all stores wait.
const BATCH_LOCK_MS = 500;

// The sale queue's statements look up batches of keys, always through an index.
export const FOR_BATCHES =
  `${FOR_LOOKUPS} -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off ` +
  `-c lock_timeout=${BATCH_LOCK_MS}`;

/** A stuck caller may cost itself, never the others. In milliseconds, by the server's own names. */
export const SESSION_LIMITS = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 2_000,
} as const;

/** What a session is started with, where no pooler stands in between. */
export const LIMITED = Object.entries(SESSION_LIMITS)
  .map(([name, ms]) => `-c ${name}=${ms}`)
  .join(' ');

// A plan is made once, for whatever it is given. Made while a table was small, it must not become a scan of the whole table
// an hour later; see also `isTimeToPlanAgain`.
export const FOR_LOOKUPS = `${LIMITED} -c enable_seqscan=off -c plan_cache_mode=force_generic_plan -c jit=off`;

// All stores share the sale queue's connection: what one of them has to wait for, the others wait for as well.
const BATCH_LOCK_MS = 500;

// The sale queue's statements look up a batch of keys, each by its index.
export const FOR_BATCHES =
  `${FOR_LOOKUPS} -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off ` +
  `-c lock_timeout=${BATCH_LOCK_MS}`;

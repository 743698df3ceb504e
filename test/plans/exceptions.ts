/** An exception for the statement of a file that contains this text, with its reason. */
type Excuse = { file: string; has?: string; why: string };

/** Statements that no test sends from a process with a recorder. */
export const NEVER_SENT: readonly Excuse[] = [
  {
    file: 'src/platform/database-session-limits.ts',
    has: 'current_user',
    why: 'asks the server about the session alone; processes do at their start',
  },
];

/** Statements that read a whole growing table on purpose. */
export const MAY_READ_ALL: readonly Excuse[] = [
  {
    file: 'src/core/outbox/take-back.ts',
    has: 'WITH taken AS',
    why: 'sent only where an older version has made jobs of facts, by the first statement',
  },
  {
    file: 'src/core/payments/queries/last-event.ts',
    why: 'an operator asks it by hand, and events are kept for a week',
  },
  {
    file: 'src/core/accounts/queries.ts',
    has: 'unfinished) AS count',
    why: 'ends at the first thousand, and every pre-order that is not undone counts',
  },
  {
    file: 'src/core/releases/queries.ts',
    has: 'count(*) FILTER (WHERE NOT x.settled)',
    why: 'counts what became of the line items of one release, which is what was asked for; here they are of one',
  },
  {
    file: 'src/core/audits/stock-rules.ts',
    has: 'sum(quantity) AS held',
    why: 'sums up the live holds, which are no more than the units that there are',
  },
  {
    file: 'src/core/audits/stock-rules.ts',
    has: '(u.allocated, u.held, u.sold) <>',
    why: 'what the parts of the ledger found wrong is looked at once more at one moment, before it is told',
  },
  {
    file: 'src/core/audits/stock-rules.ts',
    has: 'count(*) AS sold FROM preorder_line',
    why: 'counts the line items of one waitlist at one moment; here all of them are of one',
  },
  {
    file: 'src/core/audits/release-rules.ts',
    has: 'count(*) AS released FROM preorder_line',
    why: 'counts the line items of one waitlist at one moment; here all of them are of one',
  },
  {
    file: 'src/core/audits/money-rules.ts',
    has: "FROM movement m WHERE m.store_id = $1 AND m.state = 'open'",
    why: 'of every eighth pre-order a payment is waited for here; in life they are few, and have an index',
  },
  {
    file: 'src/core/prune.ts',
    has: 'DELETE FROM ',
    why: 'what is old enough stands together, which the BRIN index of a large table tells; of a small one all is read',
  },
  {
    file: 'src/core/jobs/queries.ts',
    has: 'AS topic, j.priority',
    why: 'counts the jobs of all stores for the metrics, seldom; a job that is done is gone from the table',
  },
  {
    file: 'src/core/stock/queries/held.ts',
    has: 'FROM hold',
    why: 'sums up the live holds for the metrics; there are as many as shoppers who are paying now',
  },
  {
    file: 'src/core/payments/queries.ts',
    has: 'GROUP BY state',
    why: 'counts for the metrics what is not decided; of every eighth pre-order here, in life they are few, and have an index',
  },
  {
    file: 'src/core/mails/queries/waiting.ts',
    has: 'FROM mail',
    why: 'counts for the metrics what has not gone out, which has an index',
  },
  {
    file: 'src/core/jobs/queries.ts',
    has: 'array_position(',
    why: 'lists what waits of a store, as a person asks for it; what is done is gone from the table',
  },
  {
    file: 'src/core/jobs/queries.ts',
    has: 'GROUP BY state',
    why: 'counts what waits of a store, as a person asks for it',
  },
  {
    file: 'src/core/jobs/queries.ts',
    has: 'array_agg(DISTINCT t.identifier)',
    why: 'a round looks for those that gave up, whatever they are about',
  },
  {
    file: 'src/core/jobs/queries.ts',
    has: "t.identifier = 'outbox.row'",
    why: 'a round looks for what could not be handed on, in every store',
  },
  {
    file: 'src/core/jobs/commands.ts',
    has: 'locked_by IS NOT NULL',
    why: 'a round looks for jobs whose worker is gone',
  },
  {
    file: 'src/core/jobs/commands.ts',
    has: 'complete_jobs',
    why: 'drops what waits of a store, once, when the store is removed',
  },
  {
    file: 'src/core/releases/queries/deliveries.ts',
    has: 'AS "runningReleaseId"',
    why: 'counts the waiting line items of each batch of a page; here all line items are of one',
  },
  {
    file: 'src/core/stores/commands/delete.ts',
    has: 'unfinished) AS units',
    why: 'ends at the first thousand, and every line item that is not undone counts',
  },
  {
    file: 'src/core/rehearsals/commands/advance-clock.ts',
    has: 'store_id = $1',
    why: 'makes all rows of one test store older, after they were counted; here all rows are of one store',
  },
  {
    file: 'src/core/rehearsals/commands/advance-clock.ts',
    has: ')::int AS rows',
    why: 'counts the rows of one test store, each table up to a bound; here all rows are of one store',
  },
  {
    file: 'src/core/rehearsals/queries.ts',
    has: '"holdsEnded"',
    why: 'counts what came of the last move of a test store’s clock, whose rows are bounded, when a person looks at it',
  },
  {
    file: 'src/core/connections/commands/connect.ts',
    has: "state = 'waiting'",
    why: 'finds all orders that wait, once, when a person has given credentials',
  },
  {
    file: 'src/core/rehearsals/commands/copy-offers.ts',
    has: '$1',
    why: 'copies everything that a store offers, once, when it is asked for',
  },
  {
    file: 'src/core/stores/commands/remove.ts',
    has: 'RETURNING 1',
    why: 'removes the rows of a deleted store in parts; here all rows are of one store',
  },
];

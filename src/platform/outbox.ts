import type { Database, Sql } from './db.ts';
import type { Log } from './log.ts';

/** Drop cached answers, in every process. */
const CHANGE_TOPICS = [
  'stock.changed', // product
  'waitlist.changed', // product
  'store.changed', // store
] as const;

/** Are told, by mail to the shopper and by webhook to whoever asked; nothing else follows. */
const FACT_TOPICS = [
  'preorder.placed', // pre-order
  'preorder.cancelled', // pre-order
  'preorder.swapped', // pre-order; `detail` has swapId and lineIds
  'preorder.address_changed', // pre-order
  'preorder.message', // pre-order; `detail` has messageId: the shopper wrote to the store
  'lines.moved', // pre-order
  'money.moved', // pre-order
  'order.moved', // pre-order; `detail` has orderId, state (handed_over or refused) and lines: the store's system took it, or did not
  'payment.needed', // pre-order; `detail` has paymentDueId: what is due could not be taken, and the shopper can help
  'link.asked', // pre-order; `detail` has linkId and purpose: a mail brings the link, nobody else is told
  'promise.moved', // product
  'promise.noticed', // pre-order; `detail` has noticeId, kind (told or asked) and, where it was asked, the linkId
] as const;

/** What a commit can be followed by. The subject is the id in brackets; a handler reads the rest and is idempotent. */
export type OutboxTopic = (typeof CHANGE_TOPICS)[number] | (typeof FACT_TOPICS)[number] | JobTopic;

export type JobTopic =
  | 'mail.due' // mail
  | 'money.due' // pre-order
  | 'order.due' // pre-order
  | 'promise.due' // promise; `detail` has preorderIds where only those are to be told
  | 'attempt.settle' // attempt
  | 'dispute.changed' // store; `detail` has ref: the provider's id of the dispute
  | 'swap.paid' // attempt
  | 'attempt.undo'; // attempt

/** Adds a row in the caller's transaction: it is dispatched only if that commits, and then once. */
export async function emit(
  tx: Sql,
  topic: OutboxTopic,
  { storeId, subjectId, detail = null }: OutboxSubject,
): Promise<void> {
  await tx.query('INSERT INTO outbox (store_id, topic, subject_id, detail) VALUES ($1, $2, $3, $4)', [
    ...[storeId, topic, subjectId, detail],
  ]);
}

/** `detail` is what cannot be read later: which line items it was, say. Ids, never personal data. */
export type OutboxSubject = { storeId: string; subjectId: string; detail?: Record<string, unknown> | null };

/** As `emit`, for many subjects at once. */
export async function emitAll(
  tx: Sql,
  topic: OutboxTopic,
  { storeId, subjectIds }: { storeId: string; subjectIds: readonly string[] },
): Promise<void> {
  if (subjectIds.length === 0) return;
  await tx.query('INSERT INTO outbox (store_id, topic, subject_id) SELECT $1, $2, unnest($3::uuid[])', [
    storeId,
    topic,
    subjectIds,
  ]);
}

/** The channel on which processes tell each other what to forget: JSON `[[storeId, productId | null], …]`. */
export const CHANGES_CHANNEL = 'service_changes';

export type OutboxDispatcher = {
  /** Something was committed just now: dispatch within the next 10 ms instead of at the next look. */
  wake(): void;
  /** Dispatches what was committed until now: a command that ends leaves nothing for others to find. */
  stop(): Promise<void>;
};

const COALESCE_MS = 10; // NOTIFY takes a global lock at commit: one for many changes, not one each
const LOOK_MS = 500; // rows of a process that died before it could dispatch them
const ROWS_MAX = 1000;
// NOTIFY refuses payloads of 8,000 bytes; a pair of ids is under 90.
const PAIRS_MAX = 80;

export type OutboxRow = {
  storeId: string;
  /** Rises in the order in which the facts of one subject were committed. */
  id: number;
  topic: OutboxTopic;
  subjectId: string;
  detail: Record<string, unknown> | null;
  createdAt: Date;
};

/** Also told of the rows, in the transaction that marks them: each is told once. It stops all if it fails. */
export type OutboxFollower = (tx: Sql, rows: readonly OutboxRow[]) => Promise<void>;

/** Turns outbox rows into jobs and notifications, in bulk; any number of processes may do so at once. */
export function startOutboxDispatcher(
  db: Database,
  log: Log,
  follow: OutboxFollower = async () => {},
): OutboxDispatcher {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> | null = null;
  let soon = false;

  const plan = (delayMs: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(start, delayMs);
  };
  const start = () => {
    soon = false;
    running = drain(db, follow)
      .catch((error: unknown) => {
        if (!stopped) log.error({ err: error }, 'the outbox could not be dispatched; the next look tries again');
      })
      .then(() => {
        running = null;
        plan(soon ? COALESCE_MS : LOOK_MS);
      });
  };
  plan(0);

  return {
    wake() {
      if (soon) return;
      soon = true;
      if (!running) plan(COALESCE_MS);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await drain(db, follow).catch(() => {}); // then others find it at their next look
    },
  };
}

async function drain(db: Database, follow: OutboxFollower): Promise<void> {
  while ((await db.transaction((tx) => dispatch(tx, follow))) === ROWS_MAX);
}

/** One transaction: a row becomes its job or notification exactly if it is marked as dispatched. */
async function dispatch(tx: Sql, follow: OutboxFollower): Promise<number> {
  const rows = await tx.query<OutboxRow>(
    `SELECT store_id AS "storeId", id, topic, subject_id AS "subjectId", detail, created_at AS "createdAt"
     FROM outbox WHERE dispatched_at IS NULL
     ORDER BY id LIMIT ${ROWS_MAX} FOR UPDATE SKIP LOCKED`,
  );
  if (rows.length === 0) return 0;
  await tx.query(
    `UPDATE outbox SET dispatched_at = clock_timestamp()
     WHERE (store_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::bigint[]))`,
    [rows.map((row) => row.storeId), rows.map((row) => row.id)],
  );
  await addJobs(
    tx,
    rows.filter(({ topic }) => !isOf(CHANGE_TOPICS, topic) && !isOf(FACT_TOPICS, topic)),
  );
  await notifyChanges(
    tx,
    rows.filter(({ topic }) => isOf(CHANGE_TOPICS, topic)),
  );
  await follow(tx, rows);
  return rows.length;
}

function isOf(topics: readonly OutboxTopic[], topic: OutboxTopic): boolean {
  return topics.includes(topic);
}

/** What a worker is to do, in the caller's transaction. Whatever follows a fact of the outbox is added by its dispatcher. */
export async function addJobs(
  tx: Sql,
  jobs: readonly (Required<OutboxSubject> & { topic: OutboxTopic })[],
): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ topic, storeId, subjectId, detail }) => ({
    identifier: topic,
    payload: { storeId, subjectId, detail },
    queue_name: laneOf(topic, subjectId),
    priority: PRIORITIES[topic] ?? 0,
  }));
  await tx.query(
    `SELECT graphile_worker.add_jobs(array(
       SELECT json_populate_record(NULL::graphile_worker.job_spec, job) FROM json_array_elements($1::json) AS job))`,
    [JSON.stringify(specs)],
  );
}

// A worker does twenty jobs at once. A mail server that hangs may hold up other mails, never all of money as well.
const MAIL_LANES = 4;

// Lower comes first. What ends work goes before what begins more of it: a release waits for it. And mails come last, since
// the queue would look for long past thousands of them whose lanes are busy.
const PRIORITIES: Partial<Record<OutboxTopic, number>> = { 'order.due': -1, 'mail.due': 1 };

function laneOf(topic: OutboxTopic, subjectId: string): string | null {
  return topic === 'mail.due' ? `mail ${Number.parseInt(subjectId.slice(0, 2), 16) % MAIL_LANES}` : null;
}

async function notifyChanges(tx: Sql, rows: readonly OutboxRow[]): Promise<void> {
  const changes = new Map(
    rows.map((row) => {
      const subject = row.topic === 'store.changed' ? null : row.subjectId;
      return [`${row.storeId} ${subject}`, [row.storeId, subject]];
    }),
  );
  const pairs = [...changes.values()];
  for (let from = 0; from < pairs.length; from += PAIRS_MAX) {
    await tx.query('SELECT pg_notify($1, $2)', [CHANGES_CHANNEL, JSON.stringify(pairs.slice(from, from + PAIRS_MAX))]);
  }
}

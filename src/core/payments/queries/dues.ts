import { type ClockEnd, clockEnd } from '../../../domain/clock.ts';
import type { PaymentFailure } from '../../../domain/payment-retry.ts';
import type { Sql } from '../../../platform/db.ts';
import { type OutageRow, outagesSince, stoppedBySome, toOutages } from '../../outages/queries.ts';
import { afterPlace, type Place } from '../../walk.ts';
import { LIVE_STATES } from '../queries.ts';
import { inTurn } from '../rounds.ts';
import type { PreorderKey } from './money.ts';

export type PaymentDue = PreorderKey & {
  id: string;
  since: Date;
  /** When the place in the queue is given away. Includes the time that outages have added. */
  deadline: Date;
  /** Which outages added time, and whether the clock runs now. */
  clock: ClockEnd;
  /** Milliseconds until the deadline; not above zero once it is over. */
  msLeft: number;
  retryAt: Date | null;
  /** How often the payment has failed. */
  tries: number;
  reason: PaymentFailure;
  endedAt: Date | null;
  outcome: 'paid' | 'cancelled' | null;
};

const RUNS_FROM = 'coalesce(d.runs_from, d.since)';
/** SQL: the latest known end of the payment due `d`. */
export const KNOWN_END = 'greatest(d.deadline, d.put_off_until)';

const HOUR_MS = 3_600_000;

/** During a dispute of the pre-order nothing is charged, so no shopper is reminded and no place is given away. */
const UNDISPUTED = `NOT EXISTS (
  SELECT 1 FROM dispute_wait w WHERE w.store_id = d.store_id AND w.preorder_id = d.preorder_id)`;

const COLUMNS = `
  SELECT d.store_id AS "storeId", d.id, d.preorder_id AS "preorderId", d.since, d.deadline AS until,
         ${RUNS_FROM} AS "runsFrom", d.retry_at AS "retryAt", d.tries, d.reason, d.ended_at AS "endedAt", d.outcome,
         (SELECT app_now()) AS now, ${outagesSince('d.store_id', RUNS_FROM)} AS outages`;

/**
 * Builds a subquery of the open payment dues whose `time` has come. `OFFSET 0` makes the planner use the index of that
 * time: the number of such rows changes faster than the statistics, and otherwise it would walk through all open dues,
 * store by store.
 */
const timeHasCome = (time: string): string =>
  `(SELECT * FROM payment_due d WHERE d.ended_at IS NULL AND ${time} <= (SELECT app_now()) OFFSET 0) d`;

type DueRow = Omit<PaymentDue, 'deadline' | 'clock' | 'msLeft'> & {
  until: Date;
  runsFrom: Date;
  now: Date;
  outages: OutageRow[];
};

async function readDues(sql: Sql, from: string, values: readonly unknown[]): Promise<PaymentDue[]> {
  const rows = await sql.query<DueRow>(`${COLUMNS} FROM ${from}`, values);
  return rows.map(({ until, runsFrom, now, outages, ...due }) => {
    const clock = clockEnd({ kind: 'payment', since: runsFrom, until }, toOutages(outages), now);
    return { ...due, clock, deadline: clock.at, msLeft: clock.at.getTime() - now.getTime() };
  });
}

/** Reads the payment that the pre-order waits for now; null if there is none. */
export async function readOpenDue(sql: Sql, { storeId, preorderId }: PreorderKey): Promise<PaymentDue | null> {
  const key = [storeId, preorderId];
  const [due] = await readDues(
    sql,
    'payment_due d WHERE d.store_id = $1 AND d.preorder_id = $2 AND d.ended_at IS NULL',
    key,
  );
  return due ?? null;
}

export async function readDueRetries(sql: Sql, limit: number): Promise<PaymentDue[]> {
  return readDues(
    sql,
    `${timeHasCome('d.retry_at')} WHERE ${UNDISPUTED} AND NOT EXISTS (
       SELECT 1 FROM attempt a WHERE a.store_id = d.store_id AND a.preorder_id = d.preorder_id
       AND a.state IN (${LIVE_STATES}))
     ORDER BY ${inTurn('d.retry_at', 'd.store_id')} LIMIT $1`,
    [limit],
  );
}

/** `later`: dues that outages have put off beyond the stored end. */
export type NearOrLater = { near: PaymentDue[]; later: PaymentDue[] };

function sortByEnd(dues: readonly PaymentDue[], msMost: number): NearOrLater {
  const isNear = ({ msLeft }: PaymentDue) => msLeft <= msMost;
  const isSure = ({ clock }: PaymentDue) => clock.stoppedBy.every(({ isSuspected }) => !isSuspected);
  return { near: dues.filter(isNear), later: dues.filter((due) => !isNear(due) && isSure(due)) };
}

/** Reads dues that end within so many hours and that their shoppers were not reminded of yet. */
export async function readNearDeadlines(sql: Sql, hours: number, limit: number): Promise<NearOrLater> {
  const dues = await readDues(
    sql,
    `payment_due d WHERE d.ended_at IS NULL AND d.reminded_at IS NULL AND ${KNOWN_END} <= (SELECT app_now()) + $1 * interval '1 hour'
       AND d.since < ${KNOWN_END} - $1 * interval '1 hour' -- a shopper with less time than that was told just now
       AND ${UNDISPUTED}
     ORDER BY ${KNOWN_END} LIMIT $2`,
    [hours, limit],
  );
  return sortByEnd(dues, hours * HOUR_MS);
}

/** Reads dues whose deadline is over, the stores in turn, the earliest deadline of each store first. */
export async function readOverdue(sql: Sql, limit: number): Promise<NearOrLater> {
  const dues = await readDues(
    sql,
    `${timeHasCome(KNOWN_END)} WHERE ${UNDISPUTED} ORDER BY ${inTurn(KNOWN_END, 'd.store_id')} LIMIT $1`,
    [limit],
  );
  return sortByEnd(dues, 0);
}

/** Reads dues whose stored end is within so many hours, but that outages have put off beyond it. */
export async function readStopped(sql: Sql, hours: number, limit: number): Promise<PaymentDue[]> {
  return readDues(
    sql,
    `payment_due d WHERE d.ended_at IS NULL AND ${KNOWN_END} <= (SELECT app_now()) + $1 * interval '1 hour'
       AND ${stoppedBySome({ storeId: 'd.store_id', since: RUNS_FROM, until: KNOWN_END, known: 'd.put_off_until' })}
     ORDER BY ${KNOWN_END} LIMIT $2`,
    [hours, limit],
  );
}

export type ForgettableCard = { storeId: string; id: string; provider: string; ref: string; customerRef: string };

/** SQL condition: no live attempt may still charge the card. A retry of a charge uses the same card again. */
const NOT_BEING_PAID = `NOT EXISTS (
  SELECT 1 FROM attempt a WHERE a.store_id = m.store_id AND a.preorder_id = m.preorder_id AND a.state IN (${LIVE_STATES}))`;

const CARD = 'm.store_id AS "storeId", m.id, m.provider, m.method_ref AS ref, m.customer_ref AS "customerRef"';

/** Reads cards that another card has replaced, or whose owner was erased. */
export async function readReplacedCards(sql: Sql, limit: number): Promise<ForgettableCard[]> {
  return sql.query<ForgettableCard>(
    `SELECT ${CARD} FROM payment_method m
     WHERE m.forgotten_at IS NULL AND m.replaced_at IS NOT NULL AND ${NOT_BEING_PAID}
     ORDER BY ${inTurn('m.created_at', 'm.store_id')} LIMIT $1`,
    [limit],
  );
}

/**
 * Looks at the next `page` cards. Resolves with at most `limit` of those whose pre-order is over, and where to
 * continue.
 */
export async function readFinishedCards(
  sql: Sql,
  after: Place,
  { page, limit }: { page: number; limit: number },
): Promise<{ cards: ForgettableCard[]; next: Place }> {
  const looked = await sql.query<ForgettableCard & { isOver: boolean }>(
    `SELECT ${CARD}, m.forgotten_at IS NULL AND m.replaced_at IS NULL AND CASE -- most pre-orders still wait, so this test is first
              WHEN EXISTS (SELECT 1 FROM preorder_line l WHERE l.store_id = m.store_id AND l.preorder_id = m.preorder_id
                           AND l.state IN ('placed', 'payment_due', 'released'))
                AND EXISTS (SELECT 1 FROM preorder_contact c WHERE c.store_id = m.store_id AND c.preorder_id = m.preorder_id)
              THEN false ELSE ${NOT_BEING_PAID} END AS "isOver"
     FROM (SELECT * FROM payment_method WHERE (store_id, id) > ($1, $2) ORDER BY store_id, id LIMIT $3) m
     ORDER BY m.store_id, m.id`,
    [...afterPlace(after), page],
  );
  const over = looked.filter(({ isOver }) => isOver);
  const cards = over.slice(0, limit);
  const last = cards.length < over.length ? cards.at(-1) : looked.at(-1);
  const isEnd = looked.length < page && cards.length === over.length;
  return { cards, next: isEnd || !last ? null : { storeId: last.storeId, id: last.id } };
}

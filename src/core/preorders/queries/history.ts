import type { Sql } from '../../../platform/db.ts';
import { LIVE_STATES } from '../../payments/queries.ts';
import type { HistoryEvent, HistoryKind } from './history-event.ts';

/** Reads everything that happened to the pre-order from all its tables, oldest first. */
export async function readHistory(sql: Sql, storeId: string, preorderId: string): Promise<HistoryEvent[]> {
  return sql.query<HistoryEvent>(HISTORY, [storeId, preorderId]);
}

/** The SQL expressions with which one kind of event fills the common columns. A column that is left out is empty. */
type EventColumns = {
  kind: HistoryKind;
  at: string;
  what?: string;
  state?: string;
  amount?: string;
  /** A SELECT of line item positions. */
  lines?: string;
  reason?: string;
  endedAt?: string;
  detail?: string;
  from: string;
};

// In all parts $1 is the store's id and $2 the pre-order's. Days are in the store's time zone.

/** Returns the FROM and WHERE of a table that has a `preorder_id`. */
const ofPreorder = (table: string, alias: string) =>
  `${table} ${alias} WHERE ${alias}.store_id = $1 AND ${alias}.preorder_id = $2`;

/**
 * Selects the positions of line items that waited for the batch of notice `n` at that time. A swap may have moved them
 * since.
 */
const awaiting = (at: string) => `
  SELECT l.position FROM preorder_line l
  WHERE l.store_id = $1 AND l.preorder_id = $2
    AND (l.released_at IS NULL OR l.released_at > ${at}) AND (l.cancelled_at IS NULL OR l.cancelled_at > ${at} - interval '1 second')
    AND n.batch_id = coalesce((
      SELECT w.from_batch_id FROM line_swap w
      WHERE w.store_id = l.store_id AND w.line_id = l.id AND w.state = 'done' AND w.ended_at > ${at}
      ORDER BY w.ended_at LIMIT 1), l.batch_id)`;

/** Selects the positions of the line items that the rows `x` of a table name. */
const linesIn = (table: string, which: string) => `
  SELECT l.position FROM ${table} x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
  WHERE x.store_id = $1 AND ${which}`;

const PARTS: readonly EventColumns[] = [
  {
    kind: 'placed',
    at: 'o.placed_at',
    what: 'o.payment_plan',
    amount: 'k.total', // of the checkout, because swaps change the pre-order's total
    from: `preorder o JOIN checkout k ON k.store_id = o.store_id AND k.id = o.checkout_id
           WHERE o.store_id = $1 AND o.id = $2`,
  },
  {
    kind: 'attempt',
    at: 'a.created_at',
    what: 'a.provider',
    state: 'a.state',
    amount: 'a.amount',
    lines: linesIn('attempt_line', 'x.attempt_id = a.id'),
    endedAt: `CASE WHEN a.state NOT IN (${LIVE_STATES}) THEN a.updated_at END`,
    detail: "'attempt_id', a.id, 'purpose', a.purpose, 'off_session', a.off_session",
    from: `preorder o JOIN attempt a ON a.store_id = o.store_id AND (a.preorder_id = o.id OR a.checkout_id = o.checkout_id)
           WHERE o.store_id = $1 AND o.id = $2`,
  },
  {
    kind: 'card',
    at: 'c.created_at',
    what: 'c.brand',
    endedAt: 'c.replaced_at',
    detail: `'last4', c.last4, 'expires_on', c.expires_on, 'replaced', EXISTS (
      SELECT 1 FROM payment_method n
      WHERE n.store_id = c.store_id AND n.preorder_id = c.preorder_id AND n.created_at > c.created_at)`,
    from: ofPreorder('payment_method', 'c'),
  },
  {
    kind: 'movement',
    at: 'm.created_at',
    what: 'm.kind',
    state: 'm.state',
    amount: 'm.amount',
    lines: linesIn('movement_line', 'x.movement_id = m.id'),
    reason: 'm.failure',
    endedAt: 'm.ended_at',
    detail: "'attempt_id', m.attempt_id, 'by_hand', m.by_hand_ref IS NOT NULL",
    from: ofPreorder('movement', 'm'),
  },
  {
    kind: 'came_back', // not a movement: only a person can make this refund again
    at: 'e.created_at',
    amount: 'm.amount',
    lines: linesIn('movement_line', 'x.movement_id = m.id'),
    from: `movement m JOIN alert e ON e.store_id = m.store_id AND e.subject_id = m.id AND e.code = 'refund_came_back'
           WHERE m.store_id = $1 AND m.preorder_id = $2`,
  },
  {
    kind: 'line',
    at: 's.at',
    what: 's.state',
    amount: 'nullif(s.kept, 0)',
    lines: 'SELECT unnest(s.positions)',
    reason: 's.cancel_reason',
    // Line items that changed together have times within microseconds, so a second groups them.
    from: `(SELECT v.state, min(v.at) AS at, CASE WHEN v.state = 'cancelled' THEN l.cancel_reason END AS cancel_reason,
                   sum(l.kept)::bigint AS kept, array_agg(l.position) AS positions
            FROM preorder_line l, LATERAL (VALUES ('released', l.released_at), ('fulfilled', l.fulfilled_at),
              ('returned', l.returned_at), ('cancelled', l.cancelled_at)) AS v (state, at)
            WHERE l.store_id = $1 AND l.preorder_id = $2 AND v.at IS NOT NULL GROUP BY 1, 3, date_trunc('second', v.at)) s`,
  },
  {
    kind: 'fulfilment',
    at: 'f.sent_at',
    what: 'f.carrier',
    lines: linesIn('fulfilment_line', 'x.fulfilment_id = f.id'),
    detail: "'number', f.number, 'tracking_number', f.tracking_number, 'tracking_link', f.tracking_link",
    from: ofPreorder('fulfilment', 'f'),
  },
  {
    kind: 'delivered',
    at: 'f.delivered_at',
    lines: linesIn('fulfilment_line', 'x.fulfilment_id = f.id'),
    detail: "'number', f.number",
    from: `${ofPreorder('fulfilment', 'f')} AND f.delivered_at IS NOT NULL`,
  },
  {
    kind: 'notice',
    at: 'n.at',
    what: 'n.kind',
    lines: awaiting('n.at'),
    reason: 'p.reason',
    detail: `'version', p.version, 'from', p.ships_from, 'until', p.ships_until, 'days_late', n.days_late,
             'required_by', n.required_by, 'silence', n.silence,
             'answer_by', to_char((coalesce(greatest(q.answer_by, q.put_off_until), n.answer_by) - interval '1 second') AT TIME ZONE s.time_zone, 'YYYY-MM-DD')`,
    from: `promise_notice n JOIN promise p ON p.store_id = n.store_id AND p.id = n.promise_id
           JOIN store s ON s.id = n.store_id
           LEFT JOIN promise_question q ON q.store_id = n.store_id AND q.preorder_id = n.preorder_id AND q.notice_id = n.id
           WHERE n.store_id = $1 AND n.preorder_id = $2`,
  },
  {
    kind: 'answer',
    at: 'a.at',
    what: 'a.answer',
    lines: awaiting('a.at'),
    detail: "'given_by', a.given_by, 'line_items', a.lines",
    from: `promise_notice n JOIN promise_answer a ON a.store_id = n.store_id AND a.notice_id = n.id
           WHERE n.store_id = $1 AND n.preorder_id = $2`,
  },
  {
    kind: 'due',
    at: 'd.since',
    state: "coalesce(d.outcome, 'open')",
    reason: 'd.reason',
    endedAt: 'd.ended_at',
    detail: "'tries', d.tries, 'deadline', d.deadline, 'retry_at', d.retry_at",
    from: ofPreorder('payment_due', 'd'),
  },
  {
    kind: 'due_ended',
    at: 'd.ended_at',
    what: 'd.outcome',
    detail: "'tries', d.tries, 'in_time', d.ended_at < greatest(d.deadline, d.put_off_until)",
    from: `${ofPreorder('payment_due', 'd')} AND d.ended_at IS NOT NULL`,
  },
  {
    kind: 'goodwill',
    at: 'g.at',
    amount: 'g.amount',
    lines: 'SELECT l.position',
    reason: 'g.reason',
    from: `preorder_line l JOIN goodwill g ON g.store_id = l.store_id AND g.line_id = l.id
           WHERE l.store_id = $1 AND l.preorder_id = $2`,
  },
  {
    kind: 'swap',
    at: 'w.created_at',
    what: "w.from_title || ' → ' || w.to_title",
    state: 'w.state',
    amount: 'nullif(w.due_now, 0)',
    lines: 'SELECT l.position',
    endedAt: 'w.ended_at',
    from: `line_swap w JOIN preorder_line l ON l.store_id = w.store_id AND l.id = w.line_id
           WHERE w.store_id = $1 AND w.preorder_id = $2`,
  },
  {
    kind: 'order',
    at: 'r.created_at',
    what: "coalesce(r.external_ref, '')",
    state: 'r.state',
    lines: linesIn('store_order_line', 'x.order_id = r.id'),
    reason: 'r.failure',
    endedAt: 'r.handed_at',
    detail: "'number', r.number",
    from: ofPreorder('store_order', 'r'),
  },
  {
    kind: 'dispute',
    at: 'd.opened_at',
    what: 'd.provider',
    state: 'd.state',
    amount: 'd.amount',
    reason: 'd.reason',
    detail: "'evidence_due_at', d.evidence_due_at, 'goes_on_at', d.goes_on_at",
    from: ofPreorder('dispute', 'd'),
  },
  {
    kind: 'contact',
    at: 'm.created_at',
    what: 'm.by_name',
    from: ofPreorder('contact_change', 'm'),
  },
  {
    kind: 'message',
    at: 'm.created_at',
    state: "CASE WHEN m.words IS NULL THEN 'sent' ELSE 'waiting' END",
    from: ofPreorder('shopper_message', 'm'),
  },
  {
    kind: 'written',
    at: 'm.created_at',
    what: 'm.by_name',
    reason: 'm.words',
    from: ofPreorder('store_message', 'm'),
  },
  {
    kind: 'note',
    at: 'm.created_at',
    what: 'm.by_name',
    reason: 'm.words',
    from: ofPreorder('preorder_note', 'm'),
  },
  {
    kind: 'link',
    at: 'k.used_at',
    what: 'k.purpose',
    from: `${ofPreorder('link', 'k')} AND k.used_at IS NOT NULL`,
  },
  {
    kind: 'mail',
    at: 'm.created_at',
    what: 'm.kind',
    state:
      "CASE WHEN m.sent_at IS NOT NULL THEN 'sent' WHEN m.dropped_at IS NOT NULL THEN 'dropped' ELSE 'waiting' END",
    reason: 'coalesce(m.dropped_why, m.failure)',
    endedAt: 'coalesce(m.sent_at, m.dropped_at)',
    detail: "'mail_id', m.id",
    from: ofPreorder('mail', 'm'),
  },
  {
    kind: 'erased',
    at: 'e.at',
    from: `preorder o JOIN erasure e ON e.store_id = o.store_id AND e.id = substring(o.customer_key FROM '^erased-(.+)$')::uuid
           WHERE o.store_id = $1 AND o.id = $2`,
  },
];

// Events of the same time are in the order of PARTS, so that money follows its cause.
const HISTORY = `
  SELECT at, kind, what, state, amount, ARRAY(SELECT position + 1 FROM unnest(positions) AS position ORDER BY 1) AS lines,
         reason, ended_at AS "endedAt", detail
  FROM (${PARTS.map(columnsOf).join('\nUNION ALL\n')}) events
  ORDER BY at, place`;

function columnsOf({ kind, at, from, ...part }: EventColumns, place: number): string {
  const { what = "''", state = "''", amount = 'NULL', lines = 'SELECT NULL WHERE false' } = part;
  const { reason = 'NULL', endedAt = 'NULL', detail = '' } = part;
  return `SELECT ${place} AS place, ${at} AS at, '${kind}' AS kind, ${what}::text AS what, ${state}::text AS state,
    (${amount})::bigint AS amount, ARRAY(${lines})::integer[] AS positions, (${reason})::text AS reason,
    (${endedAt})::timestamptz AS ended_at, json_build_object(${detail}) AS detail FROM ${from}`;
}

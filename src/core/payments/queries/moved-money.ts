import type { Minor } from '../../../domain/money.ts';
import type { Sql } from '../../../platform/db.ts';
import { cursorAfter } from '../../list-cursor.ts';

export type MovedKind = 'charge' | 'refund' | 'chargeback' | 'reinstatement';

/** Money that was taken from a shopper or given back, or that was meant to be and was refused. */
export type MovedMoney = {
  id: string;
  kind: MovedKind;
  state: 'done' | 'failed';
  /** Below zero: it went back to the shopper. */
  amount: Minor;
  currency: string;
  at: Date;
  failure: string | null;
  /** True for what the merchant did at the provider. */
  byHand: boolean;
  provider: string;
  providerRef: string | null;
  reference: string | null;
};

export type MovedMoneyFilter = {
  from: Date;
  until: Date;
  state?: MovedMoney['state'] | undefined;
  kind?: MovedKind | undefined;
  /** A cursor: the id of the last entry of the previous page. */
  after?: string | undefined;
  limit: number;
};

/** Lists the money that moved in the period, the newest first. Throws `invalid_parameter` if `after` is no cursor. */
export async function listMovedMoney(
  sql: Sql,
  storeId: string,
  { from, until, state = 'done', kind, after, limit }: MovedMoneyFilter,
): Promise<MovedMoney[]> {
  const cursor = await readCursor(sql, storeId, after);
  return sql.query<MovedMoney>(MOVED, [storeId, from, until, state, kind ?? null, ...cursor, limit]);
}

const PAGE = 500;

/** Yields the money that moved in pages, for a file. */
export async function* pagesOfMovedMoney(
  sql: Sql,
  storeId: string,
  filter: Omit<MovedMoneyFilter, 'after' | 'limit'>,
): AsyncGenerator<MovedMoney[]> {
  for (let after: string | undefined; ; ) {
    const page = await listMovedMoney(sql, storeId, { ...filter, after, limit: PAGE });
    yield page;
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}

const readCursor = (sql: Sql, storeId: string, after: string | undefined) =>
  cursorAfter(after, (id) =>
    sql.query<{ at: string }>(
      'SELECT ended_at::text AS at FROM movement WHERE store_id = $1 AND id = $2 AND ended_at IS NOT NULL',
      [storeId, id],
    ),
  );

// An undone authorisation moved nothing. The page is found by the index of the ends before anything is joined.
const MOVED = `
  SELECT m.id, CASE m.kind WHEN 'capture' THEN 'charge' ELSE m.kind END AS kind, m.state,
         CASE WHEN m.kind IN ('refund', 'chargeback') THEN -m.amount ELSE m.amount END AS amount, m.currency,
         m.ended_at AS at, m.failure, m.by_hand_ref IS NOT NULL AS "byHand", a.provider,
         a.provider_ref AS "providerRef", o.reference
  FROM (SELECT * FROM movement
        WHERE store_id = $1 AND ended_at >= $2 AND ended_at < $3 AND state = $4 AND kind <> 'undo'
          AND ($5::text IS NULL OR kind = $5 OR (kind = 'capture' AND $5 = 'charge'))
          AND ($6::timestamptz IS NULL OR (ended_at, id) < ($6, $7::uuid))
        ORDER BY ended_at DESC, id DESC LIMIT $8) m
  JOIN LATERAL (SELECT a.provider, a.provider_ref FROM attempt a WHERE a.store_id = $1 AND a.id = m.attempt_id LIMIT 1) a ON true
  LEFT JOIN LATERAL (SELECT o.reference FROM preorder o WHERE o.store_id = $1 AND o.id = m.preorder_id LIMIT 1) o ON true
  ORDER BY m.ended_at DESC, m.id DESC`;

import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../platform/db.ts';
import type { OutboxRow } from '../../outbox/row.ts';
import { type Fact, factsOf } from '../facts.ts';

// A stock message waits this long, to cover further changes too: a sale changes stock hundreds of times a second.
export const STOCK_GATHERS = '1 second';

type Recorded = Fact & Pick<OutboxRow, 'storeId' | 'id' | 'subjectId' | 'createdAt' | 'trace'>;

/**
 * Turns outbox rows into messages, one for each endpoint that wants the fact, in the transaction that marks the rows. A product
 * has at most one stock message for each endpoint that waits for its first attempt. It shows the stock at that attempt.
 */
export async function recordFacts(tx: Sql, rows: readonly OutboxRow[]): Promise<void> {
  const listening = await storesThatListen(tx, rows);
  const facts = rows
    .filter(({ storeId }) => listening.has(storeId))
    .flatMap((row) => factsOf(row).map((fact): Recorded => ({ ...row, ...fact })));
  const once = new Map(facts.map((fact) => [keyOf(fact), fact]));
  if (once.size > 0) await tx.query(RECORD, columnsOf([...once.values()]));
}

/** Reads which stores have endpoints. Most have none, and their rows need no further work. */
async function storesThatListen(tx: Sql, rows: readonly OutboxRow[]): Promise<Set<string>> {
  const found = await tx.query<{ id: string }>(
    'SELECT store_id AS id FROM webhook_endpoint WHERE disabled_at IS NULL AND store_id = ANY($1::uuid[])',
    [[...new Set(rows.map(({ storeId }) => storeId))]],
  );
  return new Set(found.map(({ id }) => id));
}

function keyOf({ type, storeId, subjectId }: Recorded): string {
  return type === 'stock.changed' ? `${storeId} ${subjectId}` : randomUUID();
}

function columnsOf(facts: readonly Recorded[]): unknown[] {
  return [
    facts.map(({ storeId }) => storeId),
    facts.map(({ id }) => id),
    facts.map(({ type }) => type),
    facts.map(({ subjectId }) => subjectId),
    facts.map(({ detail }) => (detail === null ? null : JSON.stringify(detail))),
    facts.map(({ createdAt }) => createdAt),
    facts.map(({ trace }) => trace),
  ];
}

// Outbox rows have the machine's time, without the clock shift of tests, so the shift is added.
const RECORD = `
  INSERT INTO webhook_message (store_id, endpoint_id, id, seq, type, subject_id, detail, trace, occurred_at, due_at)
  SELECT f.store_id, e.id, gen_random_uuid(), f.seq, f.type, f.subject_id, f.detail, f.trace,
         f.at + coalesce((SELECT shift FROM clock_shift), interval '0'),
         app_now() + CASE WHEN f.type = 'stock.changed' THEN interval '${STOCK_GATHERS}' ELSE interval '0' END
  FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::uuid[], $5::jsonb[], $6::timestamptz[],
              $7::text[]) AS f (store_id, seq, type, subject_id, detail, at, trace)
  JOIN webhook_endpoint e ON e.store_id = f.store_id AND e.disabled_at IS NULL
                         AND (e.types = '{}' OR f.type = ANY (e.types))
  ON CONFLICT (store_id, endpoint_id, subject_id)
    WHERE type = 'stock.changed' AND taken_at IS NULL AND state = 'waiting' DO NOTHING`;

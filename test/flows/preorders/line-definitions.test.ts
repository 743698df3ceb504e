import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NET, PAID_AND_REFUNDED, REST, shouldHavePaid } from '../../../src/core/payments/queries/ledger.ts';
import { readMoneyLines } from '../../../src/core/payments/queries/money.ts';
import { HAS_UNIT, WAITS, WAITS_OWING } from '../../../src/core/preorders/queries/waiting.ts';
import { LEDGER_SUMS, LEFT } from '../../../src/core/stock/queries.ts';
import { type MoneyLine, netOf, shouldHavePaid as shouldHavePaidByRule } from '../../../src/domain/payment.ts';
import { hasUnit, LINE_STATES, waitsForUnit } from '../../../src/domain/preorder.ts';
import { addUnits, type UnitCounters, unitsLeft } from '../../../src/domain/stock.ts';
import type { Sql } from '../../../src/platform/db.ts';
import { useCore } from '../../support/use-core.ts';

// A definition that statements and the domain both have stands once in each. Here both are asked about the same rows, in
// tables of the database's own columns and conditions but without keys, so that every combination can be written.

const { database } = await useCore();

const KEY = { storeId: randomUUID(), preorderId: randomUUID() };

type Line = Pick<MoneyLine, 'id' | 'state' | 'dueFrom' | 'total' | 'dueNow' | 'givenBack' | 'kept'> & {
  /** What two attempts moved, in their order: above 0 it was taken, below 0 it went back. */
  moved: readonly number[];
};

const ORIGINS = [null, 'placed', 'released'] as const;
const HISTORIES = [[], [30], [100], [100, -20], [30, 70], [30, 70, -100], [20, 0, -5]];

function* linesOfEveryKind(): Generator<Line> {
  for (const state of LINE_STATES) {
    for (const dueFrom of ORIGINS) {
      if ((state === 'payment_due') !== (dueFrom !== null)) continue; // the table refuses it
      for (const dueNow of [0, 30, 100]) {
        for (const givenBack of [0, 20, 80]) {
          for (const kept of state === 'cancelled' ? [0, 30] : [0]) {
            for (const moved of HISTORIES) {
              yield { id: randomUUID(), state, dueFrom, total: 100, dueNow, givenBack, kept, moved };
            }
          }
        }
      }
    }
  }
}

/** Resolves with what `work` reads from tables that have these rows. */
async function withLines<T>(lines: readonly Line[], work: (tx: Sql) => Promise<T>): Promise<T> {
  return database.db.transaction(async (tx) => {
    for (const table of ['preorder_line', 'movement', 'ledger_entry']) {
      await tx.query(
        `CREATE TEMPORARY TABLE ${table} (LIKE public.${table} INCLUDING CONSTRAINTS INCLUDING IDENTITY) ON COMMIT DROP`,
      );
    }
    const ids = { store_id: KEY.storeId, preorder_id: KEY.preorderId };
    const units = {
      waitlist_id: randomUUID(),
      batch_id: randomUUID(),
      variant_id: randomUUID(),
      promise_id: randomUUID(),
    };
    const texts = { customer_key: '', variant_external_id: '', variant_title: '', sku: '' };
    const amounts = { unit_price: 100, discount: 0, shipping: 0, tax: 0 };
    const rows = lines.map(({ id, state, dueFrom, total, dueNow, givenBack, kept }, position) => ({
      ...ids,
      ...units,
      ...texts,
      ...amounts,
      id,
      position,
      state,
      due_from: dueFrom,
      total,
      due_now: dueNow,
      given_back: givenBack,
      kept,
    }));
    await tx.query('INSERT INTO preorder_line SELECT * FROM jsonb_populate_recordset(NULL::preorder_line, $1)', [
      JSON.stringify(rows),
    ]);
    await writeLedger(tx, lines);
    return work(tx);
  });
}

/** The first and the second movement of a line item are of two attempts, and those that follow of the first one. */
async function writeLedger(tx: Sql, lines: readonly Line[]): Promise<void> {
  const attempts = [randomUUID(), randomUUID()];
  const movements = lines.flatMap(({ id, moved }) =>
    moved.map((amount, index) => ({ id: randomUUID(), lineId: id, amount, attemptId: attempts[index % 2] })),
  );
  await tx.query(
    `INSERT INTO movement (store_id, id, attempt_id, kind, state, amount, currency, created_at)
     SELECT $1, m.id, m."attemptId", 'capture', 'done', abs(m.amount), 'EUR', app_now()
     FROM jsonb_to_recordset($2) AS m (id uuid, "attemptId" uuid, amount bigint)`,
    [KEY.storeId, JSON.stringify(movements)],
  );
  await tx.query(
    `INSERT INTO ledger_entry (store_id, movement_id, line_id, account, amount, currency, at)
     SELECT $1, m.id, m."lineId", a.account, a.sign * m.amount, 'EUR', app_now()
     FROM jsonb_to_recordset($2) AS m (id uuid, "lineId" uuid, amount bigint),
          (VALUES ('provider', 1), ('shopper', -1)) AS a (account, sign)`,
    [KEY.storeId, JSON.stringify(movements)],
  );
}

test('a line item waits for a unit, or has one, by the same rule everywhere', async () => {
  const lines = [...linesOfEveryKind()];
  const told = await withLines(lines, (tx) =>
    tx.query(
      `SELECT ${WAITS} AS waits, ${WAITS_OWING} AS owing, ${HAS_UNIT} AS "hasUnit" FROM preorder_line l ORDER BY position`,
    ),
  );
  expect(told).toEqual(
    lines.map((line) => ({
      waits: waitsForUnit(line),
      owing: line.dueFrom !== null && waitsForUnit(line),
      hasUnit: hasUnit(line),
    })),
  );
  expect(new Set(lines.map(({ state, dueFrom }) => `${state} ${dueFrom}`)).size).toBe(7);
});

test('what a line item has paid and should have paid is the same everywhere', async () => {
  const lines = [...linesOfEveryKind()];
  const { told, read } = await withLines(lines, async (tx) => ({
    told: await tx.query(
      `SELECT ${NET} AS net, ${REST} AS rest, ${shouldHavePaid(NET)} AS asked, money.paid, money.refunded
       FROM preorder_line l, LATERAL ${PAID_AND_REFUNDED} money ORDER BY position`,
    ),
    read: await readMoneyLines(tx, KEY, randomUUID()),
  }));
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect(told).toEqual(
    lines.map(({ moved, ...line }, index) => {
      const { paid } = read[index] as MoneyLine;
      const released = { ...line, state: 'released', dueFrom: null, paid } as const;
      return {
        net: netOf({ paid }),
        rest: shouldHavePaidByRule(released) - netOf({ paid }),
        asked: shouldHavePaidByRule({ ...line, paid }),
        paid: sum(moved.map((amount) => Math.max(0, amount))),
        refunded: sum(moved.map((amount) => Math.max(0, -amount))),
      };
    }),
  );
  expect(lines.map(({ moved }) => sum(moved))).toEqual(read.map(netOf));
});

test('what the stock ledger adds up to, and what is left of it, is the same everywhere', async () => {
  const units = fc.integer({ min: -10_000, max: 10_000 });
  const change: fc.Arbitrary<UnitCounters> = fc.record({ allocated: units, held: units, sold: units });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1 }), async (changes) => {
      const [counters] = await database.db.query<UnitCounters>(
        `SELECT ${LEDGER_SUMS} FROM jsonb_to_recordset($1) AS c (allocated_delta int, held_delta int, sold_delta int)`,
        [
          JSON.stringify(
            changes.map((one) => ({ allocated_delta: one.allocated, held_delta: one.held, sold_delta: one.sold })),
          ),
        ],
      );
      const sum = changes.reduce(addUnits);
      expect(counters).toEqual(sum);
      const left = await database.db.query(
        `SELECT ${LEFT} AS left FROM jsonb_to_record($1) AS u (allocated int, held int, sold int)`,
        [JSON.stringify(sum)],
      );
      expect(left).toEqual([{ left: unitsLeft(sum) }]);
    }),
    { numRuns: 30 },
  );
});

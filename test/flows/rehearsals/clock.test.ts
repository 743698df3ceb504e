import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { endExpiredHolds } from '../../../src/core/checkouts/jobs.ts';
import { advanceClock } from '../../../src/core/rehearsals/commands/advance-clock.ts';
import { STAYS } from '../../../src/core/rehearsals/queries/ages.ts';
import { readTestClock } from '../../../src/core/rehearsals/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { checkoutRequest, createOffer } from '../../support/core.ts';
import { createTestStore } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const { db } = core;
const DAY = 86_400;

type Column = { name: string; column: string; day: boolean; ofStore: boolean };

async function columnsOfTime(): Promise<Column[]> {
  return db.query<Column>(
    `SELECT CASE c.table_schema WHEN 'public' THEN '' ELSE c.table_schema || '.' END || c.table_name AS name,
            c.column_name AS column, c.data_type = 'date' AS day,
            EXISTS (SELECT 1 FROM information_schema.columns s WHERE s.table_schema = c.table_schema
                    AND s.table_name = c.table_name AND s.column_name = 'store_id') AS "ofStore"
     FROM information_schema.columns c
     WHERE c.table_schema IN ('public', 'test_provider') AND c.data_type IN ('timestamp with time zone', 'date')
     ORDER BY 1, 2`,
  );
}

/** Every time that a store has in its rows, by column, the smallest and the greatest. */
async function timesOf(storeId: string): Promise<Record<string, string>> {
  const times: Record<string, string> = {};
  for (const { name, column, ofStore } of await columnsOfTime()) {
    if (!ofStore) continue;
    const [row] = await db.query<{ times: string | null }>(
      `SELECT min(${column})::timestamp || ' ' || max(${column})::timestamp AS times FROM ${name} WHERE store_id = $1`,
      [storeId],
    );
    if (row?.times) times[`${name}.${column}`] = row.times;
  }
  return times;
}

describe('the clock of a test store', () => {
  test('makes every row of it older, and of no other store', async () => {
    const offer = await createOffer(core, { allocation: 20 });
    await buyFrom(core, offer, { quantity: 2 });
    for (const day of ['2026-05-01', '2026-05-02', '2026-05-03']) {
      await db.query(`INSERT INTO measure (store_id, day, event, count) VALUES ($1, $2, 'ButtonClicked', 1)`, [
        offer.storeId,
        day,
      ]);
    }
    const other = await createOffer(core, { allocation: 5 });
    await buyFrom(core, other);
    const [before, strange] = [await timesOf(offer.storeId), await timesOf(other.storeId)];
    expect(Object.keys(before).length).toBeGreaterThan(20);

    await advanceClock(core, offer.storeId, 3 * DAY);

    const after = await timesOf(offer.storeId);
    const isStaying = (key: string) => key in STAYS || key.slice(0, key.lastIndexOf('.')) in STAYS;
    for (const [key, text] of Object.entries(before).filter(([name]) => !isStaying(name))) {
      const [then, now] = [text, after[key] ?? ''].map((times) =>
        times.split(/(?<=:\d\d(?:\.\d+)?) /).map((one) => Date.parse(`${one}Z`)),
      );
      expect(
        (now ?? []).map((time, index) => (then?.[index] ?? 0) - time),
        key,
      ).toEqual((now ?? []).map(() => 3 * DAY * 1_000));
    }
    expect(await timesOf(other.storeId)).toEqual(strange);
    expect(await audit(core, offer.storeId)).toEqual([]);
  });

  test('brings what is due: a hold is over after its minutes', async () => {
    const offer = await createOffer(core, { allocation: 20 });
    await makeCheckout(core, checkoutRequest(offer), { clientAddress: '192.0.2.7', idempotencyKey: randomUUID() });
    const [next] = (await readTestClock(db, offer.storeId)).next;
    expect(next).toMatchObject({ what: 'hold_ends' });
    await advanceClock(core, offer.storeId, next?.seconds ?? 0);
    await endExpiredHolds(core);
    const clock = await readTestClock(db, offer.storeId);
    expect(clock.brought).toMatchObject({ holdsEnded: 1, mails: 0 });
    expect(clock.next.map(({ what }) => what)).not.toContain('hold_ends');
    expect(clock.advancedSeconds).toBe(next?.seconds);
  });

  test('adds hours up to days', async () => {
    const offer = await createOffer(core, { allocation: 1 });
    const from = async () =>
      (
        await db.query<{ from: string }>('SELECT ships_from AS from FROM promise WHERE store_id = $1', [offer.storeId])
      )[0];
    const before = Date.parse((await from())?.from ?? '');
    for (let hour = 0; hour < 30; hour++) await advanceClock(core, offer.storeId, 3_600);
    expect(before - Date.parse((await from())?.from ?? '')).toBe(DAY * 1_000);
  });

  test('reaches the first day of a delivery in one move, also after some hours', async () => {
    const { storeId } = await createOffer(core, { allocation: 1 });
    await advanceClock(core, storeId, 5 * 3_600);
    const begins = async () =>
      (await readTestClock(db, storeId)).next.find(({ what }) => what === 'ship_window_begins')?.seconds;
    let moves = 0;
    // A clock moves a year at a time.
    for (let left = await begins(); left !== undefined; left = await begins()) {
      await advanceClock(core, storeId, Math.min(left, 366 * DAY));
      moves += 1;
      expect(left > 366 * DAY || (await begins()) === undefined, `${left} seconds were not enough`).toBe(true);
    }
    expect(moves).toBeGreaterThan(0);
  });

  test('is refused for a live store, and for what is no time', async () => {
    const live = await createTestStore(db, { mode: 'live' });
    await expect(advanceClock(core, live, DAY)).rejects.toMatchObject({ code: 'clock_not_movable' });
    expect(await readTestClock(db, live)).toMatchObject({ movable: false, brought: null });
    const store = await createTestStore(db);
    for (const wrong of [0, -DAY, 1.5, 400 * DAY]) {
      await expect(advanceClock(core, store, wrong)).rejects.toMatchObject({ code: 'invalid_parameter' });
    }
  });

  test('alone changes what is kept for good', async () => {
    const { storeId } = await createOffer(core, { allocation: 1 });
    await advanceClock(core, storeId, DAY);
    await expect(db.query('UPDATE promise SET version = version WHERE store_id = $1', [storeId])).rejects.toThrow(
      'append-only',
    );
    const live = await createTestStore(db, { mode: 'live' });
    const asLive = db.transaction(async (tx) => {
      await tx.query(`SELECT set_config('app.ages_store', $1, true)`, [live]);
      await tx.query('UPDATE promise SET version = version WHERE store_id = $1', [storeId]);
    });
    await expect(asLive).rejects.toThrow('append-only');
  });
});

test('every column with a time moves, or says why it stays', async () => {
  const columns = await columnsOfTime();
  const names = new Set(columns.flatMap(({ name, column }) => [name, `${name}.${column}`]));
  expect(
    Object.keys(STAYS).filter((name) => !names.has(name)),
    'reasons for what is no longer there',
  ).toEqual([]);
  expect([...new Set(columns.filter(({ ofStore }) => !ofStore).map(({ name }) => name))]).toEqual([
    'backup', // files outside of the database
    'call_turn', // turns at a provider
    'mail_life', // the mail server
    'schema_migration',
    'shared_limit', // guesses are counted in real time
    'staff_challenge', // people live in real time
    'staff_link',
    'staff_member',
    'staff_passkey',
    'staff_recovery_code',
    'staff_session',
    'staff_totp',
    'store', // its audits, and how long it is there
    'test_provider.operation', // no rule asks how old it is
    'worker_life', // processes
  ]);
});

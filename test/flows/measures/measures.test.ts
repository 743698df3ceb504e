import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Measures } from '../../../src/protocol/wire/measures.ts';
import { commandLine } from '../../support/command-line.ts';
import { createCore, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { createTestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { createStoreWithWaitlist, startSystem } from '../../support/system.ts';

// At least one date later at any hour: the day on which summer time ends has 25 hours.
const A_DAY_ON = 25 * 3_600;

describe('the command measures show', () => {
  let drop: () => Promise<void>;
  let folder: string;
  let cli: ReturnType<typeof commandLine>;
  let offer: Offer;
  let inStore: string[];

  beforeAll(async () => {
    const database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'measures-'));
    drop = database.drop;
    cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY });
    const core = createCore(database.db);
    offer = await createOffer(core, { allocation: 10 });
    await createOffer(core, { allocation: 10 });
    inStore = ['--store', `store-${offer.storeKey.slice(0, 8)}`];
    const tell = async (told: Measures) => {
      core.measures.add(offer.storeId, told);
      await core.measures.flush();
    };
    const { waitlistId } = offer;
    await shiftClock(database.db, -A_DAY_ON);
    await tell({ PlacementLoaded: { [waitlistId]: 100 }, ButtonClicked: { [waitlistId]: 10 } });
    await shiftClock(database.db, A_DAY_ON);
    await tell({ PlacementLoaded: { [waitlistId]: 100, '': 7 }, ButtonClicked: { [waitlistId]: 5 } });
    await tell({ PreorderCreated: { [waitlistId]: 5 }, PreorderFailed: { [waitlistId]: 1 } });
    await core.stop();
  });
  afterAll(async () => {
    await drop();
    await rm(folder, { recursive: true });
  });

  test('sums by waitlist, with the share of clicks and purchases', async () => {
    const { code, out } = await cli.run('measures', 'show', ...inStore);
    expect(code).toBe(0);
    expect(out).toMatch(/\(Europe\/Berlin\)\n\n/);
    expect(out).toMatch(
      /Waitlist +Product +Shown +Clicked +Steps +Submitted +Created +Failed +Clicked, % +Created, %\n/,
    );
    expect(out).toMatch(new RegExp(`${offer.waitlistId} +jacket-\\d+ +200 +15 +0 +0 +5 +1 +7.5 +33.3\n`));
    expect(out).toMatch(/\(none open\) +7 +0 +0 +0 +0 +0 +0\n/);
  });

  test('shows a waitlist by day', async () => {
    const { out } = await cli.run('measures', 'show', '--waitlist-id', offer.waitlistId, ...inStore);
    const days = out.split('\n').filter((line) => /^ {2}\d{4}-/.test(line));
    expect(days.map((line) => line.trim().split(/ +/).slice(1))).toEqual([
      ['100', '10', '0', '0', '0', '0', '10', '0'],
      ['100', '5', '0', '0', '5', '1', '5', '100'],
    ]);
    expect(out).toMatch(/Together +200 +15 +0 +0 +5 +1 +7.5 +33.3\n/);
  });

  test('takes a period, and prints JSON with all counts', async () => {
    const { data } = await cli.json('measures', 'show', ...inStore);
    expect(data).toMatchObject({ time_zone: 'Europe/Berlin', days: [{}, {}, {}] });
    expect(data.days[0]).toEqual({
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      waitlist_id: offer.waitlistId,
      product_code: expect.stringMatching(/^jacket-/),
      counts: {
        PlacementLoaded: 100,
        ButtonClicked: 10,
        PreorderCheckoutStep: 0,
        PreorderCheckoutSubmitted: 0,
        PreorderCreated: 0,
        PreorderFailed: 0,
      },
    });
    const yesterday = data.days[0].day;
    const first = await cli.json('measures', 'show', '--from', yesterday, '--to', yesterday, ...inStore);
    expect(first.data).toMatchObject({ from: yesterday, to: yesterday, days: [{ day: yesterday }] });
    const none = await cli.run('measures', 'show', '--from', '2020-01-01', '--to', '2020-01-31', ...inStore);
    expect(none).toMatchObject({
      code: 0,
      out: expect.stringMatching(/31 January 2020 \(Europe\/Berlin\)\n\nNothing was counted\.\n$/),
    });
  });

  test('refuses invalid days, a reversed period and foreign waitlists', async () => {
    const show = (...args: string[]) => cli.json('measures', 'show', ...args, ...inStore);
    expect(await show('--from', 'June')).toMatchObject({
      code: 2,
      error: { code: 'invalid_parameter', param: 'from' },
    });
    expect(await show('--from', '2026-06-02', '--to', '2026-06-01')).toMatchObject({
      code: 1,
      error: { code: 'invalid_dates', param: 'from' },
    });
    expect(await show('--waitlist-id', offer.storeId)).toMatchObject({
      code: 1,
      error: { code: 'waitlist_not_found' },
    });
    expect(await show('--waitlist-id', 'x')).toMatchObject({ code: 1, error: { code: 'waitlist_not_found' } });
  });
});

test('writes counts within seconds, and the last counts when the service ends', async () => {
  const system = await startSystem();
  const { storeKey, storeId } = await createStoreWithWaitlist(system);
  const tell = () =>
    fetch(`${system.baseUrl}/api/v1/measures?api_key=${storeKey}`, {
      method: 'POST',
      body: '{"ButtonClicked":{"":1}}',
    });
  const stored = async () => {
    const rows = await system.db.query<{ count: string }>('SELECT count FROM measure WHERE store_id = $1', [storeId]);
    return rows.map(({ count }) => Number(count));
  };
  expect((await tell()).status).toBe(204);
  await expect.poll(stored, { timeout: 10_000 }).toEqual([1]);
  await tell();
  await system.deps.measures.stop();
  expect(await stored()).toEqual([2]);
  await system.stop();
});

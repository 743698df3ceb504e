import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runRehearsals } from '../../../src/core/rehearsals/commands/run.ts';
import { startRehearsal, stopRehearsal } from '../../../src/core/rehearsals/commands/start.ts';
import { listRehearsals, readRehearsal } from '../../../src/core/rehearsals/queries/rehearsals.ts';
import { updateStore } from '../../../src/core/stores/commands.ts';
import { scratchDatabases as scratchesOf } from '../../../src/main/scratch.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer, type OfferOptions, shiftClock } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const { db } = core;

// Other tests rehearse on the same server, and their databases come and go: only those of this test's rehearsals count.
const scratchDatabases = async () => {
  const rows = await db.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database, rehearsal WHERE datname LIKE 'scratch%' || replace(id::text, '-', '')`,
  );
  return rows.map(({ name }) => name);
};
afterAll(async () => {
  expect(await scratchDatabases()).toEqual([]);
});

async function rehearse(options: OfferOptions, plan: object, prepare?: (storeId: string) => Promise<void>) {
  const offer = await createOffer(core, options);
  await prepare?.(offer.storeId);
  const id = await startRehearsal(core, offer.storeId, { waitlistId: offer.waitlistId, ...plan });
  await runRehearsals(core);
  const rehearsal = await readRehearsal(db, offer.storeId, id);
  expect([rehearsal.state, rehearsal.failure]).toEqual(['done', null]);
  if (!rehearsal.report) throw new Error('no report');
  return { offer, rehearsal, report: rehearsal.report };
}

describe('a rehearsed launch', { timeout: 180_000 }, () => {
  test('says what would be sold, when, and to whom, and leaves the store as it was', async () => {
    const { offer, rehearsal, report } = await rehearse({ allocation: 40 }, { shoppers: 80, hours: 6 }, async () => {});
    expect(rehearsal.arrived).toBe(80);
    expect(report).toMatchObject({ shoppers: 80, units: 40, currency: 'EUR', plan: 'pay_now' });
    expect(report.variants).toMatchObject([{ forSale: 40, sold: 40, soldOutAt: expect.any(String) }]);
    expect(report.series.flatMap(({ units }) => units).reduce((sum, units) => sum + units, 0)).toBe(40);
    expect(report.countries).toMatchObject([{ country: 'DE', shoppers: 80, units: 40 }]);
    expect(report.batches).toMatchObject([{ position: 1, forSale: 40, sold: 40 }]);
    expect(report.booked).toBe(report.units * 12_900 + report.preorders * 490);
    expect(report.payments.left + report.payments.declined).toBeGreaterThan(0);
    const rows = await db.query(`SELECT 1 FROM checkout WHERE store_id = $1`, [offer.storeId]);
    expect(rows).toEqual([]);
  });

  test('counts only the units that are left, and ends the same way each time', async () => {
    const offer = await createOffer(core, { allocation: 30 });
    await buyFrom(core, offer, { quantity: 5 });
    const reports = [];
    for (let turn = 0; turn < 2; turn++) {
      await startRehearsal(core, offer.storeId, { waitlistId: offer.waitlistId, shoppers: 60, hours: 1 });
      await runRehearsals(core);
      reports.push((await listRehearsals(db, offer.storeId))[0]?.report);
    }
    expect(reports[0]?.variants[0]).toMatchObject({ forSale: 25 });
    const { opensAt: _, endsAt: __, series: ___, variants, ...first } = reports[0] ?? {};
    expect(reports[1]).toMatchObject(first);
    expect(reports[1]?.variants[0]?.sold).toBe(variants?.[0]?.sold);
  });

  test('names the settings that would have failed', async () => {
    const { report } = await rehearse(
      { allocation: 500, limitPerCustomer: 1, holdsPerAddressMax: 20 },
      {
        shoppers: 120,
        hours: 12,
        countries: [
          { of: 'DE', share: 2 },
          { of: 'FR', share: 1 },
          { of: 'AT', share: 1 },
        ],
        quantities: [
          { of: 1, share: 1 },
          { of: 2, share: 1 },
        ],
        challengePercent: 100,
        declinePercent: 0,
        leavePercent: 0,
      },
      async (storeId) => {
        const shipping = ['DE', 'AT'].map((country) => ({ country, amount: 490 }));
        await updateStore(core, storeId, { shipping, holdMinutes: 1 });
      },
    );
    const found = Object.fromEntries(report.findings.map(({ code, place }) => [code, place]));
    expect(found).toMatchObject({
      country_not_shipped: 'shipping',
      tax_missing: 'tax',
      limit_refuses_many: 'waitlist',
      hold_too_short: 'rules',
    });
    const unshipped = report.findings.find(({ code }) => code === 'country_not_shipped');
    expect(unshipped).toMatchObject({ message: expect.stringContaining('FR'), data: { countries: ['FR'] } });
  });

  test('can be stopped while it waits, and a store has one at a time', async () => {
    const { storeId, waitlistId } = await createOffer(core, { allocation: 5 });
    const id = await startRehearsal(core, storeId, { waitlistId });
    await expect(startRehearsal(core, storeId, { waitlistId })).rejects.toMatchObject({ code: 'rehearsal_running' });
    await stopRehearsal(core, storeId, id);
    expect(await readRehearsal(db, storeId, id)).toMatchObject({ state: 'stopped', report: null });
    expect(await runRehearsals(core)).toBe(false);
  });

  test('is stopped in the middle with a report of who came so far', async () => {
    const { storeId, waitlistId } = await createOffer(core, { allocation: 500 });
    const id = await startRehearsal(core, storeId, { waitlistId, shoppers: 20_000 });
    const running = runRehearsals(core);
    const now = () => readRehearsal(db, storeId, id);
    await expect.poll(async () => (await now()).arrived, { timeout: 30_000 }).toBeGreaterThan(0);
    await stopRehearsal(core, storeId, id);
    await running;
    const { state, arrived, report } = await now();
    expect(state).toBe('stopped');
    expect(report?.shoppers).toBe(arrived);
    expect(arrived).toBeLessThan(20_000);
  });

  test('stays with its process while the database is made, however long that takes', async () => {
    const { storeId, waitlistId } = await createOffer(core, { allocation: 5 });
    const id = await startRehearsal(core, storeId, { waitlistId, shoppers: 3 });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const claim = async () => {
      const [row] = await db.query<{ until: Date }>('SELECT claimed_until AS until FROM rehearsal WHERE id = $1', [id]);
      return row?.until.getTime() ?? 0;
    };
    try {
      const slow = {
        ...core.scratch,
        async open(name: string) {
          for (let turn = 0; turn < 2; turn++) {
            const before = await claim();
            await shiftClock(db, 50);
            vi.advanceTimersByTime(15_000);
            await expect.poll(claim).toBeGreaterThan(before);
          }
          expect(await runRehearsals(core), 'of another process').toBe(false);
          return core.scratch.open(name);
        },
      };
      await runRehearsals({ ...core, scratch: slow });
    } finally {
      vi.useRealTimers();
    }
    expect(await readRehearsal(db, storeId, id)).toMatchObject({ state: 'done', arrived: 3 });
  });

  test('fails with what to do where the database’s role may make no databases', async () => {
    const role = `plain_${randomUUID().slice(0, 8)}`;
    await db.query(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'`);
    const address = new URL(db.directUrl);
    Object.assign(address, { username: role, password: 'plain' });
    const { storeId, waitlistId } = await createOffer(core, { allocation: 5 });
    const id = await startRehearsal(core, storeId, { waitlistId });
    await runRehearsals({ ...core, scratch: scratchesOf(core, address.href) });
    await db.query(`DROP ROLE ${role}`);
    expect(await readRehearsal(db, storeId, id)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/REHEARSAL_DATABASE_URL may not create databases.*CREATEDB/),
      failureCode: 'rehearsal_impossible',
    });
  });

  test('of a process that died has failed, and its database is removed with the next', async () => {
    const { storeId, waitlistId } = await createOffer(core, { allocation: 5 });
    const id = await startRehearsal(core, storeId, { waitlistId, shoppers: 5 });
    await db.query(
      `UPDATE rehearsal SET state = 'running', claimed_until = app_now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    const left = await core.scratch.open(id);
    await left.deps.db.close();
    expect(await scratchDatabases()).toHaveLength(1);
    await startRehearsalAfter(storeId, waitlistId);
    expect(await readRehearsal(db, storeId, id)).toMatchObject({ state: 'failed', failureCode: 'interrupted' });
  });

  async function startRehearsalAfter(storeId: string, waitlistId: string) {
    await runRehearsals(core);
    await startRehearsal(core, storeId, { waitlistId, shoppers: 5 });
    await runRehearsals(core);
  }
});

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { createWaitlist } from '../../../src/core/waitlists/commands/create.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import { runDueWaitlists } from '../../../src/core/waitlists/jobs.ts';
import { listWaitlists } from '../../../src/core/waitlists/queries/list.ts';
import { openWaitlistOf, readWaitlist } from '../../../src/core/waitlists/queries.ts';
import { WAITLIST_ACTS, type WaitlistAct } from '../../../src/domain/waitlist.ts';
import { keepBooksSound } from '../../support/books.ts';
import { shiftClock } from '../../support/core.ts';
import { createMerchant, createTestProduct, createTestStore, createTestWaitlist } from '../../support/merchant.ts';
import { refused } from '../../support/refusal.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
afterEach(() => database.db.query('DELETE FROM clock_shift'));
keepBooksSound(() => database.db);

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
async function countChanges(productId: string) {
  const [row] = await database.db.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM outbox WHERE topic = 'waitlist.changed' AND subject_id = $1",
    [productId],
  );
  return row?.n;
}

describe('creating a waitlist', () => {
  test('copies the catalogue’s prices and enters the units in the stock ledger', async () => {
    const merchant = await createMerchant(core);
    const id = await merchant.create({ limitPerCustomer: 2, description: ' Made to order. ', closesAt: inHours(2) });
    const waitlist = await merchant.read(id);
    expect(waitlist).toMatchObject({
      state: 'DRAFT',
      open: false,
      limitPerCustomer: 2,
      description: 'Made to order.',
      promise: { version: 1, from: '2030-06-10', until: '2030-06-15' },
    });
    expect(waitlist.variants.map((variant) => [variant.price, variant.compareAtPrice, variant.allocated])).toEqual([
      [12_900, null, 10],
      [14_900, null, 10],
    ]);
    await database.db.query('UPDATE variant SET price = 1 WHERE store_id = $1', [merchant.storeId]);
    expect((await merchant.read(id)).variants[0]?.price).toBe(12_900);
    expect(await countChanges(merchant.product.id)).toBe(1);
  });

  test('refuses wrong input, and leaves nothing behind', async () => {
    const merchant = await createMerchant(core, [12_900, null]);
    const [first, unpriced] = merchant.product.variants.map(({ id }) => ({ variantId: id, allocation: 1 }));
    if (!first || !unpriced) throw new Error('fewer than two variants');
    const other = await createTestProduct(database.db, merchant.storeId);
    const foreign = { variantId: other.variants[0]?.id ?? '', allocation: 1 };
    const wrong: [Parameters<typeof merchant.create>[0], string][] = [
      [{ variants: [] }, 'missing_parameter'],
      [{ variants: [first, unpriced] }, 'price_required'],
      [{ variants: [first, first] }, 'invalid_parameter'],
      [{ variants: [first, foreign] }, 'unknown_variant'],
      [{ variants: [{ variantId: 'x', allocation: 1 }] }, 'unknown_variant'],
      [{ variants: [{ ...first, allocation: -1 }] }, 'invalid_parameter'],
      [{ variants: [{ ...first, compareAtPrice: 12_900 }] }, 'invalid_parameter'],
      [{ variants: [first], shipWindow: { from: '2030-06-15', until: '2030-06-10' } }, 'invalid_dates'],
      [{ variants: [first], shipWindow: { from: '2020-06-10', until: '2020-06-15' } }, 'invalid_dates'],
      [{ variants: [first], launchesAt: inHours(2), closesAt: inHours(1) }, 'invalid_dates'],
      [{ variants: [first], launchesAt: inHours(-1) }, 'invalid_dates'],
      [{ variants: [first], launchesAt: inHours(24 * 365 * 5) }, 'invalid_dates'],
      [{ variants: [first], closesAt: inHours(-1) }, 'invalid_dates'],
      [{ variants: [first], limitPerCustomer: 0 }, 'invalid_parameter'],
      [{ variants: [first], productId: randomUUID() }, 'product_not_found'],
      [{ variants: [first], productId: 'no id' }, 'product_not_found'],
    ];
    for (const [changes, code] of wrong) await expect(merchant.create(changes), code).rejects.toThrow(refused(code));
    await database.db.query('UPDATE variant SET gone_at = app_now() WHERE id = $1', [first.variantId]);
    await expect(merchant.create({ variants: [first] })).rejects.toThrow(refused('variant_gone'));
    expect(await listWaitlists(database.db, merchant.storeId)).toEqual([]);
    expect(await countChanges(merchant.product.id)).toBe(0);
    await expect(
      merchant.create({ variants: [{ ...unpriced, price: 5_000, compareAtPrice: 6_000 }] }),
    ).resolves.toBeTruthy();
  });

  test('knows the products of its own store alone', async () => {
    const merchant = await createMerchant(core);
    const stranger = await createTestStore(database.db);
    const offer = merchant.product.variants.map(({ id }) => ({ variantId: id, allocation: 1 }));
    const shipWindow = { from: '2030-06-10', until: '2030-06-15' };
    const theft = createWaitlist(core, stranger, { productId: merchant.product.id, variants: offer, shipWindow });
    await expect(theft).rejects.toThrow(refused('product_not_found'));
    const id = await merchant.create();
    const target = { storeId: stranger, waitlistId: id };
    await expect(changeWaitlistState(core, target, 'open')).rejects.toThrow(refused('waitlist_not_found'));
    await expect(updateWaitlist(core, target, { description: 'x' })).rejects.toThrow(refused('waitlist_not_found'));
    await expect(readWaitlist(database.db, stranger, id)).rejects.toThrow(refused('waitlist_not_found'));
    expect(await listWaitlists(database.db, stranger)).toEqual([]);
    const after = listWaitlists(database.db, stranger, { after: id });
    await expect(after).rejects.toThrow(refused('invalid_parameter', { param: 'after' }));
    expect((await merchant.read(id)).state).toBe('DRAFT');
  });
});

describe('a list of waitlists', () => {
  test('continues after a page, also between waitlists of the same moment', async () => {
    const merchant = await createMerchant(core);
    for (let made = 0; made < 7; made += 1) await merchant.create();
    await database.db.query("UPDATE waitlist SET created_at = date_trunc('day', app_now()) WHERE store_id = $1", [
      merchant.storeId,
    ]);
    const newest = await merchant.create();
    const all = (await listWaitlists(database.db, merchant.storeId)).map(({ id }) => id);
    expect(all[0]).toBe(newest);
    const paged: string[] = [];
    for (let page = ['']; page.length > 0; paged.push(...page)) {
      const found = await listWaitlists(database.db, merchant.storeId, { after: paged.at(-1), limit: 3 });
      page = found.map(({ id }) => id);
    }
    expect(paged).toEqual(all);
    expect(new Set(paged).size).toBe(8);
  });
});

describe('opening and closing a waitlist', () => {
  test('allows the acts of each state, and refuses all others', async () => {
    const merchant = await createMerchant(core);
    const id = await merchant.create({ launchesAt: inHours(1), closesAt: inHours(2) });
    const path: WaitlistAct[] = ['schedule', 'unschedule', 'schedule', 'open', 'pause', 'resume', 'close'];
    for (const next of path) {
      const { state } = await merchant.read(id);
      for (const name of Object.keys(WAITLIST_ACTS) as WaitlistAct[]) {
        if ((WAITLIST_ACTS[name].from as readonly string[]).includes(state)) continue;
        await expect(merchant.act(id, name)).rejects.toThrow(
          refused('invalid_transition', { data: { state, act: name } }),
        );
      }
      await merchant.act(id, next);
      expect((await merchant.read(id)).state).toBe(WAITLIST_ACTS[next].to);
    }
    const closed = await merchant.read(id);
    expect(closed.openedAt).toBeInstanceOf(Date);
    expect(closed.closedAt).toBeInstanceOf(Date);
    await expect(merchant.act(id, 'close')).rejects.toThrow(refused('invalid_transition'));
    await expect(merchant.act('nothing', 'close')).rejects.toThrow(refused('waitlist_not_found'));
  });

  test('needs a launch time to schedule, and a close in the future to open', async () => {
    const merchant = await createMerchant(core);
    const unscheduled = await merchant.create();
    await expect(merchant.act(unscheduled, 'schedule')).rejects.toThrow(
      refused('invalid_dates', { param: 'launches_at' }),
    );
    const late = await merchant.create({ closesAt: inHours(1) });
    await shiftClock(database.db, 2 * 3_600);
    await expect(merchant.act(late, 'open')).rejects.toThrow(refused('invalid_dates', { param: 'closes_at' }));
    expect((await merchant.read(late)).state).toBe('DRAFT');
  });

  test('needs a ship window that is not over in the store’s time zone', async () => {
    const berlin = await createMerchant(core);
    const auckland = await createMerchant(core);
    await database.db.query("UPDATE store SET time_zone = 'Pacific/Auckland' WHERE id = $1", [auckland.storeId]);
    const [today] = await database.db.query<{ day: string }>(
      "SELECT to_char(app_now() AT TIME ZONE 'Pacific/Auckland', 'YYYY-MM-DD') AS day",
    );
    const shipWindow = { from: today?.day ?? '', until: today?.day ?? '' };
    const id = await auckland.create({ shipWindow });
    await shiftClock(database.db, 24 * 3_600);
    const over = refused('invalid_dates', { param: 'ships_until' });
    for (const act of ['open', 'schedule'] as const) await expect(auckland.act(id, act)).rejects.toThrow(over);
    await expect(auckland.create({ shipWindow })).rejects.toThrow(over);
    await expect(auckland.update(id, { shipWindow })).rejects.toThrow(over);
    await expect(berlin.create({ shipWindow: { from: '2026-01-01', until: '2026-01-02' } })).rejects.toThrow(over);
    await auckland.update(id, { shipWindow: { from: '2029-12-01', until: '2030-01-01' } });
    await auckland.act(id, 'open');
  });

  test('needs a payment account for a live store', async () => {
    const live = await createTestStore(database.db, { mode: 'live' });
    const of = { storeId: live, product: await createTestProduct(database.db, live) };
    const id = await createTestWaitlist(database.db, of, { launchesAt: inHours(1) });
    for (const name of ['open', 'schedule'] as const) {
      const opening = changeWaitlistState(core, { storeId: live, waitlistId: id }, name);
      await expect(opening).rejects.toThrow(refused('payment_not_configured'));
    }
    expect((await readWaitlist(database.db, live, id)).state).toBe('DRAFT');
  });

  test('opens one waitlist of a product when several are opened at once', async () => {
    const merchant = await createMerchant(core);
    const ids = await Promise.all(Array.from({ length: 6 }, () => merchant.create()));
    const results = await Promise.allSettled(ids.map((id) => merchant.act(id, 'open')));
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost).toHaveLength(5);
    for (const { reason } of lost) expect(reason).toEqual(refused('waitlist_already_open'));
    const open = await listWaitlists(database.db, merchant.storeId, { state: 'OPEN' });
    expect(open).toHaveLength(1);
    expect(await openWaitlistOf(database.db, merchant.storeId, merchant.product.id)).toBe(open[0]?.id);
    // A waitlist of another product opens as well.
    const other = await createTestProduct(database.db, merchant.storeId);
    const elsewhere = await createTestWaitlist(database.db, { storeId: merchant.storeId, product: other });
    await changeWaitlistState(core, { storeId: merchant.storeId, waitlistId: elsewhere }, 'open');
  });

  test('refuses to resume while another waitlist is open', async () => {
    const merchant = await createMerchant(core);
    const [paused, open] = [await merchant.create(), await merchant.create()];
    await merchant.act(paused, 'open');
    await merchant.act(paused, 'pause');
    await merchant.act(open, 'open');
    await expect(merchant.act(paused, 'resume')).rejects.toThrow(
      refused('waitlist_already_open', { data: { waitlist: open } }),
    );
    await merchant.act(open, 'close');
    await merchant.act(paused, 'resume');
    expect((await merchant.read(paused)).open).toBe(true);
  });
});

describe('the clock', () => {
  test('opens and closes a scheduled waitlist in time, before and after the job records it', async () => {
    const merchant = await createMerchant(core);
    const id = await merchant.create({ launchesAt: inHours(1), closesAt: inHours(3) });
    await merchant.act(id, 'schedule');
    expect(await runDueWaitlists(core)).toBe(0);
    expect(await merchant.read(id)).toMatchObject({ state: 'SCHEDULED', open: false });
    await shiftClock(database.db, 2 * 3_600);
    expect(await merchant.read(id)).toMatchObject({ state: 'SCHEDULED', open: true });
    expect(await runDueWaitlists(core)).toBe(1);
    expect(await runDueWaitlists(core)).toBe(0);
    expect(await merchant.read(id)).toMatchObject({ state: 'OPEN', open: true });
    await shiftClock(database.db, 2 * 3_600);
    expect(await merchant.read(id)).toMatchObject({ state: 'OPEN', open: false });
    expect(await runDueWaitlists(core)).toBe(1);
    expect(await merchant.read(id)).toMatchObject({ state: 'CLOSED', open: false });
  });

  test('delays a launch while another waitlist is open, and raises one alert until it opens', async () => {
    const merchant = await createMerchant(core);
    const open = await merchant.create({ closesAt: inHours(3) });
    const waiting = await merchant.create({ launchesAt: inHours(1) });
    await merchant.act(open, 'open');
    await merchant.act(waiting, 'schedule');
    await shiftClock(database.db, 2 * 3_600);
    await Promise.all([runDueWaitlists(core), runDueWaitlists(core)]);
    await runDueWaitlists(core);
    const alerts = await listAlerts(database.db, merchant.storeId, { resolved: false });
    expect(alerts).toMatchObject([{ code: 'launch_waits', subjectId: waiting }]);
    expect(await openWaitlistOf(database.db, merchant.storeId, merchant.product.id)).toBe(open);
    await shiftClock(database.db, 2 * 3_600);
    expect(await openWaitlistOf(database.db, merchant.storeId, merchant.product.id)).toBe(waiting);
    expect(await runDueWaitlists(core)).toBe(1);
    expect([(await merchant.read(open)).state, (await merchant.read(waiting)).state]).toEqual(['CLOSED', 'OPEN']);
    expect(await listAlerts(database.db, merchant.storeId, { resolved: false })).toEqual([]);
    expect(await listAlerts(database.db, merchant.storeId, { resolved: true })).toHaveLength(1);
  });

  test('opens the earlier launch of two, beside a paused waitlist', async () => {
    const merchant = await createMerchant(core);
    const [later, earlier] = [
      await merchant.create({ launchesAt: inHours(2) }),
      await merchant.create({ launchesAt: inHours(1) }),
    ];
    const paused = await merchant.create();
    await merchant.act(paused, 'open');
    await merchant.act(paused, 'pause');
    for (const id of [later, earlier]) await merchant.act(id, 'schedule');
    await shiftClock(database.db, 3 * 3_600);
    expect(await openWaitlistOf(database.db, merchant.storeId, merchant.product.id)).toBe(earlier);
    await runDueWaitlists(core);
    expect((await merchant.read(earlier)).state).toBe('OPEN');
    expect((await merchant.read(later)).state).toBe('SCHEDULED');
  });

  test('counts for acts by hand, although no job ran', async () => {
    const merchant = await createMerchant(core);
    const due = await merchant.create({ launchesAt: inHours(1) });
    await merchant.act(due, 'schedule');
    const byHand = await merchant.create();
    await shiftClock(database.db, 2 * 3_600);
    await expect(merchant.act(byHand, 'open')).rejects.toThrow(
      refused('waitlist_already_open', { data: { waitlist: due } }),
    );
    await expect(merchant.act(due, 'unschedule')).rejects.toThrow(
      refused('invalid_transition', { data: { state: 'OPEN', act: 'unschedule' } }),
    );
    expect((await merchant.read(due)).state).toBe('SCHEDULED'); // a refusal changes nothing
    await merchant.act(due, 'pause');
    expect((await merchant.read(due)).state).toBe('PAUSED');
  });
});

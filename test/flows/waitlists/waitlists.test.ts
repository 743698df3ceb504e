import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { createWaitlist } from '../../../src/core/waitlists/commands/create.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import { runDueWaitlists } from '../../../src/core/waitlists/jobs.ts';
import { listWaitlists, openWaitlistOf, readWaitlist } from '../../../src/core/waitlists/queries.ts';
import { WAITLIST_ACTS, type WaitlistAct } from '../../../src/domain/waitlist.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { stageEngine } from '../../support/engine-stage.ts';
import { createDesk, createTestProduct, createTestStore, createTestWaitlist } from '../../support/merchant.ts';
import { refused } from '../../support/refusal.ts';
import { shiftClock } from '../../support/shop.ts';

const { database, engine } = await stageEngine();
afterEach(async () => {
  await expectSoundBooks(database.db);
  await database.db.query('DELETE FROM clock_shift');
});

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
    const desk = await createDesk(engine);
    const id = await desk.create({ limitPerCustomer: 2, description: ' Made to order. ', closesAt: inHours(2) });
    const waitlist = await desk.read(id);
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
    await database.db.query('UPDATE variant SET price = 1 WHERE store_id = $1', [desk.storeId]);
    expect((await desk.read(id)).variants[0]?.price).toBe(12_900);
    expect(await countChanges(desk.product.id)).toBe(1);
  });

  test('refuses wrong input, and leaves nothing behind', async () => {
    const desk = await createDesk(engine, [12_900, null]);
    const [first, unpriced] = desk.product.variants.map(({ id }) => ({ variantId: id, allocation: 1 }));
    if (!first || !unpriced) throw new Error('fewer than two variants');
    const other = await createTestProduct(database.db, desk.storeId);
    const foreign = { variantId: other.variants[0]?.id ?? '', allocation: 1 };
    const wrong: [Parameters<typeof desk.create>[0], string][] = [
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
    for (const [changes, code] of wrong) await expect(desk.create(changes), code).rejects.toThrow(refused(code));
    await database.db.query('UPDATE variant SET gone_at = app_now() WHERE id = $1', [first.variantId]);
    await expect(desk.create({ variants: [first] })).rejects.toThrow(refused('variant_gone'));
    expect(await listWaitlists(database.db, desk.storeId)).toEqual([]);
    expect(await countChanges(desk.product.id)).toBe(0);
    await expect(
      desk.create({ variants: [{ ...unpriced, price: 5_000, compareAtPrice: 6_000 }] }),
    ).resolves.toBeTruthy();
  });

  test('knows the products of its own store alone', async () => {
    const desk = await createDesk(engine);
    const stranger = await createTestStore(database.db);
    const offer = desk.product.variants.map(({ id }) => ({ variantId: id, allocation: 1 }));
    const shipWindow = { from: '2030-06-10', until: '2030-06-15' };
    const theft = createWaitlist(engine, stranger, { productId: desk.product.id, variants: offer, shipWindow });
    await expect(theft).rejects.toThrow(refused('product_not_found'));
    const id = await desk.create();
    const target = { storeId: stranger, waitlistId: id };
    await expect(changeWaitlistState(engine, target, 'open')).rejects.toThrow(refused('waitlist_not_found'));
    await expect(updateWaitlist(engine, target, { description: 'x' })).rejects.toThrow(refused('waitlist_not_found'));
    await expect(readWaitlist(database.db, stranger, id)).rejects.toThrow(refused('waitlist_not_found'));
    expect(await listWaitlists(database.db, stranger)).toEqual([]);
    const after = listWaitlists(database.db, stranger, { after: id });
    await expect(after).rejects.toThrow(refused('invalid_parameter', { param: 'after' }));
    expect((await desk.read(id)).state).toBe('DRAFT');
  });
});

describe('a list of waitlists', () => {
  test('continues after a page, also between waitlists of the same moment', async () => {
    const desk = await createDesk(engine);
    for (let made = 0; made < 7; made += 1) await desk.create();
    await database.db.query("UPDATE waitlist SET created_at = date_trunc('day', app_now()) WHERE store_id = $1", [
      desk.storeId,
    ]);
    const newest = await desk.create();
    const all = (await listWaitlists(database.db, desk.storeId)).map(({ id }) => id);
    expect(all[0]).toBe(newest);
    const paged: string[] = [];
    for (let page = ['']; page.length > 0; paged.push(...page)) {
      const found = await listWaitlists(database.db, desk.storeId, { after: paged.at(-1), limit: 3 });
      page = found.map(({ id }) => id);
    }
    expect(paged).toEqual(all);
    expect(new Set(paged).size).toBe(8);
  });
});

describe('opening and closing a waitlist', () => {
  test('allows the acts of each state, and refuses all others', async () => {
    const desk = await createDesk(engine);
    const id = await desk.create({ launchesAt: inHours(1), closesAt: inHours(2) });
    const path: WaitlistAct[] = ['schedule', 'unschedule', 'schedule', 'open', 'pause', 'resume', 'close'];
    for (const next of path) {
      const { state } = await desk.read(id);
      for (const name of Object.keys(WAITLIST_ACTS) as WaitlistAct[]) {
        if ((WAITLIST_ACTS[name].from as readonly string[]).includes(state)) continue;
        await expect(desk.act(id, name)).rejects.toThrow(refused('invalid_transition', { data: { state, act: name } }));
      }
      await desk.act(id, next);
      expect((await desk.read(id)).state).toBe(WAITLIST_ACTS[next].to);
    }
    const closed = await desk.read(id);
    expect(closed.openedAt).toBeInstanceOf(Date);
    expect(closed.closedAt).toBeInstanceOf(Date);
    await expect(desk.act(id, 'close')).rejects.toThrow(refused('invalid_transition'));
    await expect(desk.act('nothing', 'close')).rejects.toThrow(refused('waitlist_not_found'));
  });

  test('needs a launch time to schedule, and a close in the future to open', async () => {
    const desk = await createDesk(engine);
    const unscheduled = await desk.create();
    await expect(desk.act(unscheduled, 'schedule')).rejects.toThrow(refused('invalid_dates', { param: 'launches_at' }));
    const late = await desk.create({ closesAt: inHours(1) });
    await shiftClock(database.db, 2 * 3_600);
    await expect(desk.act(late, 'open')).rejects.toThrow(refused('invalid_dates', { param: 'closes_at' }));
    expect((await desk.read(late)).state).toBe('DRAFT');
  });

  test('needs a ship window that is not over in the store’s time zone', async () => {
    const berlin = await createDesk(engine);
    const auckland = await createDesk(engine);
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
      const opening = changeWaitlistState(engine, { storeId: live, waitlistId: id }, name);
      await expect(opening).rejects.toThrow(refused('payment_not_configured'));
    }
    expect((await readWaitlist(database.db, live, id)).state).toBe('DRAFT');
  });

  test('opens one waitlist of a product when several are opened at once', async () => {
    const desk = await createDesk(engine);
    const ids = await Promise.all(Array.from({ length: 6 }, () => desk.create()));
    const results = await Promise.allSettled(ids.map((id) => desk.act(id, 'open')));
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost).toHaveLength(5);
    for (const { reason } of lost) expect(reason).toEqual(refused('waitlist_already_open'));
    const open = await listWaitlists(database.db, desk.storeId, { state: 'OPEN' });
    expect(open).toHaveLength(1);
    expect(await openWaitlistOf(database.db, desk.storeId, desk.product.id)).toBe(open[0]?.id);
    // A waitlist of another product opens as well.
    const other = await createTestProduct(database.db, desk.storeId);
    const elsewhere = await createTestWaitlist(database.db, { storeId: desk.storeId, product: other });
    await changeWaitlistState(engine, { storeId: desk.storeId, waitlistId: elsewhere }, 'open');
  });

  test('refuses to resume while another waitlist is open', async () => {
    const desk = await createDesk(engine);
    const [paused, open] = [await desk.create(), await desk.create()];
    await desk.act(paused, 'open');
    await desk.act(paused, 'pause');
    await desk.act(open, 'open');
    await expect(desk.act(paused, 'resume')).rejects.toThrow(
      refused('waitlist_already_open', { data: { waitlist: open } }),
    );
    await desk.act(open, 'close');
    await desk.act(paused, 'resume');
    expect((await desk.read(paused)).open).toBe(true);
  });
});

describe('the clock', () => {
  test('opens and closes a scheduled waitlist in time, before and after the job records it', async () => {
    const desk = await createDesk(engine);
    const id = await desk.create({ launchesAt: inHours(1), closesAt: inHours(3) });
    await desk.act(id, 'schedule');
    expect(await runDueWaitlists(engine)).toBe(0);
    expect(await desk.read(id)).toMatchObject({ state: 'SCHEDULED', open: false });
    await shiftClock(database.db, 2 * 3_600);
    expect(await desk.read(id)).toMatchObject({ state: 'SCHEDULED', open: true });
    expect(await runDueWaitlists(engine)).toBe(1);
    expect(await runDueWaitlists(engine)).toBe(0);
    expect(await desk.read(id)).toMatchObject({ state: 'OPEN', open: true });
    await shiftClock(database.db, 2 * 3_600);
    expect(await desk.read(id)).toMatchObject({ state: 'OPEN', open: false });
    expect(await runDueWaitlists(engine)).toBe(1);
    expect(await desk.read(id)).toMatchObject({ state: 'CLOSED', open: false });
  });

  test('delays a launch while another waitlist is open, and raises one alert until it opens', async () => {
    const desk = await createDesk(engine);
    const open = await desk.create({ closesAt: inHours(3) });
    const waiting = await desk.create({ launchesAt: inHours(1) });
    await desk.act(open, 'open');
    await desk.act(waiting, 'schedule');
    await shiftClock(database.db, 2 * 3_600);
    await Promise.all([runDueWaitlists(engine), runDueWaitlists(engine)]);
    await runDueWaitlists(engine);
    const alerts = await listAlerts(database.db, desk.storeId, { resolved: false });
    expect(alerts).toMatchObject([{ code: 'launch_waits', subjectId: waiting }]);
    expect(await openWaitlistOf(database.db, desk.storeId, desk.product.id)).toBe(open);
    await shiftClock(database.db, 2 * 3_600);
    expect(await openWaitlistOf(database.db, desk.storeId, desk.product.id)).toBe(waiting);
    expect(await runDueWaitlists(engine)).toBe(1);
    expect([(await desk.read(open)).state, (await desk.read(waiting)).state]).toEqual(['CLOSED', 'OPEN']);
    expect(await listAlerts(database.db, desk.storeId, { resolved: false })).toEqual([]);
    expect(await listAlerts(database.db, desk.storeId, { resolved: true })).toHaveLength(1);
  });

  test('opens the earlier launch of two, beside a paused waitlist', async () => {
    const desk = await createDesk(engine);
    const [later, earlier] = [
      await desk.create({ launchesAt: inHours(2) }),
      await desk.create({ launchesAt: inHours(1) }),
    ];
    const paused = await desk.create();
    await desk.act(paused, 'open');
    await desk.act(paused, 'pause');
    for (const id of [later, earlier]) await desk.act(id, 'schedule');
    await shiftClock(database.db, 3 * 3_600);
    expect(await openWaitlistOf(database.db, desk.storeId, desk.product.id)).toBe(earlier);
    await runDueWaitlists(engine);
    expect((await desk.read(earlier)).state).toBe('OPEN');
    expect((await desk.read(later)).state).toBe('SCHEDULED');
  });

  test('counts for acts by hand, although no job ran', async () => {
    const desk = await createDesk(engine);
    const due = await desk.create({ launchesAt: inHours(1) });
    await desk.act(due, 'schedule');
    const byHand = await desk.create();
    await shiftClock(database.db, 2 * 3_600);
    await expect(desk.act(byHand, 'open')).rejects.toThrow(
      refused('waitlist_already_open', { data: { waitlist: due } }),
    );
    await expect(desk.act(due, 'unschedule')).rejects.toThrow(
      refused('invalid_transition', { data: { state: 'OPEN', act: 'unschedule' } }),
    );
    expect((await desk.read(due)).state).toBe('SCHEDULED'); // a refusal changes nothing
    await desk.act(due, 'pause');
    expect((await desk.read(due)).state).toBe('PAUSED');
  });
});

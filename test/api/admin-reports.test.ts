import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { laterDay } from '../../src/domain/store-time.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { createTestStore } from '../support/merchant.ts';
import { cancelAll, releaseAll, runJobs } from '../support/release.ts';

// One story of a month: bought on three days, some of it cancelled, some released. The clock of its database is moved.

let api: Api;
let core: Core;
let offer: Offer;
let client: AdminClient;
let stranger: AdminClient;
let today: string;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  stranger = await tokenClient(api, await createTestStore(api.db));
  await daysAgo(20);
  offer = await createOffer(core, { allocation: 60, price: 10_000, plan: { plan: 'pay_later' } });
  for (let day = 12; day >= 1; day -= 1) {
    await daysAgo(day);
    const first = await buyFrom(core, offer, { email: `ada${day}@mail.example`, quantity: 3 });
    if (day === 10) await cancelAll(core, offer, first);
  }
  await daysAgo(0);
  await releaseAll(core, offer, 6);
  await runJobs(core, offer.storeId);
  client = await tokenClient(api, offer.storeId);
  today = (await client.get('/reports/sales')).json.data.to;
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

async function daysAgo(days: number): Promise<void> {
  await api.db.query('DELETE FROM clock_shift');
  if (days > 0) await api.db.query("INSERT INTO clock_shift (shift) VALUES ($1 * interval '-1 day')", [days]);
}

const errorOf = async (path: string, by = client) => {
  const { status, json } = await by.get(path);
  return [status, json.error?.code, json.error?.param];
};

describe('sales', () => {
  test('are measured apart, each on its own day', async () => {
    const { total, days, waitlists, currency } = (await client.get('/reports/sales')).json.data;
    expect(currency).toBe('EUR');
    expect(days).toHaveLength(30);
    expect(total).toMatchObject({ sold: 36, cancelled: 3, released: 6, refunded: '0.00', charged_back: '0.00' });
    const dayBefore = (count: number) => days.find(({ day }: { day: string }) => day === laterDay(today, -count));
    expect(dayBefore(12)).toMatchObject({ sold: 3, booked: '304.90', cancelled: 0, released: 0, charged: '0.00' });
    expect(dayBefore(10)).toMatchObject({ sold: 3, cancelled: 3, cancelled_value: '304.90' });
    expect(dayBefore(0)).toMatchObject({ sold: 0, released: 6, released_value: '609.80', charged: '609.80' });
    expect(waitlists).toMatchObject([{ waitlist_id: offer.waitlistId, sold: 36, charged: '609.80' }]);
  });

  test('of a period leave out the days around it', async () => {
    const from = laterDay(today, -11);
    const to = laterDay(today, -9);
    const { total, days } = (await client.get(`/reports/sales?from=${from}&to=${to}`)).json.data;
    expect(days.map(({ day }: { day: string }) => day)).toEqual([from, laterDay(from, 1), to]);
    expect(total).toMatchObject({ sold: 9, cancelled: 3, released: 0, charged: '0.00' });
  });

  test('of another store are not seen', async () => {
    expect((await stranger.get('/reports/sales')).json.data).toMatchObject({ total: { sold: 0 }, waitlists: [] });
    const path = `/reports/sales?waitlist_id=${offer.waitlistId}`;
    expect(await errorOf(path, stranger)).toEqual([404, 'waitlist_not_found', undefined]);
    expect(await errorOf(`/reports/sell-through/${offer.waitlistId}`, stranger)).toEqual([
      404,
      'waitlist_not_found',
      undefined,
    ]);
  });

  test('refuse periods that are none', async () => {
    expect(await errorOf('/reports/sales?from=2026-02-30')).toEqual([400, 'invalid_parameter', 'from']);
    expect(await errorOf(`/reports/sales?from=${today}&to=${laterDay(today, -1)}`)).toEqual([
      422,
      'invalid_dates',
      'from',
    ]);
    expect(await errorOf('/reports/sales?from=1999-01-01')).toEqual([422, 'invalid_dates', 'from']);
  });
});

describe('sell-through', () => {
  test('is what was for sale and sold at the end of each day', async () => {
    const from = laterDay(today, -21);
    const { days } = (await client.get(`/reports/sell-through/${offer.waitlistId}?from=${from}`)).json.data;
    const sold = days.map((one: { sold: number }) => one.sold);
    expect(days[0]).toEqual({ day: from, allocated: 0, sold: 0 });
    expect(days.at(-1)).toEqual({ day: today, allocated: 60, sold: 33 });
    // Nothing until 13 days ago, then three a day; what was bought ten days ago was cancelled the same day.
    expect(sold.slice(8)).toEqual([0, 3, 6, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 33]);
  });

  test('of a past period does not know what came after', async () => {
    const to = laterDay(today, -11);
    const path = `/reports/sell-through/${offer.waitlistId}?from=${laterDay(to, -1)}&to=${to}`;
    const { days } = (await client.get(path)).json.data;
    expect(days.map((one: { sold: number }) => one.sold)).toEqual([3, 6]);
  });
});

describe('the forecast', () => {
  test('says when it is sold out, as a window', async () => {
    const [found] = (await client.get('/reports/forecasts')).json.data;
    expect(found).toMatchObject({ waitlist_id: offer.waitlistId, allocated: 60, left: 27 });
    expect(found.sold_per_day).toBeGreaterThan(1.5);
    expect(found.sold_per_day).toBeLessThan(4);
    expect(found.earliest > today).toBe(true);
    expect(found.earliest <= found.expected && found.expected <= found.latest).toBe(true);
  });
});

describe('the funnel', () => {
  test('adds up what pages have told', async () => {
    const told = { PlacementLoaded: { [offer.waitlistId]: 40 }, ButtonClicked: { [offer.waitlistId]: 9 } };
    core.measures.add(offer.storeId, told);
    await core.measures.flush();
    const { steps } = (await client.get(`/reports/funnel?waitlist_id=${offer.waitlistId}`)).json.data;
    expect(steps.slice(0, 3)).toEqual([
      { event: 'PlacementLoaded', count: 40 },
      { event: 'ButtonClicked', count: 9 },
      { event: 'PreorderCheckoutStep', count: 0 },
    ]);
  });
});

describe('reports as CSV', () => {
  test.each([
    ['sales', 31, 'day'],
    [`sell-through`, 31, 'day'],
    ['funnel', 7, 'event'],
    ['forecasts', 2, 'waitlist_id'],
    ['deliveries', 2, 'batch_id'],
  ])('%s', async (report, lines, first) => {
    const { status, headers, text } = await client.get(
      `/reports/${report}.csv?waitlist_id=${offer.waitlistId}&bom=false`,
    );
    expect(status, text).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(headers.get('content-disposition')).toContain(`${report}.csv`);
    const rows = text.trim().split('\r\n');
    expect(rows).toHaveLength(lines);
    expect(rows[0]).toMatch(new RegExp(`^"${first}"`));
  });

  test('are refused without what they need, and where there is none of the name', async () => {
    expect(await errorOf('/reports/sell-through.csv')).toEqual([400, 'missing_parameter', 'waitlist_id']);
    expect((await errorOf('/reports/secrets.csv'))[0]).toBe(400);
  });
});

describe('deliveries', () => {
  test('are those of all waitlists, with what waits and how they stand', async () => {
    const { data, meta } = (await client.get('/batches')).json;
    expect(meta.next).toBeNull();
    expect(data).toMatchObject([
      { waitlist_id: offer.waitlistId, status: 'on_time', waiting: 27, arrived: 6, released: 6, free: 0 },
    ]);
    expect((await client.get('/batches?waiting=true')).json.data).toHaveLength(1);
    expect((await stranger.get('/batches')).json.data).toEqual([]);
  });

  test('come in pages, those that are waited for first', async () => {
    const added = await client.post(`/waitlists/${offer.waitlistId}/batches`, {
      ship_window: { from: laterDay(today, 1), until: laterDay(today, 3) },
      variants: [{ variant: offer.variantExternalId, allocated: 10 }],
    });
    expect(added.status, added.text).toBe(201);
    const first = (await client.get('/batches?limit=1')).json;
    expect(first.data).toMatchObject([{ position: 1, waiting: 27 }]);
    const second = (await client.get(`/batches?limit=1&after=${first.meta.next}`)).json;
    expect(second).toMatchObject({ meta: { next: null }, data: [{ position: 2, status: 'idle', waiting: 0 }] });
    expect(await errorOf('/batches?after=00000000-0000-4000-8000-000000000009')).toEqual([
      404,
      'batch_not_found',
      undefined,
    ]);
  });
});

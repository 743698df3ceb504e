import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addBatch } from '../../src/core/waitlists/commands/batch.ts';
import { type AdminClient, ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer } from '../support/core.ts';
import { arrive, firstBatch, runJobs } from '../support/release.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: AdminClient;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
});
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 50 });
  client = await tokenClient(api, offer.storeId);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

type Listed = { reference: string; placed_at: string; lines: { image_url: string | null }[] };

const found = async (query: string, from = client): Promise<string[]> =>
  (await from.get(`/preorders?${query}`)).json.data.map(({ reference }: Listed) => reference);
const refusal = async (query: string) => {
  const { status, json } = await client.get(`/preorders?${query}`);
  return [status, json.error?.code, json.error?.param];
};
const without = (...scopes: string[]) => ALL_SCOPES.filter((scope) => !scopes.includes(scope));

/** Sets when it was placed: both rows that lists are read from. */
async function placedAt(reference: string, at: string): Promise<void> {
  await api.db.query('UPDATE preorder SET placed_at = $2 WHERE reference = $1', [reference, at]);
  await api.db.query(
    'UPDATE preorder_standing s SET placed_at = $2 FROM preorder o WHERE o.id = s.preorder_id AND o.reference = $1',
    [reference, at],
  );
}

const productOf = async (): Promise<string> => (await client.get('/products')).json.data[0].id;

describe('the list', () => {
  test('goes from the oldest to the newest, page by page, like the newest first backwards', async () => {
    const all = [];
    for (let count = 0; count < 5; count += 1) all.push(await buyFrom(core, offer));
    for (const [index, reference] of all.entries()) {
      // Two of one moment, so that their order rests on their ids.
      await placedAt(reference, `2026-03-0${Math.min(index, 3) + 1}T10:00:00Z`);
    }
    for (const state of ['', '&state=placed']) {
      const newest = await found(`sort=newest${state}`);
      expect(newest).toHaveLength(5);
      const seen: string[] = [];
      for (let after: string | undefined; ; after = seen.at(-1)) {
        const { json } = await client.get(`/preorders?sort=oldest&limit=2${state}${after ? `&after=${after}` : ''}`);
        seen.push(...json.data.map(({ reference }: Listed) => reference));
        if (json.meta.next === null) break;
      }
      expect(seen).toEqual([...newest].reverse());
    }
  });

  test('finds by days of the store’s clock, both of them whole', async () => {
    const [first, second] = [await buyFrom(core, offer), await buyFrom(core, offer)];
    // In Berlin that is half past midnight of 2 June.
    await placedAt(first, '2026-06-01T22:30:00Z');
    await placedAt(second, '2026-06-03T21:59:59Z');
    expect(await found('placed_from=2026-06-02&placed_until=2026-06-02')).toEqual([first]);
    expect(await found('placed_until=2026-06-01')).toEqual([]);
    expect(await found('placed_from=2026-06-03&placed_until=2026-06-03&state=placed')).toEqual([second]);
    expect(await found('placed_from=2026-06-01T22:30:01Z')).toEqual([second]);
  });

  test('finds by variant, delivery, country, plan and references, each together with a state', async () => {
    const { address } = checkoutRequest(offer);
    const berlin = await buyFrom(core, offer, { address });
    const vienna = await buyFrom(core, offer, { address });
    await api.db.query(
      `UPDATE preorder_contact c SET address = c.address || '{"country":"AT"}' FROM preorder o
       WHERE o.store_id = c.store_id AND o.id = c.preorder_id AND o.reference = $1`,
      [vienna],
    );
    expect(await found('country=AT')).toEqual([vienna]);
    expect(await found('country=DE&state=placed')).toEqual([berlin]);
    expect(await found('country=FR')).toEqual([]);
    expect(await found(`references=${berlin.toLowerCase()},${vienna}&sort=oldest`)).toEqual([berlin, vienna]);
    expect(await found('payment_plan=pay_now&limit=1')).toEqual([vienna]);
    expect(await found('payment_plan=deposit')).toEqual([]);
    const batch = await firstBatch(core, offer);
    expect(await found(`batch_id=${batch.toUpperCase()}`)).toEqual([vienna, berlin]);
    const product = encodeURIComponent(await productOf());
    expect(await found(`product_id=${product}&variant_id=AUR-M&state=released`)).toEqual([]);
    await arrive(core, offer, 1);
    await client.post(`/preorders/${berlin}/release`, {});
    expect(await found(`product_id=${product}&variant_id=${offer.variantExternalId}&state=released`)).toEqual([berlin]);
    expect(await found(`batch_id=${batch}&state=placed`)).toEqual([vienna]);
  });

  test('asks one line item to be like all of it, and the file has those line items alone', async () => {
    const reference = await buyFrom(core, offer, { quantity: 3 });
    const second = await addBatch(core, offer, {
      variants: [{ variantId: offer.variantId, allocation: 10 }],
      shipWindow: { from: '2030-09-01', until: '2030-09-10' },
    });
    await api.db.query(
      `UPDATE preorder_line l SET batch_id = $2, promise_id = (SELECT id FROM promise WHERE batch_id = $2)
       FROM preorder o WHERE o.id = l.preorder_id AND o.reference = $1 AND l.position = 2`,
      [reference, second],
    );
    await arrive(core, offer, 2);
    await client.post(`/preorders/${reference}/release`, { lines: [1] });
    expect(await found(`batch_id=${second}&state=placed`)).toEqual([reference]);
    expect(await found(`batch_id=${second}&state=released`)).toEqual([]);
    const file = (await client.get(`/preorders.csv?bom=false&batch_id=${second}`)).text.trim().split('\r\n');
    expect(file).toHaveLength(2);
    expect(file[1]).toContain('"2030-09-01"');
  });

  test('names the picture of each line item', async () => {
    await buyFrom(core, offer);
    const picture = async () => (await client.get('/preorders')).json.data[0].lines[0].image_url;
    expect(await picture()).toBeNull();
    await api.db.query(`UPDATE product SET image_url = 'https://cdn.store.example/a.png' WHERE id = $1`, [
      offer.productId,
    ]);
    expect(await picture()).toBe('https://cdn.store.example/a.png');
  });

  test('is of one store alone', async () => {
    const reference = await buyFrom(core, offer);
    const other = await createOffer(core, { allocation: 5 });
    const elsewhere = await tokenClient(api, other.storeId);
    for (const query of ['sort=oldest', `references=${reference}`, 'country=DE', 'payment_plan=pay_now']) {
      expect(await found(query, elsewhere), query).toEqual([]);
    }
    const batch = await firstBatch(core, offer);
    expect((await elsewhere.get(`/preorders?batch_id=${batch}`)).json.error.code).toBe('batch_not_found');
    expect((await elsewhere.get(`/preorders?after=${reference}`)).json.error.code).toBe('invalid_parameter');
  });

  test('refuses what the store has not, what is no filter, and people without the scope', async () => {
    const product = encodeURIComponent(await productOf());
    const other = await createOffer(core, { allocation: 5 });
    expect(await refusal(`waitlist_id=${randomUUID()}`)).toEqual([404, 'waitlist_not_found', undefined]);
    expect((await refusal(`batch_id=${randomUUID()}`)).slice(0, 2)).toEqual([404, 'batch_not_found']);
    expect((await refusal('batch_id=x')).slice(0, 2)).toEqual([404, 'batch_not_found']);
    expect((await refusal(`batch_id=${await firstBatch(core, other)}`)).slice(0, 2)).toEqual([404, 'batch_not_found']);
    expect(await refusal('variant_id=AUR-M')).toEqual([400, 'invalid_parameter', 'variant_id']);
    expect((await refusal(`product_id=${product}&variant_id=NO`)).slice(0, 2)).toEqual([422, 'unknown_variant']);
    for (const [query, param] of [
      ['sort=price', 'sort'],
      ['country=de', 'country'],
      ['payment_plan=gift', 'payment_plan'],
      ['placed_from=2026-02-31', 'placed_from'],
      ['placed_until=2026-02-31', 'placed_until'],
      ['placed_until=soon', 'placed_until'],
      ['references=PO-1', 'references'],
      ['placed_from=%00', 'placed_from'],
    ]) {
      expect(await refusal(query ?? ''), query).toEqual([400, 'invalid_parameter', param]);
    }
    const clerk = await tokenClient(api, offer.storeId, without('preorders:personal'));
    expect((await clerk.get('/preorders?country=DE')).json.error).toMatchObject({
      code: 'scope_required',
      data: { scope: 'preorders:personal' },
    });
  });
});

describe('acts on many', () => {
  const bulk = async (rows: object[], more: object = {}, by = client) =>
    (await by.post('/preorders/bulk', { rows, ...more })).json;
  const shown = async (reference: string) => (await client.get(`/preorders/${reference}`)).json.data;

  test('release, refund, write and note are tried without doing them, and then done', async () => {
    const reference = await buyFrom(core, offer, { quantity: 2 });
    await arrive(core, offer, 2);
    const rows = [
      { act: 'release', reference },
      { act: 'refund', reference, amount: '10.00', reason: 'It came late' },
      { act: 'write', reference, text: 'It leaves on Monday.' },
      { act: 'note', reference, text: 'Wrote to all of them.' },
      { act: 'cancel', reference },
    ];
    const before = await shown(reference);
    const tried = await bulk(rows, { dry_run: true });
    expect(tried.data).toMatchObject([
      { data: { state: 'released', changed_lines: [1, 2], currency: 'EUR', to_charge: '0.00', to_refund: '0.00' } },
      { data: { changed_lines: [1, 2], to_charge: '0.00', to_refund: '20.00' } },
      { data: { changed_lines: [], to_refund: '0.00' } },
      { data: { changed_lines: [] } },
      { data: { state: 'cancelled', changed_lines: [1, 2], to_refund: before.paid } },
    ]);
    expect(await shown(reference)).toEqual(before);
    expect((await bulk(rows.slice(0, 4))).meta).toMatchObject({ succeeded: 4, failed: 0 });
    await runJobs(core, offer.storeId);
    const after = await shown(reference);
    expect([after.state, after.refunded]).toEqual(['released', '20.00']);
    expect(after.messages).toMatchObject([{ from: 'store', text: 'It leaves on Monday.' }]);
    expect(after.notes).toMatchObject([{ text: 'Wrote to all of them.' }]);
  });

  test('a release says what is then charged', async () => {
    const later = await createOffer(core, { allocation: 5, plan: { plan: 'pay_later' } });
    const merchant = await tokenClient(api, later.storeId);
    const reference = await buyFrom(core, later);
    await arrive(core, later, 1);
    const { data } = await bulk([{ act: 'release', reference }], { dry_run: true }, merchant);
    const { total } = (await merchant.get(`/preorders/${reference}`)).json.data;
    expect(data[0].data).toMatchObject({ to_charge: total, to_refund: '0.00' });
  });

  test('refuse a row alone, for what it lacks, for what is not possible, and for another store’s', async () => {
    const reference = await buyFrom(core, offer);
    const foreign = await buyFrom(core, await createOffer(core, { allocation: 5 }));
    const { data, meta } = await bulk([
      { act: 'refund', reference },
      { act: 'refund', reference, amount: '9999.00', reason: 'x' },
      { act: 'refund', reference, amount: 'ten', reason: 'x' },
      { act: 'refund', reference, amount: '1.00', reason: 'x', lines: [1, 1] },
      { act: 'note', reference, text: 'a', carrier: 'DHL' },
      { act: 'write', reference },
      { act: 'note', reference: foreign, text: 'a' },
      { act: 'note', reference, text: 'It stands.' },
    ]);
    expect(meta).toMatchObject({ succeeded: 1, failed: 7 });
    expect(data).toMatchObject([
      { error: { code: 'missing_parameter', errors: [{ param: 'amount' }, { param: 'reason' }] } },
      { error: { code: 'refund_too_high' } },
      { error: { code: 'invalid_parameter', param: 'amount' } },
      { error: { code: 'invalid_parameter', param: 'lines' } },
      { error: { code: 'invalid_parameter', param: 'carrier' } },
      { error: { code: 'missing_parameter', param: 'text' } },
      { error: { code: 'preorder_not_found' } },
      { data: { reference } },
    ]);
    await client.post(`/preorders/${reference}/cancel`, {});
    const gone = await bulk([{ act: 'refund', reference, amount: '1.00', reason: 'x' }]);
    expect(gone.data[0].error.code).toBe('refund_too_high');
  });

  test('need the scope of each act', async () => {
    const reference = await buyFrom(core, offer);
    for (const [row, scope] of [
      [{ act: 'release', reference }, 'releases:write'],
      [{ act: 'refund', reference, amount: '1.00', reason: 'x' }, 'refunds:write'],
    ] as const) {
      const clerk = await tokenClient(api, offer.storeId, without(scope));
      expect((await bulk([row], {}, clerk)).error).toMatchObject({ code: 'scope_required', data: { scope } });
    }
  });
});

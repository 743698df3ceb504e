import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { createStatusClient, tokenFor } from '../support/status-client.ts';

let api: Api;
let core: Core;
let offer: Offer;
let other: Offer;
let client: ReturnType<typeof createStatusClient>;

beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  [offer, other] = [await createOffer(core, { allocation: 500 }), await createOffer(core, { allocation: 500 })];
  client = createStatusClient(api);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

let customers = 0;
function newEmail(): string {
  customers += 1;
  return `customer${customers}@mail.example`;
}

async function signIn(email: string, { storeId, storeKey } = offer): Promise<string> {
  const { data, text } = await client.signIn(storeKey, await tokenFor(api.deps, storeId, { email }));
  expect(data, text).toBeDefined();
  return data.session;
}

/** Creates a signed-in customer with one pre-order. */
async function customer(quantity = 1) {
  const email = newEmail();
  const reference = await buyFrom(core, offer, { email, quantity });
  return { email, reference, session: await signIn(email) };
}

describe('a customer’s page', () => {
  test('has the line items, the payments, and the refund of a cancellation', async () => {
    const { reference, email, session } = await customer(2);
    const { data } = await client.read(session, reference);
    expect(data).toMatchObject({
      reference,
      email,
      state: 'placed',
      product: 'Aurora Jacket',
      masked: false,
      currency: 'EUR',
      subtotal: 25_800,
      shipping: 490,
      total: 26_290,
      paid: 26_290,
      reserved: 0,
      refunded: 0,
      refunding: 0,
      address: ['Ada Lovelace', 'Invalidenstraße 116', '10115 Berlin', 'Germany'],
      lines: [
        {
          state: 'placed',
          title: 'Medium',
          ships: expect.stringMatching(/^10\s?–\s?15 June 2030$/),
          cancel: { refund: 13_145, release: 0 },
        },
        { state: 'placed', title: 'Medium', cancel: { refund: 13_145, release: 0 } },
      ],
    });
    expect(data.placedOn).toMatch(/^\d{1,2} \w+ 20\d\d$/);
  });

  test('is in the requested language', async () => {
    const email = newEmail();
    const reference = await buyFrom(core, offer, { email });
    const token = await tokenFor(api.deps, offer.storeId, { email });
    const body = { key: offer.storeKey, token, locale: 'en-US' };
    const { data } = await client.call<{ session: string }>('POST', '/sessions', { body });
    expect((await client.read(data.session, reference)).data.lines[0]?.ships).toMatch(/^June 10\s?–\s?15, 2030$/);
  });

  test('lists the newest first in pages without gaps or duplicates', async () => {
    const email = newEmail();
    const placed: string[] = [];
    for (let count = 0; count < 23; count += 1) placed.unshift(await buyFrom(core, offer, { email }));
    const begun = await client.signIn(offer.storeKey, await tokenFor(api.deps, offer.storeId, { email }));
    const { session } = begun.data;
    let { page } = begun.data;
    const seen = page.preorders.map(({ reference }) => reference);
    expect(seen).toHaveLength(10);
    while (page.after !== null) {
      ({ data: page } = await client.page(session, page.after));
      seen.push(...page.preorders.map(({ reference }) => reference));
    }
    expect(seen).toEqual(placed);
  });

  test('ends when the customer’s address is erased', async () => {
    const { reference, session } = await customer();
    await api.db.query(
      'DELETE FROM preorder_contact c USING preorder o WHERE o.id = c.preorder_id AND o.reference = $1',
      [reference],
    );
    expect((await client.page(session)).data.preorders).toEqual([]);
    expect((await client.read(session, reference)).error.code).toBe('preorder_not_found');
  });
});

describe('a customer cannot see or change pre-orders of others', () => {
  test('of the same store, and of another', async () => {
    const email = newEmail();
    const theirs = await buyFrom(core, offer, { email });
    const elsewhere = await buyFrom(core, other, { email });
    const lineOf = async ({ storeId }: Offer, reference: string) =>
      (await readPreorder(api.db, storeId, reference)).lines.map(({ id }) => id);
    const mine = await customer();
    const inOther = await signIn(mine.email, other);
    const guest = (await client.lookUp(offer.storeKey, { reference: mine.reference, place: '10115' })).data.session;
    for (const session of [mine.session, inOther, guest]) {
      for (const [target, reference] of [
        [offer, theirs],
        [other, elsewhere],
      ] as const) {
        const answers = [
          await client.read(session, reference),
          await client.cancel(session, reference, await lineOf(target, reference)),
          await client.sendLink(session, reference, await lineOf(target, reference)),
        ];
        const refusal = { code: 'preorder_not_found', message: 'There is no such pre-order.' };
        for (const { status, error } of answers) expect([status, error]).toEqual([404, refusal]);
      }
    }
    expect((await client.page(await signIn(email, other))).data.preorders.map((each) => each.reference)).toEqual([
      elsewhere,
    ]);
    // A reference of another customer is no valid cursor, like an unknown one.
    const { status, error } = await client.page(mine.session, theirs);
    expect([status, error]).toEqual([400, (await client.page(mine.session, 'PO-0000-0000-0')).error]);
    // Line items of another pre-order are refused as well.
    const stolen = await client.cancel(mine.session, mine.reference, await lineOf(offer, theirs));
    expect([stolen.status, stolen.error.code]).toEqual([422, 'line_not_cancellable']);
    expect((await readPreorder(api.db, offer.storeId, theirs)).state).toBe('placed');
  });
});

describe('a customer cancels', () => {
  test('one line item, and gets its money back; a repeated request changes nothing', async () => {
    const { reference, session } = await customer(3);
    const [line] = (await client.read(session, reference)).data.lines;
    const first = await client.cancel(session, reference, [line?.id]);
    expect(first.status, first.text).toBe(200);
    expect(first.data).toMatchObject({ state: 'placed', refunding: line?.cancel?.refund });
    expect(first.data.lines.map(({ state }) => state)).toEqual(['cancelled', 'placed', 'placed']);
    const again = await client.cancel(session, reference, [line?.id, line?.id]);
    expect([again.status, again.data]).toEqual([200, first.data]);
  });

  test('everything, also by ten parallel requests', async () => {
    const { reference, session } = await customer(2);
    const ids = (await client.read(session, reference)).data.lines.map(({ id }) => id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.cancel(session, reference, ids)));
    for (const { status, data } of answers) expect([status, data.state]).toEqual([200, 'cancelled']);
    const { rows } = await soldUnits();
    expect(rows).toBe(2);
    async function soldUnits() {
      const [row] = await api.db.query<{ rows: number }>(
        `SELECT count(*)::int AS rows FROM stock_ledger WHERE reason = 'cancel' AND source_id = ANY($1::uuid[])`,
        [ids],
      );
      return row ?? { rows: 0 };
    }
  });

  test('released line items, but none if one of the request is sent', async () => {
    const { reference, session } = await customer(2);
    const { id, lines } = await readPreorder(api.db, offer.storeId, reference);
    const ids = lines.map((line) => line.id);
    const move = (to: 'released' | 'fulfilled' | 'returned', lineIds: string[]) =>
      advanceLines(api.deps, { storeId: offer.storeId, preorderId: id, to, lineIds });
    await move('released', ids);
    await move('fulfilled', ids.slice(0, 1));
    const shown = (await client.read(session, reference)).data.lines;
    expect(shown.map(({ state, cancel }) => [state, cancel === null])).toEqual([
      ['fulfilled', true],
      ['released', false],
    ]);
    for (const { since } of shown) expect(since).toMatch(/20\d\d$/);
    const refused = await client.cancel(session, reference, ids);
    expect([refused.status, refused.error.code]).toEqual([422, 'line_not_cancellable']);
    expect(refused.error.data).toEqual({ line: ids[0], state: 'fulfilled' });
    expect((await client.read(session, reference)).data.lines).toEqual(shown);
    expect((await client.cancel(session, reference, ids.slice(1))).data.state).toBe('fulfilled');
    await move('returned', ids.slice(0, 1));
    expect((await client.read(session, reference)).data.state).toBe('returned');
  });
});

describe('a guest', () => {
  test('finds the pre-order by reference and postcode in any spelling, and sees it masked', async () => {
    const { reference } = await customer();
    for (const [typed, place] of [
      [reference, '10115'],
      [reference.toLowerCase().replaceAll('-', ' '), ' 10 115 '],
    ] as const) {
      const { status, data, text } = await client.lookUp(offer.storeKey, { reference: typed, place });
      expect(status, text).toBe(201);
      expect(data.preorder).toMatchObject({ reference, masked: true, paid: 13_390 });
      expect(data.preorder.email).toMatch(/^c•••@m•••\.example$/);
      expect(data.preorder.address).toEqual(['A••• L•••', 'I•••', '10115 Berlin', 'Germany']);
      expect(text).not.toMatch(/Invaliden|Lovelace|customer\d/);
      expect(data.sessionMsLeft).toBeLessThanOrEqual(30 * 60_000);
      const { data: page } = await client.page(data.session);
      expect(page).toEqual({ preorders: [data.preorder], after: null });
    }
  });

  test('learns nothing from a refusal, neither from its text nor from its timing', async () => {
    const { reference } = await customer();
    const wrong = [
      { reference, place: '10116' },
      { reference: 'PO-7K2M-9QXT-X', place: '10115' },
      { reference: 'nonsense', place: '10115' },
      { reference: await buyFrom(core, other), place: '10115' },
    ];
    const answers = await Promise.all(
      wrong.map(async (asked) => {
        const begun = performance.now();
        const { status, error } = await client.lookUp(offer.storeKey, asked);
        return { status, error, ms: performance.now() - begun };
      }),
    );
    for (const { status, error, ms } of answers) {
      expect([status, error]).toEqual([404, answers[0]?.error]);
      expect(ms).toBeGreaterThanOrEqual(395);
    }
    const times = answers.map(({ ms }) => ms);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(300);
  });

  test('changes nothing directly', async () => {
    const { reference } = await customer();
    const { data } = await client.lookUp(offer.storeKey, { reference, place: '10115' });
    const ids = data.preorder.lines.map(({ id }) => id);
    const { status, error } = await client.cancel(data.session, reference, ids);
    expect([status, error.code]).toEqual([403, 'link_required']);
    expect((await readPreorder(api.db, offer.storeId, reference)).state).toBe('placed');
  });

  test('gets at most three links an hour, and none for sent line items', async () => {
    const { reference } = await customer(2);
    const { data } = await client.lookUp(offer.storeKey, { reference, place: '10115' });
    const ids = data.preorder.lines.map(({ id }) => id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.sendLink(data.session, reference, ids)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429]);
    for (const { status, data: sent, headers } of answers) {
      if (status === 202) expect(sent).toEqual({ email: data.preorder.email, minutes: 60 });
      else expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
    }
    const none = await client.sendLink(data.session, reference, ['00000000-0000-4000-8000-000000000000']);
    expect([none.status, none.error.code]).toEqual([422, 'line_not_cancellable']);
  });
});

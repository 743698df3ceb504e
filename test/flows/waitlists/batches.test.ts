import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { changeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { addBatch, updateBatch } from '../../../src/core/waitlists/commands/batch.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import { readWaitlist } from '../../../src/core/waitlists/queries.ts';
import { buttonDocument } from '../../../src/surfaces/frames/placements/views.ts';
import { loadAvailability } from '../../../src/surfaces/public-api/availability.ts';
import { loadWaitlists } from '../../../src/surfaces/public-api/waitlists.ts';
import { keepBooksSound } from '../../support/books.ts';
import { viewCheckout } from '../../support/checkout-view.ts';
import { commandLine } from '../../support/command-line.ts';
import { checkoutRequest, createCore, createOffer, type Offer } from '../../support/core.ts';
import { abandonCheckout, type HeldCheckout, holdFrom } from '../../support/hold.ts';
import { createMerchant, TEST_SECRET_KEY } from '../../support/merchant.ts';
import { refused } from '../../support/refusal.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
keepBooksSound(() => database.db);

// Thin spaces stand around the dash of a range.
const JUNE = '10\u2009–\u200915 June 2030';
const SEPTEMBER = '1\u2009–\u200915 September 2030';
const LATER = { from: '2030-09-01', until: '2030-09-15' };

/** Creates a waitlist of two batches with these units. */
async function createTwo(units: [first: number, second: number]): Promise<Offer & { batchIds: [string, string] }> {
  const offer = await createOffer(core, { allocation: units[0] });
  await addBatch(core, offer, {
    shipWindow: LATER,
    variants: [{ variantId: offer.variantId, allocation: units[1] }],
  });
  const { batches } = await readWaitlist(database.db, offer.storeId, offer.waitlistId);
  const [first, second] = batches.map(({ id }) => id);
  if (!first || !second) throw new Error('fewer than two batches');
  return { ...offer, batchIds: [first, second] };
}

async function batchOf({ checkoutId }: HeldCheckout): Promise<string> {
  const [row] = await database.db.query<{ id: string }>('SELECT batch_id AS id FROM checkout WHERE id = $1', [
    checkoutId,
  ]);
  return row?.id ?? '';
}

describe('a checkout', () => {
  test('is served whole from the first batch with enough units, and shows the window of that batch', async () => {
    const offer = await createTwo([3, 5]);
    const [first, second] = offer.batchIds;
    const one = await holdFrom(core, offer, { quantity: 2 });
    const two = await holdFrom(core, offer, { quantity: 2 });
    const three = await holdFrom(core, offer, { quantity: 1 });
    expect(await Promise.all([one, two, three].map(batchOf))).toEqual([first, second, first]);
    expect((await viewCheckout(core, one.checkoutId)).ships).toBe(JUNE);
    expect((await viewCheckout(core, two.checkoutId)).ships).toBe(SEPTEMBER);
    await expect(holdFrom(core, offer, { quantity: 4 })).rejects.toThrow(
      refused('held_by_others', { data: expect.objectContaining({ left: 3 }) }),
    );
    await expect(holdFrom(core, offer, { quantity: 6 })).rejects.toThrow(refused('sold_out', { data: { left: 3 } }));
  });

  test('keeps its batch when its quantity changes, where the batch has enough units', async () => {
    const offer = await createTwo([3, 5]);
    const held = await holdFrom(core, offer, { quantity: 3 });
    const change = (quantity: number) =>
      changeCheckout(
        core,
        { ...checkoutRequest(offer), quantity },
        { ...held, storeId: offer.storeId, clientAddress: '192.0.2.1' },
      );
    await change(2);
    expect(await batchOf(held)).toBe(offer.batchIds[0]);
    await change(4);
    expect(await batchOf(held)).toBe(offer.batchIds[1]);
    const { batches } = await readWaitlist(database.db, offer.storeId, offer.waitlistId);
    expect(batches.map(({ units }) => units[0]?.held)).toEqual([0, 4]);
    await change(1);
    expect(await batchOf(held)).toBe(offer.batchIds[0]);
  });

  test('never gets a unit twice when many want the last units of both batches', async () => {
    const offer = await createTwo([7, 9]);
    const other = createCore(database.db); // stands for a second process
    const asked = Array.from({ length: 40 }, (_, index) =>
      holdFrom(index % 2 ? core : other, offer, { quantity: 1 + (index % 3) }).then(
        () => 1 + (index % 3),
        () => 0,
      ),
    );
    const granted = await Promise.all(asked);
    await other.stop();
    expect(granted.reduce<number>((sum, units) => sum + units, 0)).toBeGreaterThan(12);
    const { batches } = await readWaitlist(database.db, offer.storeId, offer.waitlistId);
    expect(batches.map(({ units }) => units[0]?.held ?? 0).reduce((sum, held) => sum + held, 0)).toBe(
      granted.reduce<number>((sum, units) => sum + units, 0),
    );
    for (const { units } of batches) expect(units[0]?.held).toBeLessThanOrEqual(units[0]?.allocated ?? 0);
  });
});

describe('shoppers see', () => {
  test('the window of the first batch with units left, and the stock of all batches', async () => {
    const offer = await createTwo([1, 4]);
    const { publicKey } = await readStore(database.db, offer.storeId);
    const [row] = await database.db.query<{ id: string }>('SELECT external_id AS id FROM product WHERE store_id = $1', [
      offer.storeId,
    ]);
    const answers = async () => {
      const parse = ({ content }: Awaited<ReturnType<typeof loadWaitlists>>) => {
        if (content instanceof Error) throw content;
        return JSON.parse(String(content.body)).data;
      };
      const [waitlist] = parse(await loadWaitlists(database.db, publicKey));
      const availability = parse(await loadAvailability(database.db, publicKey, row?.id ?? ''));
      return [waitlist.display_dispatch_date, availability.available_stock, availability.variants[0].available_stock];
    };
    expect(await answers()).toEqual([JUNE, 5, 5]);
    const held = await holdFrom(core, offer);
    expect(await answers()).toEqual([SEPTEMBER, 4, 4]);
    await abandonCheckout(core, held);
    expect(await answers()).toEqual([JUNE, 5, 5]);
  });

  test('the window of their variant on the button', async () => {
    const merchant = await createMerchant(core);
    const id = await merchant.create();
    const [small, large] = merchant.product.variants.map(({ id: variantId }) => variantId);
    if (!small || !large) throw new Error('fewer than two variants');
    await updateWaitlist(
      core,
      { storeId: merchant.storeId, waitlistId: id },
      { variants: [{ variantId: small, allocation: 0 }] },
    );
    await addBatch(
      core,
      { storeId: merchant.storeId, waitlistId: id },
      {
        shipWindow: LATER,
        variants: [{ variantId: small, allocation: 3 }],
      },
    );
    await changeWaitlistState(core, { storeId: merchant.storeId, waitlistId: id }, 'open');
    const waitlist = await merchant.read(id);
    expect(waitlist.variants.map(({ left, ships }) => [left, ships.from])).toEqual([
      [3, LATER.from],
      [10, '2030-06-10'],
    ]);
    const document = buttonDocument({
      store: await readStore(database.db, merchant.storeId),
      product: {
        ...merchant.product,
        title: 'Aurora Jacket',
        variants: waitlist.variants.map((offer) => ({ ...offer, earlierIds: [] })),
      },
      waitlist,
      heldUntil: new Map(),
      launches: [],
      sku: null,
      texts: new Map(),
      locale: 'en',
      now: new Date('2030-01-01'),
    });
    const labels = Object.values(document.variants).map(({ label }) => label);
    expect(labels).toEqual([
      expect.stringContaining('1\u2009–\u200915 Sept'),
      expect.stringContaining('10\u2009–\u200915 Jun'),
    ]);
    expect(document.unchosen.label).toContain('Choose an option');
  });
});

describe('a merchant', () => {
  test('adds batches at the end, and lowers an allocation down to the floor of its batch', async () => {
    const offer = await createTwo([2, 4]);
    const [first, second] = offer.batchIds;
    await holdFrom(core, offer, { quantity: 3 });
    const change = (batchId: string, allocation: number) =>
      updateBatch(core, { storeId: offer.storeId, batchId }, [{ variantId: offer.variantId, allocation }]);
    await expect(change(second, 2)).rejects.toThrow(
      refused('allocation_below_sold', { data: { floor: 3, held: 3, sold: 0 } }),
    );
    await change(second, 3);
    await change(first, 0);
    const { variants, batches, promise } = await readWaitlist(database.db, offer.storeId, offer.waitlistId);
    expect(variants[0]).toMatchObject({ allocated: 3, held: 3, left: 0 });
    expect(batches.map(({ position }) => position)).toEqual([1, 2]);
    expect(promise.from).toBe(LATER.from); // a sold-out waitlist shows its last window
  });

  test('has to name the batch for units or dates, where there are several', async () => {
    const offer = await createTwo([2, 4]);
    const update = (changes: Parameters<typeof updateWaitlist>[2]) => updateWaitlist(core, offer, changes);
    const asked = refused('missing_parameter', { param: 'batch' });
    await expect(update({ variants: [{ variantId: offer.variantId, allocation: 9 }] })).rejects.toThrow(asked);
    await expect(update({ shipWindow: LATER })).rejects.toThrow(asked);
    await update({ variants: [{ variantId: offer.variantId, price: 9_900 }] });
    expect((await readWaitlist(database.db, offer.storeId, offer.waitlistId)).variants[0]?.price).toBe(9_900);
  });

  test('gets an error for a wrong batch, and nothing changes', async () => {
    const offer = await createTwo([2, 4]);
    const { storeId, waitlistId, variantId } = offer;
    const add = (changes: object, target = { storeId, waitlistId }) =>
      addBatch(core, target, { shipWindow: LATER, variants: [{ variantId, allocation: 1 }], ...changes });
    const elsewhere = await createOffer(core, { allocation: 1 });
    const wrong: [() => Promise<unknown>, string][] = [
      [() => add({ shipWindow: { from: '2030-09-15', until: '2030-09-01' } }), 'invalid_dates'],
      [() => add({ shipWindow: { from: '2020-09-01', until: '2020-09-02' } }), 'invalid_dates'],
      [() => add({ variants: [] }), 'missing_parameter'],
      [() => add({ variants: [{ variantId: randomUUID(), allocation: 1 }] }), 'unknown_variant'],
      [() => add({ variants: [{ variantId, allocation: -1 }] }), 'invalid_parameter'],
      [() => add({ variants: [{ variantId, allocation: 10_000_001 }] }), 'invalid_parameter'],
      [() => add({ variants: [{ variantId, allocation: 1, price: 1 }] }), 'invalid_parameter'],
      [
        () => add({ variants: [variantId, variantId].map((id) => ({ variantId: id, allocation: 1 })) }),
        'invalid_parameter',
      ],
      [() => add({}, { storeId, waitlistId: elsewhere.waitlistId }), 'waitlist_not_found'],
      [() => updateBatch(core, { storeId: elsewhere.storeId, batchId: offer.batchIds[0] }, []), 'batch_not_found'],
      [() => updateBatch(core, { storeId, batchId: 'nonsense' }, []), 'batch_not_found'],
    ];
    for (const [act, code] of wrong) await expect(act(), code).rejects.toThrow(refused(code));
    expect((await readWaitlist(database.db, storeId, waitlistId)).batches).toHaveLength(2);
    await changeWaitlistState(core, { storeId, waitlistId }, 'close');
    await expect(add({})).rejects.toThrow(refused('invalid_transition'));
  });

  test('adds fifty batches at most, because every checkout reads all of them', async () => {
    const offer = await createOffer(core, { allocation: 1 });
    const add = () =>
      addBatch(core, offer, { shipWindow: LATER, variants: [{ variantId: offer.variantId, allocation: 1 }] });
    for (let position = 2; position <= 50; position += 1) await add();
    await expect(add()).rejects.toThrow(refused('too_many_batches', { data: { max: 50 } }));
  });

  test('uses batches on the command line', async () => {
    const offer = await createOffer(core, { allocation: 2 });
    const cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });
    const store = ['--store', (await readStore(database.db, offer.storeId)).slug];
    const added = await cli.json(
      'batches',
      'add',
      offer.waitlistId,
      '--ships-from',
      '2030-09-01',
      '--ships-until',
      '2030-09-15',
      '--variant',
      'AUR-M=4',
      ...store,
    );
    expect(added.data).toMatchObject({ position: 2, variants: [{ sku: 'AUR-M', allocated: 4, arrived: 0 }] });
    const updated = await cli.json('batches', 'update', added.data.id, '--variant', 'AUR-M=6', ...store);
    expect(updated.data.variants[0].allocated).toBe(6);
    const listed = await cli.json('batches', 'list', offer.waitlistId, ...store);
    expect(listed.data.map(({ position }: { position: number }) => position)).toEqual([1, 2]);
    expect((await cli.json('waitlists', 'show', offer.waitlistId, ...store)).data.variants[0]).toMatchObject({
      allocated: 8,
      left: 8,
    });
    expect((await cli.run('batches', 'show', added.data.id, ...store)).out).toContain(': batch 2');
    expect((await cli.run('batches', 'list', offer.waitlistId, ...store)).out).toContain(SEPTEMBER);
    const earlier = ['batches', 'add', offer.waitlistId, '--ships-from', '2030-05-01', '--ships-until', '2030-05-15'];
    expect((await cli.json(...earlier, '--variant', 'AUR-M=1', ...store)).data).toMatchObject({
      position: 3,
    });
    expect((await cli.run(...earlier, '--variant', 'AUR-M=1', ...store)).out).toContain(
      'It ships before batch 1, 2 but is sold after',
    );
    expect(await cli.json('batches', 'show', offer.waitlistId, ...store)).toMatchObject({
      code: 1,
      error: { code: 'batch_not_found' },
    });
  });
});

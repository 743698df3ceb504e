import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { updateWaitlist, type WaitlistChanges } from '../../../src/core/waitlists/commands/update.ts';
import { readWaitlist } from '../../../src/core/waitlists/queries.ts';
import { keepBooksSound } from '../../support/books.ts';
import { checkoutRequest, createOffer } from '../../support/core.ts';
import { createMerchant } from '../../support/merchant.ts';
import { refused } from '../../support/refusal.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
afterEach(() => database.db.query('DELETE FROM clock_shift'));
keepBooksSound(() => database.db);

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('an update', () => {
  test('changes everything or nothing', async () => {
    const merchant = await createMerchant(core);
    const id = await merchant.create({ limitPerCustomer: 2 });
    const [variant] = merchant.product.variants;
    const before = await merchant.read(id);
    const wrong: [WaitlistChanges, string][] = [
      [{ description: 'x', variants: [{ variantId: variant?.id ?? '', allocation: -1 }] }, 'invalid_parameter'],
      [{ limitPerCustomer: 9, variants: [{ variantId: randomUUID(), allocation: 1 }] }, 'unknown_variant'],
      [{ description: 'x', shipWindow: { from: '2031-01-02', until: '2031-01-01' } }, 'invalid_dates'],
      [{ description: 'x', shipWindow: { from: '2020-01-01', until: '2020-01-02' } }, 'invalid_dates'],
      [{ launchesAt: inHours(2), closesAt: inHours(1) }, 'invalid_dates'],
      [{ closesAt: inHours(-1) }, 'invalid_dates'],
    ];
    for (const [changes, code] of wrong)
      await expect(merchant.update(id, changes), code).rejects.toThrow(refused(code));
    expect(await merchant.read(id)).toEqual(before);

    await merchant.update(id, {
      description: 'Made to order.',
      limitPerCustomer: null,
      closesAt: inHours(5),
      variants: [{ variantId: variant?.id ?? '', allocation: 25, price: 11_900, compareAtPrice: 12_900 }],
    });
    const after = await merchant.read(id);
    expect(after).toMatchObject({ description: 'Made to order.', limitPerCustomer: null });
    expect(after.variants[0]).toMatchObject({ allocated: 25, price: 11_900, compareAtPrice: 12_900 });
    expect(after.variants[1]).toEqual(before.variants[1]);
    await merchant.update(id, { variants: [{ variantId: variant?.id ?? '', compareAtPrice: null }], closesAt: null });
    expect((await merchant.read(id)).variants[0]).toMatchObject({ allocated: 25, price: 11_900, compareAtPrice: null });
    expect((await merchant.read(id)).closesAt).toBeNull();
  });

  test('makes a new promise for a moved window, and none for the same window', async () => {
    const merchant = await createMerchant(core);
    const id = await merchant.create();
    await merchant.update(id, { shipWindow: { from: '2030-06-10', until: '2030-06-15' } });
    expect((await merchant.read(id)).promise.version).toBe(1);
    await merchant.update(id, { shipWindow: { from: '2030-07-01', until: '2030-07-05' } });
    expect((await merchant.read(id)).promise).toMatchObject({ version: 2, from: '2030-07-01', until: '2030-07-05' });
    const promises = await database.db.query('SELECT version FROM promise WHERE store_id = $1 ORDER BY version', [
      merchant.storeId,
    ]);
    expect(promises).toEqual([{ version: 1 }, { version: 2 }]);
  });

  test('adds a variant with an allocation', async () => {
    const merchant = await createMerchant(core);
    const [first, second] = merchant.product.variants.map(({ id }) => id);
    const id = await merchant.create({ variants: [{ variantId: first ?? '', allocation: 1 }] });
    const joining = { variantId: second ?? '' };
    await expect(merchant.update(id, { variants: [joining] })).rejects.toThrow(refused('missing_parameter'));
    await merchant.update(id, { variants: [{ ...joining, allocation: 7 }] });
    expect((await merchant.read(id)).variants.map(({ allocated, price }) => [allocated, price])).toEqual([
      [1, 12_900],
      [7, 14_900],
    ]);
  });

  test('and an opening at the same time both happen, or one is refused whole', async () => {
    const merchant = await createMerchant(core);
    const id = await merchant.create();
    const [variant] = merchant.product.variants;
    const changes = Array.from({ length: 8 }, (_, n) =>
      merchant.update(id, {
        limitPerCustomer: n + 1,
        variants: [{ variantId: variant?.id ?? '', allocation: 20 + n }],
      }),
    );
    await Promise.all([...changes, merchant.act(id, 'open')]);
    const after = await merchant.read(id);
    expect(after.state).toBe('OPEN');
    expect(after.variants[0]?.allocated).toBe(19 + (after.limitPerCustomer ?? 0)); // allocation and limit come from the same change
    const closing = merchant.act(id, 'close');
    const [late] = await Promise.allSettled([merchant.update(id, { limitPerCustomer: 99 }), closing]);
    const { limitPerCustomer } = await merchant.read(id);
    expect(limitPerCustomer === 99).toBe(late?.status === 'fulfilled');
  });

  test('cannot change the launch of an open waitlist, or take that of a scheduled one', async () => {
    const merchant = await createMerchant(core);
    const id = await merchant.create({ launchesAt: inHours(1) });
    await merchant.act(id, 'schedule');
    await expect(merchant.update(id, { launchesAt: null })).rejects.toThrow(refused('invalid_dates'));
    await expect(merchant.update(id, { launchesAt: inHours(24 * 365 * 5) })).rejects.toThrow(refused('invalid_dates'));
    await merchant.update(id, { launchesAt: inHours(2) });
    await merchant.act(id, 'open');
    await expect(merchant.update(id, { launchesAt: inHours(3) })).rejects.toThrow(refused('invalid_transition'));
    await merchant.act(id, 'close');
    await expect(merchant.update(id, { description: 'x' })).rejects.toThrow(refused('invalid_transition'));
  });
});

describe('while shoppers hold units', () => {
  const hold = (offer: Awaited<ReturnType<typeof createOffer>>, quantity = 1) =>
    makeCheckout(core, checkoutRequest(offer, { quantity }), {
      clientAddress: `2001:db8::${randomUUID().slice(0, 4)}`,
      idempotencyKey: randomUUID(),
    });

  test('an allocation below the held and sold units is refused with its floor', async () => {
    const offer = await createOffer(core, { allocation: 10 });
    await hold(offer, 4);
    const change = (allocation: number) =>
      updateWaitlist(core, offer, { variants: [{ variantId: offer.variantId, allocation }] });
    await expect(change(3)).rejects.toThrow(refused('allocation_below_sold', { data: { floor: 4, held: 4, sold: 0 } }));
    await change(4);
    await expect(hold(offer)).rejects.toThrow(
      expect.objectContaining({ code: expect.stringMatching(/held_by_others|sold_out/) }),
    );
  });

  test.each(['pause', 'close'] as const)('no hold is granted after the answer to %s', async (name) => {
    const offer = await createOffer(core, { allocation: 1_000 });
    let answered = false;
    const grantedAfter: string[] = [];
    const shoppers = Array.from({ length: 16 }, async () => {
      for (let tries = 0; tries < 60; tries += 1) {
        const late = answered;
        const granted = await hold(offer).then(
          () => true,
          (error: { code?: string }) => {
            if (error.code !== 'waitlist_not_open') throw error;
            return false;
          },
        );
        if (late && granted) grantedAfter.push(offer.waitlistId);
        if (!granted) return;
      }
    });
    await hold(offer);
    await changeWaitlistState(core, offer, name);
    const held = async () => (await readWaitlist(database.db, offer.storeId, offer.waitlistId)).variants[0]?.held;
    answered = true;
    const then = await held();
    await Promise.all(shoppers);
    expect(grantedAfter).toEqual([]);
    expect(await held()).toBe(then);
    expect(then).toBeGreaterThan(0);
  });

  test('a lowered allocation is not exceeded by concurrent shoppers', async () => {
    const offer = await createOffer(core, { allocation: 60 });
    const shoppers = Array.from({ length: 60 }, () => hold(offer).catch((error: { code: string }) => error.code));
    const lowered = await updateWaitlist(core, offer, {
      variants: [{ variantId: offer.variantId, allocation: 20 }],
    }).then(
      () => 20,
      () => 60,
    );
    await Promise.all(shoppers);
    const [variant] = (await readWaitlist(database.db, offer.storeId, offer.waitlistId)).variants;
    expect(variant).toMatchObject({ allocated: lowered, held: lowered });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { markDelivered } from '../../../src/core/preorders/commands/correct-fulfilment.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { updateStore } from '../../../src/core/stores/commands.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import { readWaitlist } from '../../../src/core/waitlists/queries.ts';
import { actOnWithdrawals } from '../../../src/core/withdrawals/commands/act.ts';
import { sendReceipts } from '../../../src/core/withdrawals/commands/send-receipts.ts';
import { listWithdrawals, readWithdrawal } from '../../../src/core/withdrawals/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const DAY = 86_400;

const newOffer = () => createOffer(core, { allocation: 10 });

/** Somebody buys two jackets. */
async function bought(offer: Offer) {
  const { storeId } = offer;
  const email = `${randomUUID()}@shopper.example`;
  const reference = await buyFrom(core, offer, { quantity: 2, email });
  const read = () => readPreorder(core.db, storeId, reference);
  const { id: preorderId, lines } = await read();
  const key = { storeId, preorderId };
  return {
    read,
    /** Sends line items in a parcel of their own. */
    async send(lineIds = lines.map(({ id }) => id)) {
      await advanceLines(core, { ...key, to: 'released', lineIds });
      await advanceLines(core, { ...key, to: 'fulfilled', lineIds });
    },
    lineIds: lines.map(({ id }) => id),
    deliver: (number = 1) => markDelivered(core, { ...key, number }),
    async declare() {
      const declaration = { name: 'Zoë', email, reference, postalCode: '', items: '' };
      const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration });
      return () => readWithdrawal(core.db, storeId, id);
    },
  };
}

/** Lets everything happen that the service does by itself with a declaration. */
async function actADayLater() {
  await sendReceipts(core);
  await shiftClock(core.db, DAY + 60);
  await actOnWithdrawals(core);
}

describe('a declaration is', () => {
  test('in time before delivery, and the service acts on it', async () => {
    const { declare, read } = await bought(await newOffer());
    const withdrawal = await declare();
    expect(await withdrawal()).toMatchObject({ timing: 'in_time', actsItself: true });
    await actADayLater();
    expect((await read()).state).toBe('cancelled');
    expect(await withdrawal()).toMatchObject({ timing: 'in_time', state: 'settled' });
  });

  test('in time within the days after delivery, and late afterwards: then a person acts', async () => {
    const { declare, send, deliver, read } = await bought(await newOffer());
    await send();
    await deliver();
    expect((await read()).lines.map(({ deliveredAt }) => deliveredAt)).toEqual([expect.any(Date), expect.any(Date)]);
    await shiftClock(core.db, 13 * DAY);
    const early = await declare();
    expect(await early()).toMatchObject({ timing: 'in_time', actsItself: true });
    await shiftClock(core.db, 7 * DAY);
    const late = await declare();
    expect(await late()).toMatchObject({ timing: 'late', actsItself: false });
    await actADayLater();
    expect((await read()).state).toBe('fulfilled');
    expect(await early()).toMatchObject({ timing: 'in_time', state: 'declared', returns: [{ state: 'open' }] });
    expect(await late()).toMatchObject({ state: 'declared', returns: [] });
  });

  test('counted from the last parcel, or for each line item where the store says so', async () => {
    const offer = await newOffer();
    const { declare, send, deliver, lineIds } = await bought(offer);
    await send(lineIds.slice(0, 1));
    await deliver();
    await shiftClock(core.db, 20 * DAY);
    await send(lineIds.slice(1));
    await deliver(2);
    const withdrawal = await declare();
    expect(await withdrawal()).toMatchObject({ timing: 'in_time' });
    await shiftClock(core.db, 20 * DAY);
    const later = await declare();
    expect(await later()).toMatchObject({ timing: 'late' });
    await updateStore(core, offer.storeId, { withdrawalDays: 30 });
    expect(await later()).toMatchObject({ timing: 'in_time' });
    await updateStore(core, offer.storeId, { withdrawalCountsFrom: 'line' });
    expect(await later()).toMatchObject({ timing: 'in_time' }); // the second parcel alone
  });

  test('not judged where nobody said when it was delivered, and without a pre-order', async () => {
    const offer = await newOffer();
    const { declare, send } = await bought(offer);
    await send();
    await shiftClock(core.db, 60 * DAY);
    const withdrawal = await declare();
    expect(await withdrawal()).toMatchObject({ timing: 'not_known', actsItself: true });
    const declaration = { name: 'A stranger', email: 's@mail.example', reference: '', postalCode: '', items: '' };
    await declareAndFollow(core, { storeId: offer.storeId, id: randomUUID(), locale: 'en', declaration });
    const all = await listWithdrawals(core.db, offer.storeId, { limit: 10 });
    expect(all.map(({ timing }) => timing)).toEqual([null, 'not_known']);
  });

  test('without a right abroad, unless the store grants it', async () => {
    const offer = await newOffer();
    const { declare, read } = await bought(offer);
    await core.db.query(`UPDATE preorder_contact SET address = address || '{"country": "CH"}' WHERE store_id = $1`, [
      offer.storeId,
    ]);
    const withdrawal = await declare();
    expect(await withdrawal()).toMatchObject({ timing: 'no_right', actsItself: false });
    await updateStore(core, offer.storeId, { withdrawalFor: 'everyone' });
    expect(await withdrawal()).toMatchObject({ timing: 'in_time', actsItself: false });
    await actADayLater();
    expect((await read()).state).toBe('placed');
  });
});

describe('an exclusion', () => {
  test('holds for pre-orders that were placed under it, whatever the waitlist says later', async () => {
    const offer = await newOffer();
    const before = await bought(offer);
    await updateWaitlist(core, offer, { withdrawalExclusion: 'personalised' });
    expect((await readWaitlist(core.db, offer.storeId, offer.waitlistId)).withdrawalExclusion).toBe('personalised');
    const during = await bought(offer);
    await updateWaitlist(core, offer, { limitPerCustomer: 5 });
    expect((await readWaitlist(core.db, offer.storeId, offer.waitlistId)).withdrawalExclusion).toBe('personalised');
    await updateWaitlist(core, offer, { withdrawalExclusion: null });
    expect((await readWaitlist(core.db, offer.storeId, offer.waitlistId)).withdrawalExclusion).toBe(null);
    const sentence = 'There is no right of withdrawal: this is made to the customer’s specification.';
    expect((await during.read()).consentText.endsWith(` ${sentence}`)).toBe(true);
    expect((await before.read()).consentText).not.toContain('right of withdrawal');
    const [free, excluded] = [await before.declare(), await during.declare()];
    expect(await free()).toMatchObject({ timing: 'in_time', actsItself: true });
    expect(await excluded()).toMatchObject({ timing: 'excluded', actsItself: false });
    await actADayLater();
    expect((await during.read()).state).toBe('placed');
    expect((await before.read()).state).toBe('cancelled');
  });

  test('that depends on what the shopper does leaves the right as it is', async () => {
    const offer = await newOffer();
    await updateWaitlist(core, offer, { withdrawalExclusion: 'hygiene' });
    const { declare, read } = await bought(offer);
    expect((await read()).consentText).toContain('The right of withdrawal ends once the seal is broken');
    expect(await (await declare())()).toMatchObject({ timing: 'in_time', actsItself: true });
  });
});

import { expect, test } from 'vitest';
import { prune } from '../../../src/core/prune.ts';
import { deleteStore } from '../../../src/core/stores/commands/delete.ts';
import { removeDeletedStores } from '../../../src/core/stores/commands/remove.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import { readLowestPrices } from '../../../src/core/waitlists/queries/lowest-prices.ts';
import { readWaitlist } from '../../../src/core/waitlists/queries.ts';
import { readMigrations } from '../../../src/platform/migrations.ts';
import { createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const { db } = core;
const DAY = 86_400;
const later = (days: number) => shiftClock(db, days * DAY);

/** What is kept of a store: who offered it, the price, and whether it is offered now. */
const kept = ({ storeId }: Pick<Offer, 'storeId'>) =>
  db.query<{ by: string; price: number; now: boolean }>(
    `SELECT CASE WHEN waitlist_id IS NULL THEN 'catalogue' ELSE 'waitlist' END AS by, price, until IS NULL AS now
     FROM price_history WHERE store_id = $1 ORDER BY since, id`,
    [storeId],
  );

async function lowest({ storeId, waitlistId, variantId }: Offer) {
  const { variants } = await readWaitlist(db, storeId, waitlistId);
  return (await readLowestPrices(db, storeId, variants)).get(variantId);
}

const newOffer = () => createOffer(core, { allocation: 5, price: 10_000 });

const setPrice = (offer: Offer, price: number, compareAtPrice: number | null = null) =>
  updateWaitlist(core, offer, { variants: [{ variantId: offer.variantId, price, compareAtPrice }] });

const reprice = (offer: Offer, price: number | null) =>
  db.query('UPDATE variant SET price = $3 WHERE store_id = $1 AND id = $2', [offer.storeId, offer.variantId, price]);

test('every price is kept from when until when, also that of the catalogue, and no draft', async () => {
  const offer = await createOffer(core, { allocation: 5, price: 10_000 });
  expect(await kept(offer)).toEqual([
    { by: 'catalogue', price: 10_000, now: true },
    { by: 'waitlist', price: 10_000, now: true },
  ]);
  await later(1);
  await setPrice(offer, 8_000, 10_000);
  await setPrice(offer, 8_000, 9_000); // the same price
  await later(1);
  await reprice(offer, 9_500);
  await later(1);
  await changeWaitlistState(core, offer, 'pause'); // its pages still show the price
  await setPrice(offer, 7_000);
  await later(1);
  await changeWaitlistState(core, offer, 'close');
  await reprice(offer, null);
  expect(await kept(offer)).toEqual([
    { by: 'catalogue', price: 10_000, now: false },
    { by: 'waitlist', price: 10_000, now: false },
    { by: 'waitlist', price: 8_000, now: false },
    { by: 'catalogue', price: 9_500, now: false },
    { by: 'waitlist', price: 7_000, now: false },
  ]);
  const draft = await createOffer(core, { allocation: 5, price: 10_000, live: true });
  await setPrice(draft, 1);
  expect(await kept(draft)).toEqual([{ by: 'catalogue', price: 10_000, now: true }]);
});

test('the lowest price is that of the 30 days before the reduction', async () => {
  const offer = await createOffer(core, { allocation: 5, price: 10_000 });
  expect(await lowest(offer)).toEqual({ before: 10_000, untilNow: 10_000 });
  await later(10);
  await setPrice(offer, 9_000);
  await later(10);
  await setPrice(offer, 8_000, 10_000);
  expect(await lowest(offer)).toEqual({ before: 9_000, untilNow: 8_000 });
  await later(45);
  expect(await lowest(offer)).toEqual({ before: 9_000, untilNow: 8_000 });
  await setPrice(offer, 7_000, 8_000);
  expect(await lowest(offer)).toEqual({ before: 8_000, untilNow: 7_000 });
});

test('a migration ends what was kept of closed waitlists and gone variants, and nothing else', async () => {
  const [open, closed, gone] = [await newOffer(), await newOffer(), await newOffer()];
  await changeWaitlistState(core, closed, 'close');
  await db.query('UPDATE variant SET gone_at = app_now() WHERE store_id = $1', [gone.storeId]);
  await db.query('UPDATE price_history SET until = NULL WHERE store_id = ANY ($1)', [[closed.storeId, gone.storeId]]);
  const migrations = await readMigrations();
  const end = migrations.find(({ name }) => name.startsWith('0320_'))?.statements ?? '';
  await db.query(end);
  const lasting = async (offer: Offer) => (await kept(offer)).filter(({ now }) => now).map(({ by }) => by);
  expect(await lasting(open)).toEqual(['catalogue', 'waitlist']);
  expect(await lasting(closed)).toEqual(['catalogue']);
  expect(await lasting(gone)).toEqual(['waitlist']);
});

test('a store knows only its own prices; old ones are pruned, and all go with the store', async () => {
  const [mine, theirs] = [
    await createOffer(core, { allocation: 5, price: 10_000 }),
    await createOffer(core, { allocation: 5, price: 1 }),
  ];
  const { variants } = await readWaitlist(db, theirs.storeId, theirs.waitlistId);
  expect((await readLowestPrices(db, mine.storeId, variants)).get(theirs.variantId)).toEqual({
    before: 1,
    untilNow: null,
  });
  await later(1);
  await setPrice(mine, 8_000);
  await later(399);
  await prune(db);
  expect(await kept(mine)).toHaveLength(3);
  await later(2);
  await prune(db);
  expect(await kept(mine)).toEqual([
    { by: 'catalogue', price: 10_000, now: true },
    { by: 'waitlist', price: 8_000, now: true },
  ]);
  await deleteStore(core, theirs.storeId, 'North & Pine');
  await removeDeletedStores(core);
  expect(await kept(theirs)).toEqual([]);
});

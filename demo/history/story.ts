import { raiseAlert } from '../../src/core/alerts/commands.ts';
import { saveProduct } from '../../src/core/catalog/commands/save-product.ts';
import { findProduct } from '../../src/core/catalog/queries.ts';
import type { Deps } from '../../src/core/deps.ts';
import { addCounts } from '../../src/core/measures/commands/counts.ts';
import { giveBack } from '../../src/core/payments/commands/give-back.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { addNote } from '../../src/core/preorders/commands/note.ts';
import { sendLines } from '../../src/core/preorders/commands/send.ts';
import { writeToStore } from '../../src/core/preorders/commands/write-to-store.ts';
import { listPreorders } from '../../src/core/preorders/queries/list.ts';
import type { Preorder } from '../../src/core/preorders/queries.ts';
import { moveBatch } from '../../src/core/promises/commands/move.ts';
import { recordArrival } from '../../src/core/releases/commands/arrive.ts';
import { startRelease } from '../../src/core/releases/commands/start.ts';
import { runReleases } from '../../src/core/releases/jobs.ts';
import type { Store } from '../../src/core/stores/queries.ts';
import { createWaitlist } from '../../src/core/waitlists/commands/create.ts';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { readWaitlist } from '../../src/core/waitlists/queries.ts';
import { laterDay } from '../../src/domain/store-time.ts';
import { BLANKET, PARKA, PAST_OFFERS, type PastOffer } from './offers.ts';
import { buy, createChance } from './shoppers.ts';

/** The clock of the history. */
export type HistoryClock = {
  today: string;
  /** Moves the clock to a day, counted from today. */
  goTo(day: number): Promise<void>;
  /** Does what the clock brings, and waits until all that follows from what was done so far is done: payments, mails, orders. */
  settle(): Promise<void>;
};

type StoryContext = { deps: Deps; store: Store; clock: HistoryClock; ids: Map<string, string> };

/** Lives months of the demo store with the commands that merchants and shoppers use. */
export async function liveHistory(deps: Deps, store: Store, clock: HistoryClock): Promise<void> {
  const story: StoryContext = { deps, store, clock, ids: new Map() };
  const random = createChance(7);
  let number = 0;
  for (let day = PARKA.opens; day < 0; day += 1) {
    const selling = PAST_OFFERS.filter(({ opens, pace }) => day >= opens && pace(day - opens) > 0);
    if (selling.length === 0 && !EVENTS.has(day)) continue;
    await clock.goTo(day);
    for (const offer of PAST_OFFERS) if (offer.opens === day) await open(story, offer);
    for (const offer of selling) {
      const buyers = Array.from({ length: offer.pace(day - offer.opens) }, () => {
        number += 1;
        const variant = offer.variants[Math.floor(random() * offer.variants.length)] ?? offer.variants[0];
        const quantity = random() < 0.25 ? 2 : 1;
        return { variantId: variant?.id ?? '', quantity, number, failsLater: offer === PARKA && number % 9 === 0 };
      });
      await Promise.all(buyers.map((purchase) => buy(deps, store, purchase)));
      await countVisits(story, offer, buyers.length);
    }
    const event = EVENTS.get(day);
    if (!event) continue;
    await clock.settle();
    await event(story);
    await clock.settle();
  }
  await clock.settle();
}

/** What merchants and shoppers do besides buying, by the day on which it happens. */
const EVENTS = new Map<number, (story: StoryContext) => Promise<void>>([
  [-60, moveParka],
  [-40, (story) => arriveParka(story, 13)],
  [-36, sendParka],
  [-30, returnParka],
  [-12, cancelSome],
  [-3, writeMessages],
  [-2, (story) => arriveParka(story, 18)],
]);

async function open({ deps, store, clock, ids }: StoryContext, offer: PastOffer): Promise<void> {
  await saveProduct(deps, store.id, {
    externalId: offer.id,
    handle: offer.handle,
    title: offer.title,
    descriptionHtml: '',
    vendor: store.name,
    imageUrl: null,
    optionNames: ['Size'],
    variants: offer.variants.map(({ id, sku, values, price }) => ({
      externalId: id,
      sku,
      optionValues: values,
      price,
      compareAtPrice: null,
      imageUrl: null,
      inStock: 0,
      oversellEnabled: false,
    })),
  });
  const product = await findProduct(deps.db, store.id, { externalId: offer.id });
  if (!product) throw new Error(`product ${offer.handle} not found after it was saved`);
  const units = new Map(offer.variants.map((variant) => [variant.sku, variant.units]));
  const waitlistId = await createWaitlist(deps, store.id, {
    productId: product.id,
    variants: product.variants.map(({ id, sku }) => ({ variantId: id, allocation: units.get(sku) ?? 0 })),
    shipWindow: { from: laterDay(clock.today, offer.shipsIn.from), until: laterDay(clock.today, offer.shipsIn.until) },
    plan: offer.plan,
  });
  await changeWaitlistState(deps, { storeId: store.id, waitlistId }, 'open');
  ids.set(offer.id, waitlistId);
}

// Of those who see a button, one in nine opens the checkout, and one in four of these buys.
async function countVisits({ deps, store, ids }: StoryContext, offer: PastOffer, buyers: number): Promise<void> {
  const of = { storeId: store.id, waitlistId: ids.get(offer.id) ?? null };
  await addCounts(deps.db, [
    { ...of, event: 'PlacementLoaded', count: buyers * 36 + 11 },
    { ...of, event: 'ButtonClicked', count: buyers * 4 + 1 },
    { ...of, event: 'PreorderCheckoutStep', count: buyers * 6 + 1 },
    { ...of, event: 'PreorderCheckoutSubmitted', count: buyers + 1 },
    { ...of, event: 'PreorderCreated', count: buyers },
    { ...of, event: 'PreorderFailed', count: 1 },
  ]);
}

const waitlistOf = async ({ deps, store, ids }: StoryContext, { id }: PastOffer) =>
  readWaitlist(deps.db, store.id, ids.get(id) ?? '');

/** Lists the pre-orders of an offer, the oldest first. */
async function preordersOf({ deps, store, ids }: StoryContext, { id }: PastOffer): Promise<Preorder[]> {
  return (await listPreorders(deps.db, store.id, { waitlistId: ids.get(id), limit: 200 })).reverse();
}

async function moveParka(story: StoryContext): Promise<void> {
  const { deps, store, clock } = story;
  const batchId = (await waitlistOf(story, PARKA)).batches[0]?.id ?? '';
  // A few days, of which shoppers are told. For more they would be asked, and their silence would cancel.
  const shipWindow = { from: laterDay(clock.today, -48), until: laterDay(clock.today, -42) };
  await moveBatch(deps, { storeId: store.id, batchId }, { shipWindow, reason: 'The zips came some days late.' });
}

/** Less comes than was sold. The oldest pre-orders get it, and what is left of their price is charged. */
async function arriveParka(story: StoryContext, counted: number): Promise<void> {
  const { deps, store, clock } = story;
  const waitlist = await waitlistOf(story, PARKA);
  const batchId = waitlist.batches[0]?.id ?? '';
  const counts = waitlist.variants.map(({ variantId }) => ({ variantId, counted }));
  await recordArrival(deps, { storeId: store.id, batchId, counts, key: null });
  await startRelease(deps, { storeId: store.id, batchId, limit: null });
  do await clock.settle();
  while ((await runReleases(deps)) > 0);
}

async function sendParka(story: StoryContext): Promise<void> {
  const { deps, store } = story;
  const ready = (await preordersOf(story, PARKA)).filter(({ lines }) =>
    lines.every(({ state }) => state === 'released'),
  );
  for (const [index, { id: preorderId }] of ready.slice(0, -3).entries()) {
    const tracking = { carrier: 'DHL', number: `003404341610940${String(42_557 + index)}` };
    await sendLines(deps, { storeId: store.id, preorderId, lineIds: null, tracking, key: null });
  }
}

async function returnParka(story: StoryContext): Promise<void> {
  const { deps, store } = story;
  const sent = (await preordersOf(story, PARKA)).filter(({ state }) => state === 'fulfilled');
  const [first, second] = sent;
  if (!first || !second) return;
  await advanceLines(deps, { storeId: store.id, preorderId: first.id, to: 'returned', lineIds: null });
  const lineId = second.lines[0]?.id ?? '';
  const reason = 'A button was loose.';
  await giveBack(deps, { storeId: store.id, preorderId: second.id, lineId, amount: 2_000, reason });
  const values = { amount: '20.00', currency: store.currency, reference: second.reference };
  await raiseAlert(deps.db, store.id, { text: 'refund_came_back', subjectId: second.id, values });
  await addNote(
    deps,
    { storeId: store.id, preorderId: second.id },
    { text: 'Sewed it on herself. Was friendly.', by: 'Ada' },
  );
}

async function cancelSome(story: StoryContext): Promise<void> {
  const { deps, store } = story;
  const placed = (await preordersOf(story, BLANKET)).filter(({ state }) => state === 'placed');
  for (const { id: preorderId } of placed.filter((_, index) => index % 11 === 5)) {
    await cancelLines(deps, { storeId: store.id, preorderId, lineIds: null });
  }
}

async function writeMessages(story: StoryContext): Promise<void> {
  const { deps, store } = story;
  const [first, second] = await preordersOf(story, BLANKET);
  if (first)
    await writeToStore(deps, { storeId: store.id, preorderId: first.id, words: 'Can it be sent to my office?' });
  if (second) {
    const text = 'Asked by phone whether it is washable. It is, at 30 degrees.';
    await addNote(deps, { storeId: store.id, preorderId: second.id }, { text, by: 'Ada' });
  }
}

import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { buyFrom } from './buy.ts';
import { type Core, checkoutRequest, type Offer } from './core.ts';

const NAMES = ['Lovelace', 'Hopper', 'Johnson', 'Noether', 'Curie', 'Meitner', 'Goodall', 'Franklin'];

// As many as the pool of a test has connections to spare.
const AT_ONCE = 6;

/** Buys that many pre-orders and releases them. Every fourth is of two units, and has line item properties. Resolves with their references. */
export async function makeReady(core: Core, offer: Offer, count: number): Promise<string[]> {
  const references: string[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = next++; at < count; at = next++) references[at] = await makeOne(core, offer, at);
    }),
  );
  return references;
}

async function makeOne(core: Core, offer: Offer, at: number): Promise<string> {
  const { address } = checkoutRequest(offer);
  const isLarge = at % 4 === 3;
  const reference = await buyFrom(core, offer, {
    quantity: isLarge ? 2 : 1,
    address: {
      ...address,
      lastName: NAMES[at % NAMES.length] ?? '',
      line1: `Invalidenstraße ${at + 1}`,
      phoneNumber: '+49 30 1234567',
    },
    ...(isLarge && { lineItemProperties: { engraving: `Number ${at}` } }),
  });
  const { id } = await readPreorder(core.db, offer.storeId, reference);
  await advanceLines(core, { storeId: offer.storeId, preorderId: id, to: 'released', lineIds: null });
  return reference;
}

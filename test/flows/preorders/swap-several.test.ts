import { afterAll, expect, test } from 'vitest';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { type SwapRequest, swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { sendMails } from '../../support/mails.ts';
import { refused } from '../../support/refusal.ts';
import { createSizes, type Size, type Sizes } from '../../support/sizes.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
afterAll(() => expectSoundBooks(database.db));

/** Buys medium ones, and returns a function that builds the request to swap the first `count` of them. */
async function buy(offer: Sizes, quantity: number) {
  const reference = await buyFrom(core, offer, { quantity });
  const { id: preorderId, lines } = await readPreorder(database.db, offer.storeId, reference);
  const [lineId = '', ...others] = lines.map(({ id }) => id);
  const to = ({ variantExternalId }: Size, count: number, now = 0): SwapRequest => ({
    storeId: offer.storeId,
    preorderId,
    lineId,
    alsoLineIds: others.slice(0, count - 1),
    variantExternalId,
    now,
    later: 0,
  });
  const titles = async () => {
    const { lines: now } = await readPreorder(database.db, offer.storeId, reference);
    return now.map(({ variantTitle }) => variantTitle);
  };
  return { to, titles, preorderId, reference };
}

test('two of three are swapped at once, with one mail, and a repeated request does nothing more', async () => {
  const outgoing: MailMessage[] = [];
  const deps = { ...core, mail: { send: async (message: MailMessage) => void outgoing.push(message) } };
  const offer = await createSizes(core, { prices: [10_000, 12_900, 14_900] });
  const { to, titles, preorderId } = await buy(offer, 3);
  await sendMails(deps);
  outgoing.length = 0;
  const both = to(offer.sizes.small, 2, -5_800);
  expect(await swapVariant(core, both)).toEqual({ kind: 'done' });
  expect(await titles()).toEqual(['Small', 'Small', 'Medium']);
  expect(await swapVariant(core, both)).toEqual({ kind: 'done' });
  expect(await titles()).toEqual(['Small', 'Small', 'Medium']);
  await moveMoney(core, offer.storeId, preorderId);
  await sendMails(deps);
  const about = outgoing.filter(({ text }) => text.includes('Your change is done'));
  expect(about).toHaveLength(1);
  expect(about[0]?.text).toMatch(/2 × .*2 × /s);
  expect(about[0]?.text).toContain('It costs €58.00 less than before.');
  // It tells of the refund too.
  expect(outgoing).toHaveLength(1);
});

test('nothing is swapped where too few are left, a difference is another one, or a line item is not of the pre-order', async () => {
  const offer = await createSizes(core, { units: [2, 9, 9] });
  const { to, titles } = await buy(offer, 3);
  const other = await buy(offer, 1);
  const tooMany = swapVariant(core, to(offer.sizes.small, 3));
  await expect(tooMany).rejects.toEqual(refused('sold_out', { data: { left: 2 } }));
  await expect(swapVariant(core, to(offer.sizes.small, 2, -1))).rejects.toEqual(refused('swap_changed'));
  const { lineId: foreign } = other.to(offer.sizes.small, 1);
  const mixed = { ...to(offer.sizes.small, 2), alsoLineIds: [foreign] };
  await expect(swapVariant(core, mixed)).rejects.toEqual(refused('line_not_found'));
  expect(await titles()).toEqual(['Medium', 'Medium', 'Medium']);
  const doubled = to(offer.sizes.small, 1);
  expect(await swapVariant(core, { ...doubled, alsoLineIds: [doubled.lineId] })).toEqual({ kind: 'done' });
  expect(await titles()).toEqual(['Small', 'Medium', 'Medium']);
});

import { afterAll, describe, expect, test } from 'vitest';
import { findProduct } from '../../src/core/catalog/queries.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { markDelivered } from '../../src/core/preorders/commands/correct-fulfilment.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import { LANGUAGES } from '../../src/messages/catalogue.ts';
import { buyFrom } from '../support/buy.ts';
import { createCheckoutClient } from '../support/checkout-client.ts';
import { checkoutRequest, type Offer, shiftClock } from '../support/core.ts';
import { sendMails } from '../support/mails.ts';
import { createStatusClient, tokenFor } from '../support/status-client.ts';
import { startWithdrawals } from '../support/withdrawals.ts';

const world = await startWithdrawals();
const { api, core, sold, mails } = world;
afterAll(() => world.stop());

const DAY = 86_400;
const WITHDRAW = /\/withdraw\//;
let later = 0;

async function waitDays(days: number): Promise<void> {
  later += days * DAY;
  await shiftClock(core.db, days * DAY);
}

type Known = { offer: Offer; email: string; reference: string };

async function hasLink({ offer, email, reference }: Known): Promise<boolean> {
  const client = createStatusClient(api);
  const begun = await client.signIn(offer.storeKey, await tokenFor(api.deps, offer.storeId, { email, age: -later }));
  return (await client.read(begun.data.session, reference)).data.withdraw !== '';
}

/** Sends the mails that wait, and returns the last one to this address. */
async function lastMailTo(email: string): Promise<string> {
  await sendMails(api.deps);
  return mails.filter(({ to }) => to.address === email).at(-1)?.text ?? '';
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('the link to withdraw', () => {
  test('is on the status page and in mails until the period is over', async () => {
    const one = await sold();
    const { storeId, reference, email, path } = one;
    const { id: preorderId } = await readPreorder(core.db, storeId, reference);
    const key = { storeId, preorderId };
    expect(await hasLink(one)).toBe(true);
    expect(await lastMailTo(email)).toMatch(WITHDRAW);
    await advanceLines(core, { ...key, to: 'released', lineIds: null });
    await advanceLines(core, { ...key, to: 'fulfilled', lineIds: null });
    await waitDays(60);
    expect(await hasLink(one)).toBe(true); // nobody has said that it was delivered
    await markDelivered(core, { ...key, number: 1 });
    await waitDays(13);
    expect(await hasLink(one)).toBe(true);
    await waitDays(5);
    expect(await hasLink(one)).toBe(false);
    const before = await lastMailTo(email);
    await advanceLines(core, { ...key, to: 'returned', lineIds: null });
    const returned = await lastMailTo(email);
    expect(returned).not.toBe(before);
    expect(returned).not.toMatch(WITHDRAW);
    expect((await api.ask(`${path}?reference=${reference}`)).status).toBe(200);
  });

  test('is not where the law excludes the goods, and shoppers read that before they order and afterwards', async () => {
    const { offer } = await sold();
    const product = await findProduct(core.db, offer.storeId, {
      handle: `jacket-${offer.variantExternalId.slice(0, -1)}`,
    });
    const learnMore = async (language: string) => {
      const query = `key=${offer.storeKey}&product=${product?.externalId}&lang=${language}`;
      return (await api.ask(`/frames/1/learn-more?${query}`)).text;
    };
    expect(await learnMore('en')).not.toContain('right of withdrawal');
    await updateWaitlist(core, offer, { withdrawalExclusion: 'personalised' });
    const sentence = 'There is no right of withdrawal: this is made to the customer’s specification.';
    await expect.poll(() => learnMore('en')).toContain(sentence);
    for (const [language, messages] of Object.entries(LANGUAGES)) {
      expect(await learnMore(language)).toContain(messages['withdrawal.excluded.personalised']);
    }
    const held = await createCheckoutClient(api).hold(checkoutRequest(offer));
    for (const text of [held.consentText, held.walletConsent]) expect(text.endsWith(` ${sentence}`)).toBe(true);

    const email = 'excluded@shopper.example';
    const reference = await buyFrom(core, offer, { email });
    const mail = await lastMailTo(email);
    expect(inOneLine(mail)).toContain(sentence);
    expect(mail).not.toMatch(WITHDRAW);
    expect(await hasLink({ offer, email, reference })).toBe(false);
  });
});

import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeCheckout, makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { updateStore } from '../../../src/core/stores/commands.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { buyFrom } from '../../support/buy.ts';
import { viewCheckout } from '../../support/checkout-view.ts';
import { commandLine } from '../../support/command-line.ts';
import { checkoutRequest, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
let cli: ReturnType<typeof commandLine>;
beforeAll(() => {
  cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });
});

const OURS = 'E-mail me about new products and offers of North & Pine. I can unsubscribe at any time.';

let shoppers = 0;
const newEmail = () => `ada.${++shoppers}@shopper.example`;

/** Creates an offer with these settings of the box for marketing, and returns the option that names its store. */
async function offerWith(...settings: string[]): Promise<{ offer: Offer; store: string[] }> {
  const offer = await createOffer(core, { allocation: 20 });
  const store = ['--store', (await readStore(database.db, offer.storeId)).slug];
  if (settings.length > 0) expect((await cli.json('stores', 'update', ...store, ...settings)).code).toBe(0);
  return { offer, store };
}

async function shownBox(offer: Offer, locale = 'en') {
  const shopper = { clientAddress: '192.0.2.7', idempotencyKey: crypto.randomUUID() };
  const id = await makeCheckout(core, checkoutRequest(offer, { email: newEmail(), locale }), shopper);
  return (await viewCheckout(core, id)).marketing;
}

const TICKED = { marketingConsent: true };
const LEFT_TICKED = { marketingConsent: true, marketingLeftTicked: true };

describe('the box for marketing', () => {
  test('is shown once the merchant asks for it, with the merchant’s own text where there is one', async () => {
    const { offer, store } = await offerWith();
    expect((await cli.json('stores', 'show', ...store)).data).toMatchObject({
      marketing_box: 'off',
      marketing_texts: {},
    });
    expect(await shownBox(offer)).toBeNull();
    const words = ['--marketing-texts', 'DE=Ja, Neues = per E-Mail', '--marketing-texts', 'fr=Oui'];
    const update = (...changes: string[]) => cli.json('stores', 'update', ...store, ...changes);
    expect((await update('--marketing-box', 'ask', ...words)).data).toMatchObject({
      marketing_box: 'ask',
      marketing_texts: { de: 'Ja, Neues = per E-Mail', fr: 'Oui' },
    });
    expect(await shownBox(offer)).toEqual({ text: OURS, collected: false });
    expect(await shownBox(offer, 'de-AT')).toEqual({ text: 'Ja, Neues = per E-Mail', collected: false });
    expect((await cli.run('stores', 'show', ...store)).out).toMatch(
      /Marketing +a box that only the shopper ticks\n +de: Ja, Neues = per E-Mail\n +fr: Oui\n/,
    );
    await update('--marketing-box', 'collected', '--marketing-texts', 'none');
    expect(await shownBox(offer, 'de')).toMatchObject({
      text: expect.stringContaining('North & Pine'),
      collected: true,
    });
    await update('--marketing-box', 'off');
    expect(await shownBox(offer)).toBeNull();
  });

  test.each([
    ['--marketing-box', 'on'],
    ['--marketing-texts', 'Yes, please'],
    ['--marketing-texts', 'fi=Kyllä'],
    ['--marketing-texts', 'de='],
  ])('refuses %s %s', async (...settings) => {
    const { store } = await offerWith();
    const answer = await cli.json('stores', 'update', ...store, ...settings);
    expect(answer).toMatchObject({ code: 2, error: { code: 'invalid_parameter' } });
  });

  test('has one text for each language', async () => {
    const { store } = await offerWith();
    const twice = ['--marketing-texts', 'de=Ja', '--marketing-texts', 'DE=Gern'];
    expect(await cli.json('stores', 'update', ...store, ...twice)).toMatchObject({
      error: { param: 'marketing_texts' },
    });
  });
});

describe('the shopper’s decision', () => {
  test('is told to the merchant with the text that was shown and its time', async () => {
    const { offer, store } = await offerWith('--marketing-box', 'ask', '--marketing-texts', 'en=News of ours');
    const [yes, no] = [newEmail(), newEmail()];
    const agreed = await buyFrom(core, offer, { email: yes, ...TICKED });
    const declined = await buyFrom(core, offer, { email: no });
    // The evidence keeps the old text when the merchant changes it later.
    await updateStore(core, offer.storeId, { marketingBox: 'off', marketingTexts: { en: 'Other words' } });
    const evidence = { marketing_text: 'News of ours', marketing_by: 'shopper' };
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const told = { marketing_consent: true, marketing_decided_at: at, ...evidence };
    const { data } = await cli.json('preorders', 'show', agreed, ...store);
    expect(data).toMatchObject(told);
    expect((await cli.json('preorders', 'list', ...store)).data).toMatchObject([
      { reference: declined, ...told, marketing_consent: false },
      { reference: agreed, ...told },
    ]);
    const csv = await cli.run('preorders', 'export', ...store);
    const { marketing_consent: _, ...exported } = told;
    expect(parse(csv.out, { columns: true, bom: true })).toMatchObject([
      { reference: declined, marketing_consent: 'no', ...exported },
      { reference: agreed, marketing_consent: 'yes', ...exported },
    ]);
    expect((await cli.run('preorders', 'show', agreed, ...store)).out).toMatch(
      /Marketing +agreed on .+, to these words:\n +News of ours\n/,
    );
    expect((await cli.run('preorders', 'show', declined, ...store)).out).toMatch(/Marketing +did not agree on /);
    const person = await cli.json('people', 'export', yes, ...store);
    expect(person.data).toMatchObject({ checkouts: [told], preorders: [told] });
  });

  test('is recorded as the store’s where the store ticked the box in advance', async () => {
    const { offer, store } = await offerWith('--marketing-box', 'collected');
    const left = await buyFrom(core, offer, { email: newEmail(), ...LEFT_TICKED });
    const ticked = await buyFrom(core, offer, { email: newEmail(), ...TICKED });
    const show = async (reference: string) => (await cli.json('preorders', 'show', reference, ...store)).data;
    expect(await show(left)).toMatchObject({ marketing_consent: true, marketing_by: 'store', marketing_text: OURS });
    expect(await show(ticked)).toMatchObject({ marketing_consent: true, marketing_by: 'shopper' });
    expect((await cli.run('preorders', 'show', left, ...store)).out).toContain('left the box ticked as it started');
    await updateStore(core, offer.storeId, { marketingBox: 'ask' });
    const late = await buyFrom(core, offer, { email: newEmail(), ...LEFT_TICKED });
    expect(await show(late)).toMatchObject({ marketing_consent: false, marketing_by: 'shopper' });
  });

  test('is forgotten when the order changes, until the shopper presses the button again', async () => {
    const { offer } = await offerWith('--marketing-box', 'ask', '--marketing-texts', 'en=News of ours');
    const body = checkoutRequest(offer, { email: newEmail() });
    const clientAddress = '192.0.2.7';
    const checkoutId = await makeCheckout(core, body, { clientAddress, idempotencyKey: crypto.randomUUID() });
    const target = { storeId: offer.storeId, checkoutId };
    const { total, dueNow } = await viewCheckout(core, checkoutId);
    const idempotency = { key: crypto.randomUUID(), bodyHash: 'once' };
    const token = testCardToken('4000000000000002');
    const declined = await pay(core, { ...target, total, dueNow, token, ...TICKED, idempotency });
    expect(declined.kind).toBe('declined');
    const evidence = () =>
      database.db.query(
        `SELECT c.marketing_consent AS agreed, k.marketing_text AS words, k.marketing_by AS by,
                k.marketing_decided_at IS NOT NULL AS decided
         FROM checkout c JOIN checkout_contact k ON k.store_id = c.store_id AND k.checkout_id = c.id WHERE c.id = $1`,
        [checkoutId],
      );
    expect(await evidence()).toEqual([{ agreed: true, words: 'News of ours', by: 'shopper', decided: true }]);
    await updateStore(core, offer.storeId, { marketingTexts: { en: 'Other words' } });
    await changeCheckout(core, { ...body, quantity: 2 }, { ...target, clientAddress });
    expect(await evidence()).toEqual([{ agreed: false, words: 'Other words', by: null, decided: false }]);
  });

  test('is not recorded where no box was shown', async () => {
    const { offer, store } = await offerWith();
    const reference = await buyFrom(core, offer, { email: newEmail(), ...TICKED });
    expect((await cli.json('preorders', 'show', reference, ...store)).data).toMatchObject({
      marketing_consent: false,
      marketing_text: null,
      marketing_decided_at: null,
      marketing_by: null,
    });
  });

  test('is erased with the person', async () => {
    const { offer, store } = await offerWith('--marketing-box', 'ask');
    const email = newEmail();
    const reference = await buyFrom(core, offer, { email, ...TICKED });
    await shiftClock(database.db, 3600);
    await erase(core, { storeId: offer.storeId, email }, { openToo: true });
    const { data } = await cli.json('preorders', 'show', reference, ...store);
    expect(data).toMatchObject({ contact: null, marketing_consent: false, marketing_text: null, marketing_by: null });
    expect(
      await database.db.query(
        `SELECT c.marketing_consent AS agreed, k.marketing_text AS words FROM checkout c
         LEFT JOIN checkout_contact k ON k.store_id = c.store_id AND k.checkout_id = c.id WHERE c.store_id = $1`,
        [offer.storeId],
      ),
    ).toEqual([{ agreed: false, words: null }]);
  });
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { endExpiredHolds } from '../../../src/core/checkouts/jobs.ts';
import { suppress } from '../../../src/core/mails/commands/suppress.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { endRetention } from '../../../src/core/people/commands/retain.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { createCancelLink } from '../../../src/core/preorders/commands/cancel-link.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { updateStore } from '../../../src/core/stores/commands.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { createFileMail } from '../../../src/integrations/mail/files.ts';
import { mailFolder } from '../../../src/main/compose.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { findMarks } from '../../support/footprint.ts';
import { sendMails } from '../../support/mails.ts';

let database: TestDatabase;
let core: Core;
let folder: string;
let cli: ReturnType<typeof commandLine>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'people-'));
  const SECRET_KEY = 'a secret key that only the tests have'; // the key of the test core
  cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY });
  core = { ...createCore(database.db), mail: createFileMail(mailFolder(folder)), mailFrom: 'shop@shop.example' };
});
afterAll(async () => {
  await core.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const DAY = 86_400;
const shopper = () => ({ clientAddress: '203.0.113.77', idempotencyKey: randomUUID() });
const slugOf = async ({ storeId }: Offer) => (await readStore(database.db, storeId)).slug;
const openOffer = () => createOffer(core, { allocation: 20 });
const newEmail = () => `ada.${randomUUID().slice(0, 8)}@shopper.example`;

/** Cancels line items and moves the money, as the job would. */
async function cancel(target: { storeId: string; preorderId: string; lineIds: string[] | null }): Promise<void> {
  await cancelLines(core, target);
  await moveMoney(core, target.storeId, target.preorderId);
}

async function mailFilesOf(reference: string): Promise<string[]> {
  return (await readdir(mailFolder(folder))).filter((name) => name.includes(reference.toLowerCase()));
}

describe('people export', () => {
  test('shows everything that is kept of the person, in that store alone', async () => {
    const [offer, other, email] = [await openOffer(), await openOffer(), newEmail()];
    const reference = await buyFrom(core, offer, {
      email,
      quantity: 2,
      lineItemProperties: { Engraving: 'For Ada' },
    });
    const { id, lines } = await readPreorder(database.db, offer.storeId, reference);
    const target = { storeId: offer.storeId, preorderId: id, lineIds: [lines[0]?.id ?? ''] };
    await createCancelLink(core, target);
    await cancel(target);
    await suppress(database.db, { storeId: offer.storeId, email }, { reason: 'complained' });
    await sendMails(core, id);
    await makeCheckout(core, checkoutRequest(offer, { email: ` ${email.toUpperCase()} ` }), shopper());
    await buyFrom(core, other, { email });
    await buyFrom(core, offer, { email: newEmail() });

    const { code, data } = await cli.json('people', 'export', email, '--store', await slugOf(offer));
    expect(code).toBe(0);
    expect(data).toMatchObject({ store: await slugOf(offer), email, mails_suppressed: { reason: 'complained' } });
    expect(data.checkouts).toMatchObject([
      {
        state: 'completed',
        contact: { email, address: { line1: 'Invalidenstraße 116' } },
        line_item_properties: { Engraving: 'For Ada' },
        total: '262.90',
        payments: [{ provider: 'test', state: 'placed', amount: '262.90' }],
      },
      { state: 'held', hold: { client_address: '203.0.113.77' }, payments: [] },
    ]);
    expect(data.preorders).toMatchObject([
      {
        reference,
        marketing_consent: false,
        total: '262.90',
        contact: { email, address: { lastName: 'Lovelace' } },
        consent_text: expect.stringContaining('262.90'),
        lines: [{ state: 'cancelled', properties: { Engraving: 'For Ada' } }, { state: 'placed' }],
        events: expect.arrayContaining([
          expect.objectContaining({ kind: 'movement', what: 'capture', amount: '262.90' }),
        ]),
        mails: ['placed', 'cancel_link', 'cancelled'].map((kind) => ({ kind, dropped_why: 'suppressed' })),
        links: expect.arrayContaining([
          expect.objectContaining({ purpose: 'cancel', used_at: null, line_ids: target.lineIds }),
        ]),
        told_to: [],
      },
    ]);
    const amounts = data.preorders[0].ledger.map(({ amount }: { amount: string }) => amount);
    // Two line items were captured and one was refunded. Each entry has its counterpart.
    expect(amounts.sort()).toEqual([...Array(3).fill('-131.45'), ...Array(3).fill('131.45')]);
    expect(JSON.stringify(data)).not.toContain(other.storeId);
  });

  test('writes a file that only its owner reads, or JSON to standard output', async () => {
    const [offer, email] = [await openOffer(), newEmail()];
    await buyFrom(core, offer, { email });
    await sendMails(core);
    const path = join(folder, 'export.json');
    const written = await cli.run('people', 'export', email, '--store', await slugOf(offer), '--output', path);
    expect(written).toMatchObject({ code: 0, out: `Written to ${path}.\n` });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const printed = await cli.run('people', 'export', email, '--store', await slugOf(offer));
    const plain = (text: string) => ({ ...JSON.parse(text), exported_at: null });
    expect(plain(printed.out)).toEqual(plain(await readFile(path, 'utf8')));
    const refused = await cli.json(
      'people',
      'export',
      email,
      '--store',
      await slugOf(offer),
      '--output',
      join(folder, 'nowhere', 'x.json'),
    );
    expect(refused).toMatchObject({ code: 2, error: { code: 'invalid_parameter', param: 'output' } });
  });

  test('says that nothing is kept of an unknown person', async () => {
    const answer = await cli.json('people', 'export', newEmail(), '--store', await slugOf(await openOffer()));
    expect(answer).toMatchObject({ code: 0, data: { checkouts: [], preorders: [] } });
  });
});

describe('people erase', () => {
  async function buyAndCancel(offer: Offer, email: string) {
    const reference = await buyFrom(core, offer, { email });
    const { id } = await readPreorder(database.db, offer.storeId, reference);
    await sendMails(core, id);
    await cancel({ storeId: offer.storeId, preorderId: id, lineIds: null });
    return { id, reference };
  }

  test('says what it would erase, and erases only with --yes', async () => {
    const [offer, email] = [await openOffer(), newEmail()];
    const { reference } = await buyAndCancel(offer, email);
    const verb = ['people', 'erase', email, '--store', await slugOf(offer)];
    const plan = await cli.run(...verb);
    expect(plan).toMatchObject({ code: 1, err: '' });
    expect(plan.out).toContain(reference);
    expect(plan.out).toContain('Nothing was erased. To do it, add --yes.');
    expect(plan.out).toMatch(/Mail files +\/.*\.eml/);
    expect((await readPreorder(database.db, offer.storeId, reference)).contact).toMatchObject({ email });

    const done = await cli.json(...verb, '--yes');
    expect(done).toMatchObject({ code: 0, data: { erased: true, preorders: [reference], open_preorders: [] } });
    expect(done.data.mail_files).toHaveLength(2);
    expect(await mailFilesOf(reference)).toEqual([]);
    expect((await readPreorder(database.db, offer.storeId, reference)).contact).toBeNull();
    const books = await cli.run('ledger', 'audit', '--store', await slugOf(offer));
    expect(books).toMatchObject({ code: 0, out: expect.stringContaining('are correct') });
    const again = await cli.run(...verb, '--yes');
    expect(again).toMatchObject({ code: 0, out: 'No data of this person is stored.\n' });
    const empty = await cli.json('people', 'export', email, '--store', await slugOf(offer));
    expect(empty.data).toMatchObject({ checkouts: [], preorders: [] });
  });

  test('waits for a mail that is being sent', async () => {
    const [offer, email] = [await openOffer(), newEmail()];
    const { id } = await buyAndCancel(offer, email);
    const claim = `UPDATE mail SET sent_at = NULL, claimed_until = app_now() + interval '2 s' WHERE preorder_id = $1`;
    await database.db.query(claim, [id]);
    const erased = await cli.json('people', 'erase', email, '--store', await slugOf(offer), '--yes');
    expect(erased).toMatchObject({ code: 0, data: { erased: true } });
  });

  test('refuses while goods are owed, and names the pre-orders', async () => {
    const offer = await createOffer(core, { allocation: 1, plan: { plan: 'pay_later' } }); // this plan keeps a card
    const email = newEmail();
    const reference = await buyFrom(core, offer, { email });
    const verb = ['people', 'erase', email, '--store', await slugOf(offer)];
    expect((await cli.run(...verb)).out).toContain(
      'refused while goods are owed or a withdrawal waits, unless you add --open-too',
    );
    expect(await cli.json(...verb, '--yes')).toMatchObject({
      code: 1,
      error: { code: 'preorders_open', data: { references: reference } },
    });
    expect(await cli.json(...verb, '--yes', '--open-too')).toMatchObject({ code: 0, data: { erased: true } });
    const { out } = await cli.run('preorders', 'show', reference, '--store', await slugOf(offer));
    expect(out).toContain('(erased)');
    expect(out).toMatch(/card kept +no longer stored\n/); // brand and last digits are gone
  });

  test.each([
    [['erase'], 'missing_parameter'],
    [['export'], 'missing_parameter'],
    [['erase', 'nobody', '--yes'], 'invalid_parameter'],
    [['export', '@'], 'invalid_parameter'],
    [['export', `${'a'.repeat(300)}@example.com`], 'invalid_parameter'],
  ])('refuses %s as misuse', async (args, code) => {
    const [verb = '', ...rest] = args;
    const answer = await cli.json('people', verb, ...rest, '--store', await slugOf(await openOffer()));
    expect(answer).toMatchObject({ code: 2, error: { code } });
  });
});

describe('retention', () => {
  const contactsOf = async ({ storeId }: Offer) => {
    const [row] = await database.db.query<{ checkouts: number; preorders: number }>(
      `SELECT (SELECT count(*)::int FROM checkout_contact WHERE store_id = $1) AS checkouts,
              (SELECT count(*)::int FROM preorder_contact WHERE store_id = $1) AS preorders`,
      [storeId],
    );
    return row;
  };
  test('deletes contacts of checkouts after the days of their store, and keeps those of pre-orders', async () => {
    const [offer, patient, email] = [await openOffer(), await openOffer(), newEmail()];
    await updateStore(core, patient.storeId, { keepCheckoutDays: 90 });
    for (const one of [offer, patient]) {
      await buyFrom(core, one, { email });
      await makeCheckout(core, checkoutRequest(one, { email: newEmail() }), shopper());
    }
    await shiftClock(database.db, 15 * 60);
    await endExpiredHolds(core);
    await shiftClock(database.db, 30 * DAY - 20 * 60);
    await endRetention(core);
    expect(await contactsOf(offer)).toEqual({ checkouts: 2, preorders: 1 });
    await shiftClock(database.db, 20 * 60);
    await endRetention(core);
    expect(await contactsOf(offer)).toEqual({ checkouts: 0, preorders: 1 });
    expect(await contactsOf(patient)).toEqual({ checkouts: 2, preorders: 1 });
    await shiftClock(database.db, 61 * DAY);
    await endRetention(core);
    expect(await contactsOf(patient)).toEqual({ checkouts: 0, preorders: 1 });
    // The export still finds the checkout through its pre-order.
    const { data } = await cli.json('people', 'export', email, '--store', await slugOf(offer));
    expect(data.checkouts).toMatchObject([{ state: 'completed', contact: null }]);
    await expectSoundBooks(database.db);
  });

  test('deletes contacts of pre-orders only where the store sets a period, after all is sent or cancelled', async () => {
    const [offer, email] = [await openOffer(), newEmail()];
    const verb = ['stores', 'update', '--store', await slugOf(offer)];
    expect((await cli.json(...verb, '--keep-preorder-days', '10')).data).toMatchObject({ keep_preorder_days: 10 });
    const reference = await buyFrom(core, offer, { email, quantity: 2 });
    const { id, lines } = await readPreorder(database.db, offer.storeId, reference);
    await sendMails(core, id);
    const target = { storeId: offer.storeId, preorderId: id };
    await cancel({ ...target, lineIds: [lines[0]?.id ?? ''] });
    await shiftClock(database.db, 100 * DAY);
    await endRetention(core);
    expect(await contactsOf(offer)).toMatchObject({ preorders: 1 });
    await advanceLines(database, { ...target, to: 'released', lineIds: null });
    await advanceLines(database, { ...target, to: 'fulfilled', lineIds: null });
    await shiftClock(database.db, 9 * DAY);
    await endRetention(core);
    expect(await contactsOf(offer)).toMatchObject({ preorders: 1 });
    await shiftClock(database.db, 2 * DAY);
    await database.db.query('UPDATE outbox SET dispatched_at = app_now()'); // the store was told of everything
    await Promise.all([endRetention(core), endRetention(core), endRetention(core)]);
    expect(await contactsOf(offer)).toEqual({ checkouts: 0, preorders: 0 });
    expect(await findMarks(database.db, [email])).toEqual([]);
    expect(await mailFilesOf(reference)).toEqual([]);
    expect((await cli.json(...verb, '--keep-preorder-days', 'none')).data).toMatchObject({ keep_preorder_days: null });
  });

  test.each([
    ...['0', '3651', '-1', 'none'].map((value) => ['--keep-checkout-days', value]),
    ...['0', '1.5', 'never'].map((value) => ['--keep-preorder-days', value]),
  ])('refuses %s %s as misuse', async (option = '', value = '') => {
    const answer = await cli.json('stores', 'update', '--store', await slugOf(await openOffer()), option, value);
    expect(answer).toMatchObject({ code: 2, error: { code: 'invalid_parameter' } });
  });
});

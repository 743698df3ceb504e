import { randomUUID } from 'node:crypto';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { changeContact } from '../../../src/core/people/commands/change-contact.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { createCancelLink } from '../../../src/core/preorders/commands/cancel-link.ts';
import { changeAddress } from '../../../src/core/preorders/commands/change-address.ts';
import { correctTracking } from '../../../src/core/preorders/commands/correct-fulfilment.ts';
import { createManageLink } from '../../../src/core/preorders/commands/manage-link.ts';
import { swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { writeToShopper } from '../../../src/core/preorders/commands/write-to-shopper.ts';
import { writeToStore } from '../../../src/core/preorders/commands/write-to-store.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { moneyOf, payByLink, type SaleOptions, sell } from '../../support/charges.ts';
import { type Core, checkoutRequest } from '../../support/core.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { moveDates } from '../../support/promises.ts';
import { arrive, startReleaseOf } from '../../support/release.ts';
import { createSizes } from '../../support/sizes.ts';
import { type Smtp, startSmtpServer } from '../../support/smtp.ts';
import { type System, startSystem } from '../../support/system.ts';

// Covers the whole way from an act through the outbox, a worker and a mail server to what a mail program reads.

let smtp: Smtp;
let system: System;
let core: Core;
let busy = 1;

beforeAll(async () => {
  smtp = await startSmtpServer({
    recipient(address) {
      if (address === 'nobody@mail.example') return { code: 550, words: '5.1.1 No such user' };
      if (address !== 'busy@mail.example' || busy === 0) return null;
      busy -= 1;
      return { code: 451, words: '4.3.0 Come back later' };
    },
  });
  system = await startSystem({ smtpUrl: smtp.url, mailFrom: 'preorders@service.example' });
  core = { ...system.deps, stop: async () => {} };
});
afterAll(async () => {
  await expectSoundBooks(system.db);
  await system.stop();
  await smtp.close();
});

/** Lists the kinds of mail of the pre-order in the order of arrival. The Message-ID contains the kind. */
async function kindsOf(reference: string): Promise<string[]> {
  return (await mailsOf(reference)).map((mail) => kindOf(mail));
}

async function mailsOf(reference: string): Promise<Email[]> {
  return (await smtp.read()).filter(({ messageId = '' }) => messageId.startsWith(`<${reference.toLowerCase()}.`));
}

const kindOf = ({ messageId = '' }: Email) => messageId.split('.')[1] ?? '';

/** Waits for the newest mail of this kind. */
async function expectMail(reference: string, kind: string, times = 1): Promise<Email> {
  const found = async () => (await mailsOf(reference)).filter((mail) => kindOf(mail) === kind);
  await expect.poll(async () => (await found()).length, { timeout: 15_000 }).toBe(times);
  const [newest] = (await found()).slice(-1);
  if (!newest) throw new Error('no mail came');
  return newest;
}

async function release(sold: Awaited<ReturnType<typeof sell>>): Promise<void> {
  await arrive(core, sold.offer, 10);
  await startReleaseOf(core, sold.offer);
  core.outbox.wake();
}

const linkIn = ({ text = '' }: Email, purpose: string) =>
  new RegExp(`http\\S+/links/${purpose}/\\S+`).exec(text)?.[0] ?? 'no link';

async function open(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status, url).toBe(200);
  return answer.text();
}

test('mails every step of a deposit, from the confirmation to the return', async () => {
  const sold = await sell(core);
  const { reference, storeId, preorderId, offer } = sold;
  const target = { storeId, preorderId };
  const placed = await expectMail(reference, 'placed');
  expect(placed.text).toContain('has your pre-order and your deposit');
  expect(placed.text).toMatch(/is charged to your card \(\w+ •••• \d{4}\)/);
  expect(await open(linkIn(placed, 'manage'))).toContain(reference);

  await moveDates({ core, offer }, ['2030-06-12', '2030-06-17']);
  const moved = await expectMail(reference, 'date_moved');
  expect(moved.subject).toMatch(/New date for .*: 12\s*–\s*17 June 2030/u);
  expect(moved.text).toContain('> The dye house burned down.');

  await moveDates({ core, offer }, ['2030-09-01', '2030-09-10']);
  const asked = await expectMail(reference, 'date_asked');
  expect(asked.text).toContain('If we hear nothing by then');
  expect(await open(linkIn(asked, 'answer'))).toContain('The dye house burned down.');

  await createManageLink(core, target);
  expect(await open(linkIn(await expectMail(reference, 'manage_link'), 'manage'))).not.toBe('');
  const preorder = await readPreorder(core.db, storeId, reference);
  const lineIds = preorder.lines.map(({ id }) => id);
  await createCancelLink(core, { ...target, lineIds });
  expect(await open(linkIn(await expectMail(reference, 'cancel_link'), 'cancel'))).toContain(reference);

  const { address } = checkoutRequest(offer);
  await changeAddress(core, { ...target, address: { ...address, line1: 'Torstraße 1' } });
  const sentTo = await expectMail(reference, 'address_changed');
  expect(sentTo.text).toContain('Torstraße 1');
  expect(await open(linkIn(sentTo, 'manage'))).toContain(reference);
  await writeToStore(core, { ...target, words: 'Can it be sent earlier?' });
  const message = await expectMail(reference, 'message');
  expect(message.to).toEqual([{ name: 'North & Pine', address: 'help@shop.example' }]);
  expect(message.replyTo).toEqual([{ name: 'Ada Lovelace', address: preorder.contact?.email }]);
  expect(message.text).toContain('> Can it be sent earlier?');
  await expect.poll(() => core.db.query('SELECT 1 FROM shopper_message WHERE words IS NOT NULL')).toEqual([]); // the words are deleted once they are sent

  await writeToShopper(core, { ...target, text: 'No, sorry.', by: 'Bo' });
  const written = await expectMail(reference, 'written');
  expect(written.text).toContain('> No, sorry.');
  expect(await open(linkIn(written, 'manage'))).toContain(reference);

  await release(sold);
  const charged = await expectMail(reference, 'charged');
  expect(charged.text).toContain('It is paid and ready to ship');
  expect(charged.text).toContain('Visa •••• 4242');
  await advanceLines(core, { ...target, to: 'fulfilled', lineIds: null });
  core.outbox.wake();
  await expectMail(reference, 'sent');
  await correctTracking(core, { ...target, number: 1 }, { carrier: 'DHL', number: '34', mail: true });
  core.outbox.wake();
  expect((await expectMail(reference, 'tracking_changed')).text).toContain('Tracking number: 34');
  const declaration = { name: 'Ada', email: preorder.contact?.email ?? '', reference, postalCode: '', items: '' };
  const known = { preorderId, lineIds: null };
  await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration, known });
  const back = await expectMail(reference, 'return_opened');
  expect(back.text).toContain('Please send it back');
  const page = /\S+\/links\/return\/\S+/.exec(back.text ?? '')?.[0] ?? '';
  expect(await open(page)).toContain('Tracking number');
  await advanceLines(core, { ...target, to: 'returned', lineIds: null });
  await giveBack(core, { ...target, lineId: lineIds[0] ?? '', amount: 12_000, reason: 'It was scratched.' });
  await moveMoney(core, storeId, preorderId);
  core.outbox.wake();
  await expect.poll(() => moneyOf(core, sold)).toMatchObject([{ refunded: 12_000 }]);
  const refunded = await expectMail(reference, 'refunded'); // one mail, although two payments are refunded
  expect(refunded.subject).toContain('€120.00');
  expect(refunded.text).toContain('What North & Pine says:\n> It was scratched.');
  await expectMail(reference, 'returned');

  const kinds = await kindsOf(reference);
  expect(kinds.filter((kind) => kind === 'released')).toEqual([]); // the receipt says it
  expect(kinds.filter((kind) => kind === 'refunded')).toHaveLength(1);
  for (const mail of await mailsOf(reference)) {
    const { headers, messageId, references } = mail;
    const header = (name: string) => headers.find(({ key }) => key === name)?.value;
    expect(header('auto-submitted')).toBe('auto-generated');
    // None of these mails is marketing, so none has an unsubscribe header.
    expect(headers.filter(({ key }) => key.startsWith('list-') || key === 'precedence')).toEqual([]);
    expect(messageId).toMatch(/@service\.example>$/);
    if (mail !== placed && kindOf(mail) !== 'placed') expect(references).toBe(placed.messageId);
    expect(mail.attachments).toEqual([]);
  }
});

const payNow: SaleOptions = { plan: { plan: 'pay_now' } } as SaleOptions;

test('mails the arrival of a prepaid line item, and a cancellation together with its refund', async () => {
  const sold = await sell(core, { ...payNow, quantity: 3 });
  const { reference, storeId, preorderId } = sold;
  await expectMail(reference, 'placed');
  const { lines } = await readPreorder(core.db, storeId, reference);
  await cancelLines(core, { storeId, preorderId, lineIds: [lines[0]?.id ?? ''], reason: 'merchant' });
  const cancelled = await expectMail(reference, 'cancelled');
  expect(cancelled.text).toContain('North & Pine cancelled this.');
  await release(sold);
  expect((await expectMail(reference, 'released')).text).toContain('2 × Aurora Jacket');
  expect((await kindsOf(reference)).sort()).toEqual(['cancelled', 'placed', 'released']);
});

test('mails links to the payment after a failed charge, and a receipt after it', async () => {
  const sold = await sell(core, { card: 'charge_declined' });
  const { reference } = sold;
  await expectMail(reference, 'placed');
  await release(sold);
  const needed = await expectMail(reference, 'payment_needed');
  expect(needed.text).toContain('Your bank declined the payment');
  expect(needed.text).toContain('Pay €107.12:');
  expect(await open(linkIn(needed, 'pay'))).toContain('€107.12');
  expect(await open(linkIn(needed, 'card'))).toContain('North &amp; Pine');
  expect(await open(linkIn(needed, 'manage'))).toContain(reference);
  expect((await payByLink(core, sold)).kind).toBe('completed');
  core.outbox.wake();
  const charged = await expectMail(reference, 'charged');
  expect(charged.text).toContain('It is paid and ready to ship');
  expect(charged.text).not.toContain('••••'); // the declined card is not named, and the paying card is not known
  expect((await kindsOf(reference)).sort()).toEqual(['charged', 'payment_needed', 'placed']);
});

test('mails a swap with both variants and the difference', async () => {
  const sizes = await createSizes(core, { prices: [12_900, 14_900, 12_900] });
  const reference = await buyFrom(core, sizes);
  await expectMail(reference, 'placed');
  const { id, lines } = await readPreorder(core.db, sizes.storeId, reference);
  const [line] = lines;
  const request = { storeId: sizes.storeId, preorderId: id, lineId: line?.id ?? '' };
  const { variantExternalId } = sizes.sizes.small;
  const swapped = await swapVariant(core, { ...request, variantExternalId, now: -2_000, later: 0 });
  expect(swapped.kind).toBe('done');
  const mail = await expectMail(reference, 'swapped');
  expect(mail.text).toContain('Now:\n1 × Borealis Parka: €129.00\n    Small');
  expect(mail.text).toContain('It costs €20.00 less than before.');
  await expect
    .poll(() =>
      core.db.query("SELECT 1 FROM movement WHERE preorder_id = $1 AND kind = 'refund' AND state = 'done'", [id]),
    )
    .toHaveLength(1);
  expect((await kindsOf(reference)).sort()).toEqual(['placed', 'swapped']);
  const { total } = await readPreorder(core.db, sizes.storeId, reference);
  await cancelLines(core, { storeId: sizes.storeId, preorderId: id, lineIds: null });
  const back = `€${(total / 100).toFixed(2)} goes back`; // the refund of the swap was mailed before
  expect((await expectMail(reference, 'cancelled')).text).toContain(back);
});

test('tells both addresses when the merchant changes one, and only the new one gets a link', async () => {
  const { reference, storeId, preorderId } = await sell(core, payNow);
  const placed = await expectMail(reference, 'placed');
  await changeContact(core, { storeId, preorderId, email: 'grace@mail.example', by: 'Bo' });
  const changed = await expectMail(reference, 'contact_changed');
  expect(changed.to).toMatchObject([{ address: 'grace@mail.example' }]);
  expect(await open(linkIn(changed, 'manage'))).toContain(reference);
  const left = await expectMail(reference, 'contact_left');
  expect(left.to).toEqual(placed.to);
  expect(left.text).not.toMatch(/grace|links/);
  expect((await fetch(linkIn(placed, 'manage'))).status).toBe(404);
});

test('retries a busy server with the same id, and sends nothing more to a missing mailbox', async () => {
  const sold = await sell(core, payNow);
  const { offer, storeId } = sold;
  const late = await buyFrom(core, offer, { email: 'busy@mail.example' });
  core.outbox.wake();
  await expectMail(late, 'placed');
  expect(busy).toBe(0);
  const lost = await buyFrom(core, offer, { email: 'nobody@mail.example' });
  core.outbox.wake();
  const stateOf = (reference: string) =>
    core.db.query(
      `SELECT m.dropped_why AS why, m.failure FROM mail m JOIN preorder o ON o.id = m.preorder_id WHERE o.reference = $1`,
      [reference],
    );
  await expect
    .poll(() => stateOf(lost), { timeout: 15_000 })
    .toEqual([{ why: 'refused', failure: 'the mail server refused the mail with 550 5.1.1 after RCPT TO' }]);
  const alerts = await core.db.query('SELECT code FROM alert WHERE store_id = $1', [storeId]);
  expect(alerts).toEqual([{ code: 'mail_refused' }]);
});

test('has sent every kind of mail', async () => {
  const [check] = await core.db.query<{ text: string }>(
    "SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = 'mail_kind_check'",
  );
  const kinds = [...(check?.text ?? '').matchAll(/'(\w+)'::text/g)].map(([, kind]) => kind).sort();
  const sent = await core.db.query<{ kind: string }>('SELECT DISTINCT kind FROM mail WHERE sent_at IS NOT NULL');
  expect(sent.map(({ kind }) => kind).sort()).toEqual(kinds);
  expect(kinds.length).toBeGreaterThan(10);
});

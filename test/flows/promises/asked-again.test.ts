import { beforeEach, describe, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { audit } from '../../../src/core/audits/commands.ts';
import { readLink } from '../../../src/core/links/commands.ts';
import { resendMail } from '../../../src/core/mails/commands/resend.ts';
import { suppress, unsuppress } from '../../../src/core/mails/commands/suppress.ts';
import { changeContact } from '../../../src/core/people/commands/change-contact.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { answerAllQuestions } from '../../../src/core/promises/commands/answer.ts';
import { remindOfQuestions } from '../../../src/core/promises/commands/ask-again.ts';
import { endSilentQuestions } from '../../../src/core/promises/commands/silence.ts';
import { alertUnreached } from '../../../src/core/promises/commands/unreached.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { shiftClock } from '../../support/core.ts';
import { sendMails } from '../../support/mails.ts';
import { AUTUMN, buyPromised, LATER, moveDates, noticesOf } from '../../support/promises.ts';
import { useCore } from '../../support/use-core.ts';

const { core, database } = await useCore();
const { db } = database;
const DAY = 86_400;
const NEW = 'grace@shopper.example';

const mails: MailMessage[] = [];
const mailing = { ...core, mail: { ...core.mail, send: async (mail: MailMessage) => void mails.push(mail) } };

beforeEach(async () => {
  await db.query('DELETE FROM clock_shift');
  await sendMails(mailing);
  mails.length = 0;
});

/** Creates a pre-order whose shopper was asked by mail. */
async function asked() {
  const { offer, reference } = await buy({ email: 'ada@shopper.example' });
  await moveDates({ core, offer }, LATER);
  await sendMails(mailing);
  const { storeId } = offer;
  const { id: preorderId } = await readPreorder(db, storeId, reference);
  return {
    offer,
    reference,
    key: { storeId, preorderId },
    notice: async () => (await noticesOf(core, storeId, reference)).at(-1),
    state: async () => (await readPreorder(db, storeId, reference)).state,
    change: (email = NEW) => changeContact(core, { storeId, preorderId, email, by: 'Bo' }),
  };
}

let reference = '';
/** Buys and keeps the reference, whose questions are looked for. */
async function buy(purchase: Parameters<typeof buyPromised>[1] = {}) {
  const bought = await buyPromised(core, purchase);
  ({ reference } = bought);
  return bought;
}

const questions = (of = reference) =>
  mails.filter(({ messageId }) => messageId.startsWith(`${of.toLowerCase()}.date_asked.`));
const newest = () => questions().at(-1);
const tokensIn = (mail: MailMessage | undefined) =>
  [...(mail?.text ?? '').matchAll(/\/links\/answer\/([\w.-]+)\?choice=(\w+)/g)].map(([, token = '', choice]) => ({
    token,
    choice,
  }));

async function daysLater(days: number) {
  await shiftClock(db, days * DAY);
  await remindOfQuestions(core);
  await endSilentQuestions(core);
  await alertUnreached(core);
  await sendMails(mailing);
}

describe('another address', () => {
  test('gets the question, with all its days, and silence counts from then', async () => {
    const given = await asked();
    const [before] = tokensIn(newest());
    const first = await given.notice();
    await daysLater(10);
    await given.change();
    await sendMails(mailing);
    expect(newest()?.to.address).toBe(NEW);
    expect(await readLink(core, 'answer', before?.token ?? '')).toBeNull();
    const links = tokensIn(newest());
    expect(links.map(({ choice }) => choice)).toEqual(['wait', 'cancel']);
    for (const { token } of links) expect(await readLink(core, 'answer', token)).not.toBeNull();
    const again = await given.notice();
    expect(Number(again?.answerByAt) - Number(first?.answerByAt)).toBeCloseTo(10 * DAY * 1_000, -7);
    expect(again?.mail?.messageId).toBe(newest()?.messageId);
    await daysLater(9);
    expect(await given.state()).toBe('placed');
    await daysLater(6);
    expect(await given.state()).toBe('cancelled');
    expect(await audit(core, given.offer.storeId)).toEqual([]);
  });

  test('is asked once, although the first mail still waited, and a copy of that mail has the link that works', async () => {
    const given = await asked();
    const [first] = questions();
    const { offer, reference } = await buyPromised(core, { email: 'ada@shopper.example' });
    await moveDates({ core, offer }, LATER);
    const { id: preorderId } = await readPreorder(db, offer.storeId, reference);
    mails.length = 0;
    await changeContact(core, { storeId: offer.storeId, preorderId, email: NEW, by: 'Bo' });
    await sendMails(mailing);
    expect(questions(reference).map(({ to }) => to.address)).toEqual([NEW]);
    await given.change();
    await sendMails(mailing);
    const [link] = tokensIn(newest());
    await resendMail({ ...mailing, mailFrom: core.mailFrom }, given.key.storeId, first?.messageId ?? '');
    await sendMails(mailing);
    expect(tokensIn(newest())[0]).toEqual(link);
  });

  test('asks nothing that was answered, and never shortens the time', async () => {
    const given = await asked();
    await answerAllQuestions(core, { ...given.key, choice: 'wait', givenBy: 'merchant' });
    mails.length = 0;
    await given.change();
    await sendMails(mailing);
    expect(questions()).toEqual([]);
    await moveDates({ core, offer: given.offer }, AUTUMN);
    const { answerByAt } = { answerByAt: null, ...(await given.notice()) };
    await given.change('mary@shopper.example');
    expect((await given.notice())?.answerByAt).toEqual(answerByAt);
  });
});

describe('a reminder', () => {
  test('goes out once, three days before silence, to the address that is asked', async () => {
    const given = await asked();
    mails.length = 0;
    await daysLater(10);
    expect(questions()).toEqual([]);
    await given.change();
    await sendMails(mailing);
    mails.length = 0;
    await daysLater(11);
    expect(questions()).toEqual([]);
    for (let again = 0; again < 3; again += 1) await daysLater(1);
    expect(questions().map(({ subject, to }) => [subject.startsWith('Reminder'), to.address])).toEqual([[true, NEW]]);
    const [link] = tokensIn(newest());
    expect(await readLink(core, 'answer', link?.token ?? '')).not.toBeNull();
    expect((await given.notice())?.mail?.messageId).not.toBe(newest()?.messageId);
    await daysLater(1);
    expect(await given.state()).toBe('cancelled');
  });

  test('does not go to a shopper who has answered, or was asked a day before', async () => {
    const given = await asked();
    await answerAllQuestions(core, { ...given.key, choice: 'wait', givenBy: 'merchant' });
    const short = await buy();
    await db.query('UPDATE store SET answer_days = 3 WHERE id = $1', [short.offer.storeId]);
    await moveDates({ core, offer: short.offer }, LATER);
    await sendMails(mailing);
    mails.length = 0;
    for (let days = 0; days < 15; days += 1) await daysLater(1);
    expect([...questions(), ...questions(given.reference)]).toEqual([]);
  });
});

describe('a question that did not arrive', () => {
  const address = { email: 'ada@shopper.example' };

  test.each(['dropped', 'bounced'])('stays open, and silence decides nothing (%s)', async (how) => {
    const { offer } = await buy(address);
    const bounces = () => suppress(db, { storeId: offer.storeId, ...address }, { reason: 'bounced' });
    if (how === 'dropped') await bounces();
    await moveDates({ core, offer }, LATER);
    await sendMails(mailing);
    if (how === 'bounced') await bounces();
    const state = async () => (await readPreorder(db, offer.storeId, reference)).state;
    for (const days of [15, 4, 4, 4]) {
      await daysLater(days);
      expect(await state()).toBe('placed');
    }
    const alerts = await listAlerts(db, offer.storeId, { resolved: false });
    expect(alerts).toMatchObject([
      { code: 'question_not_delivered', message: expect.stringContaining('goes on waiting') },
    ]);
    expect(await audit(core, offer.storeId)).toEqual([]);
    const { id: preorderId } = await readPreorder(db, offer.storeId, reference);
    await changeContact(core, { storeId: offer.storeId, preorderId, email: NEW, by: 'Bo' });
    await sendMails(mailing);
    expect(newest()?.to.address).toBe(NEW);
    expect(await listAlerts(db, offer.storeId, { resolved: false })).toEqual([]);
    await daysLater(13);
    expect(await state()).toBe('placed');
    await daysLater(2);
    expect(await state()).toBe('cancelled');
  });

  test('is cancelled by law in the United States', async () => {
    const given = await asked();
    await db.query(`UPDATE preorder_contact SET address = address || '{"country":"US"}' WHERE preorder_id = $1`, [
      given.key.preorderId,
    ]);
    await suppress(db, { storeId: given.key.storeId, ...address }, { reason: 'bounced' });
    await daysLater(14);
    await alertUnreached(core);
    await daysLater(2);
    expect(await given.state()).toBe('cancelled');
    await unsuppress(db, { storeId: given.key.storeId, ...address });
  });
});

import { describe, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { audit } from '../../../src/core/audits/commands.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { answerQuestion } from '../../../src/core/promises/commands/answer.ts';
import { endSilentQuestions } from '../../../src/core/promises/commands/silence.ts';
import { alertUnreached } from '../../../src/core/promises/commands/unreached.ts';
import { formatShipWindow } from '../../../src/domain/ship-window.ts';
import { type Offer, shiftClock } from '../../support/core.ts';
import { sendMail } from '../../support/mails.ts';
import { AUTUMN, buyPromised, LATER, moveDates, noticesOf } from '../../support/promises.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();

const DAY = 86_400;

const on = (offer: Offer) => ({ core, offer });

const buyOne = () => buyPromised(core);

const statesOf = async ({ storeId }: Offer, reference: string) =>
  (await readPreorder(core.db, storeId, reference)).lines.map(({ state }) => state);

/** Writes the mail of the newest question, which no server has taken yet. */
async function writeMail({ storeId }: Offer, reference: string, messageId: string): Promise<void> {
  const notice = (await noticesOf(core, storeId, reference)).at(-1);
  await core.db.query(
    `INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, message_id, detail)
     SELECT $1, gen_random_uuid(), $2, 'date_asked', $3, $4, detail FROM outbox
     WHERE store_id = $1 AND topic = 'promise.noticed' AND detail->>'noticeId' = $3`,
    [storeId, notice?.preorderId, notice?.id, messageId],
  );
}

/** Moves the clock past the last day for an answer, runs the round, and moves the clock back. */
async function passDeadline() {
  await shiftClock(core.db, 20 * DAY);
  await endSilentQuestions(core);
  await shiftClock(core.db, -20 * DAY);
}

describe('silence', () => {
  test('does not count while the mail waits, and an undeliverable mail raises an alert until there is an answer', async () => {
    const { offer, reference } = await buyOne();
    await moveDates(on(offer), LATER);
    await writeMail(offer, reference, 'waiting@shop.example');
    await passDeadline();
    expect(await statesOf(offer, reference)).toEqual(['placed']);
    const alerts = () => listAlerts(core.db, offer.storeId, { resolved: false });
    await alertUnreached(core);
    expect(await alerts()).toEqual([]);
    await core.db.query(
      "UPDATE mail SET dropped_at = app_now(), dropped_why = 'suppressed' WHERE message_id = 'waiting@shop.example'",
    );
    for (let again = 0; again < 2; again += 1) await alertUnreached(core);
    expect(await alerts()).toMatchObject([
      { code: 'question_not_delivered', message: expect.stringContaining(reference) },
    ]);
    const [notice] = await noticesOf(core, offer.storeId, reference);
    const { storeId, preorderId, id: noticeId } = { storeId: offer.storeId, preorderId: '', id: '', ...notice };
    await answerQuestion(core, { storeId, preorderId, noticeId, choice: 'wait', givenBy: 'merchant' });
    expect(await alerts()).toEqual([]);
    await moveDates(on(offer), AUTUMN);
    await passDeadline();
    expect(await statesOf(offer, reference)).toEqual(['cancelled']);
  });

  test('counts from when the mail is sent, and for at least three days', async () => {
    const { offer, reference } = await buyOne();
    await moveDates(on(offer), LATER);
    const asked = async () => (await noticesOf(core, offer.storeId, reference)).at(-1);
    const notice = await asked();
    await writeMail(offer, reference, 'late@shop.example');
    const days = async (count: number) => {
      await shiftClock(core.db, count * DAY);
      await endSilentQuestions(core);
    };
    await days(20);
    const later = await asked();
    expect(later).toMatchObject({ open: true });
    expect(Number(later?.answerByAt) - Number(notice?.answerByAt)).toBeGreaterThan(7 * DAY * 1_000);
    // The mail is sent a few hours before the end of that time.
    await core.db.query(
      `UPDATE mail SET sent_at = $1::timestamptz - interval '5 hours' WHERE message_id = 'late@shop.example'`,
      [later?.answerByAt],
    );
    await days(4);
    expect(await asked()).toMatchObject({ open: true, answers: [] });
    await days(4);
    expect(await asked()).toMatchObject({ open: false, answers: [{ answer: 'silence_cancel', givenBy: 'clock' }] });
    expect(await statesOf(offer, reference)).toEqual(['cancelled']);
    expect(await audit(core, offer.storeId)).toEqual([]);
    await shiftClock(core.db, -28 * DAY);
  });

  test('is measured by the new day that a late mail names', async () => {
    const { offer, reference } = await buyOne();
    await moveDates(on(offer), LATER);
    await writeMail(offer, reference, 'away@shop.example');
    const [mail] = await core.db.query<{ id: string }>("SELECT id FROM mail WHERE message_id = 'away@shop.example'");
    const sent: string[] = [];
    const server = { send: async ({ text }: { text: string }) => void sent.push(text) };
    const send = () => sendMail({ ...core, mail: server }, { storeId: offer.storeId, mailId: mail?.id ?? '' });
    await shiftClock(core.db, 20 * DAY);
    await expect(send()).rejects.toThrow('waiting for the new deadline'); // The mail job fails until the round has set the new day.
    await endSilentQuestions(core);
    await send();
    const { answerBy } = (await noticesOf(core, offer.storeId, reference))[0] ?? {};
    const day = formatShipWindow({ from: answerBy ?? '', until: answerBy ?? '' }, 'en', { style: 'long' });
    expect(sent).toEqual([expect.stringContaining(day)]);
    await shiftClock(core.db, -20 * DAY);
  });

  test('is handled for other pre-orders although one has broken books', async () => {
    const [broken, sound] = [await buyOne(), await buyOne()];
    for (const { offer } of [broken, sound]) await moveDates(on(offer), LATER);
    await core.db.query('UPDATE unit SET sold = 0 WHERE store_id = $1', [broken.offer.storeId]);
    await passDeadline();
    expect(await statesOf(broken.offer, broken.reference)).toEqual(['placed']);
    expect(await statesOf(sound.offer, sound.reference)).toEqual(['cancelled']);
    await core.db.query('UPDATE unit SET sold = 1 WHERE store_id = $1', [broken.offer.storeId]);
    await passDeadline();
    expect(await statesOf(broken.offer, broken.reference)).toEqual(['cancelled']);
  });
});

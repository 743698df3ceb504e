import { describe, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { audit } from '../../../src/core/audits/commands.ts';
import { sendMail } from '../../../src/core/mails/commands/send.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { answerQuestion } from '../../../src/core/promises/commands/answer.ts';
import { endSilentQuestions } from '../../../src/core/promises/commands/silence.ts';
import { alertUnreached } from '../../../src/core/promises/commands/unreached.ts';
import { formatShipWindow } from '../../../src/domain/ship-window.ts';
import { stageEngine } from '../../support/engine-stage.ts';
import { AUTUMN, buyPromised, LATER, moveDates, noticesOf } from '../../support/promises.ts';
import { type Offer, shiftClock } from '../../support/shop.ts';

const { engine } = await stageEngine();

const DAY = 86_400;

const on = (offer: Offer) => ({ engine, offer });

const bought = () => buyPromised(engine);

const statesOf = async ({ storeId }: Offer, reference: string) =>
  (await readPreorder(engine.db, storeId, reference)).lines.map(({ state }) => state);

/** The mail of the newest question, which no server has taken yet. */
async function writeMail({ storeId }: Offer, reference: string, messageId: string): Promise<void> {
  const notice = (await noticesOf(engine, storeId, reference)).at(-1);
  await engine.db.query(
    `INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, message_id, detail)
     SELECT $1, gen_random_uuid(), $2, 'date_asked', $3, $4, detail FROM outbox
     WHERE store_id = $1 AND topic = 'promise.noticed' AND detail->>'noticeId' = $3`,
    [storeId, notice?.preorderId, notice?.id, messageId],
  );
}

/** The clock passes the last day for an answer, and the worker looks. */
async function passDeadline() {
  await shiftClock(engine.db, 20 * DAY);
  await endSilentQuestions(engine);
  await shiftClock(engine.db, -20 * DAY);
}

describe('silence', () => {
  test('is none while the mail waits for its server; a mail that nobody takes is an alert until there is an answer', async () => {
    const { offer, reference } = await bought();
    await moveDates(on(offer), LATER);
    await writeMail(offer, reference, 'waiting@shop.example');
    await passDeadline();
    expect(await statesOf(offer, reference)).toEqual(['placed']);
    const alerts = () => listAlerts(engine.db, offer.storeId, { resolved: false });
    await alertUnreached(engine);
    expect(await alerts()).toEqual([]);
    await engine.db.query(
      "UPDATE mail SET dropped_at = app_now(), dropped_why = 'suppressed' WHERE message_id = 'waiting@shop.example'",
    );
    for (let again = 0; again < 2; again += 1) await alertUnreached(engine);
    expect(await alerts()).toMatchObject([
      { code: 'question_not_delivered', message: expect.stringContaining(reference) },
    ]);
    const [notice] = await noticesOf(engine, offer.storeId, reference);
    const { storeId, preorderId, id: noticeId } = { storeId: offer.storeId, preorderId: '', id: '', ...notice };
    await answerQuestion(engine, { storeId, preorderId, noticeId, choice: 'wait', givenBy: 'merchant' });
    expect(await alerts()).toEqual([]);
    await moveDates(on(offer), AUTUMN);
    await passDeadline();
    expect(await statesOf(offer, reference)).toEqual(['cancelled']);
  });

  test('begins to count when the mail has gone out, and never before three days are over', async () => {
    const { offer, reference } = await bought();
    await moveDates(on(offer), LATER);
    const asked = async () => (await noticesOf(engine, offer.storeId, reference)).at(-1);
    const notice = await asked();
    await writeMail(offer, reference, 'late@shop.example');
    const days = async (count: number) => {
      await shiftClock(engine.db, count * DAY);
      await endSilentQuestions(engine);
    };
    await days(20);
    const later = await asked();
    expect(later).toMatchObject({ open: true });
    expect(Number(later?.answerByAt) - Number(notice?.answerByAt)).toBeGreaterThan(7 * DAY * 1_000);
    // It goes out with some hours left of what was given.
    await engine.db.query(
      `UPDATE mail SET sent_at = $1::timestamptz - interval '5 hours' WHERE message_id = 'late@shop.example'`,
      [later?.answerByAt],
    );
    await days(4);
    expect(await asked()).toMatchObject({ open: true, answers: [] });
    await days(4);
    expect(await asked()).toMatchObject({ open: false, answers: [{ answer: 'silence_cancel', givenBy: 'clock' }] });
    expect(await statesOf(offer, reference)).toEqual(['cancelled']);
    expect(await audit(engine, offer.storeId)).toEqual([]);
    await shiftClock(engine.db, -28 * DAY);
  });

  test('is not what a mail asks for whose server was away until the time was over: it names the day that counts now', async () => {
    const { offer, reference } = await bought();
    await moveDates(on(offer), LATER);
    await writeMail(offer, reference, 'away@shop.example');
    const [mail] = await engine.db.query<{ id: string }>("SELECT id FROM mail WHERE message_id = 'away@shop.example'");
    const sent: string[] = [];
    const server = { send: async ({ text }: { text: string }) => void sent.push(text) };
    const send = () => sendMail({ ...engine, mail: server }, { storeId: offer.storeId, mailId: mail?.id ?? '' });
    await shiftClock(engine.db, 20 * DAY);
    await expect(send()).rejects.toThrow('waiting for the new deadline'); // before the clock has looked: the job comes back
    await endSilentQuestions(engine);
    await send();
    const { answerBy } = (await noticesOf(engine, offer.storeId, reference))[0] ?? {};
    const day = formatShipWindow({ from: answerBy ?? '', until: answerBy ?? '' }, 'en', { style: 'long' });
    expect(sent).toEqual([expect.stringContaining(day)]);
    await shiftClock(engine.db, -20 * DAY);
  });

  test('of one whose books are broken does not keep the others waiting', async () => {
    const [broken, sound] = [await bought(), await bought()];
    for (const { offer } of [broken, sound]) await moveDates(on(offer), LATER);
    await engine.db.query('UPDATE unit SET sold = 0 WHERE store_id = $1', [broken.offer.storeId]);
    await passDeadline();
    expect(await statesOf(broken.offer, broken.reference)).toEqual(['placed']);
    expect(await statesOf(sound.offer, sound.reference)).toEqual(['cancelled']);
    await engine.db.query('UPDATE unit SET sold = 1 WHERE store_id = $1', [broken.offer.storeId]);
    await passDeadline();
    expect(await statesOf(broken.offer, broken.reference)).toEqual(['cancelled']);
  });
});

import { describe, expect, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { answerQuestion } from '../../../src/core/promises/commands/answer.ts';
import { endSilentQuestions } from '../../../src/core/promises/commands/silence.ts';
import { updateStore } from '../../../src/core/stores/commands.ts';
import { type Offer, shiftClock } from '../../support/core.ts';
import { AUTUMN, buyPromised, factsOf, LATER, moveDates, noticesOf, SOON } from '../../support/promises.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();

const on = (offer: Offer) => ({ core, offer });

const DAY = 86_400;

const buyOne = (purchase = {}) => buyPromised(core, purchase);
const facts = (offer: Offer, topic: string) => factsOf(core, offer, topic);

const statesOf = async ({ storeId }: Offer, reference: string) =>
  (await readPreorder(core.db, storeId, reference)).lines.map(({ state }) => state);

/** Answers the newest question. */
async function answer({ storeId }: Offer, reference: string, choice: 'wait' | 'cancel') {
  const notice = (await noticesOf(core, storeId, reference)).at(-1);
  if (!notice) throw new Error('no question is open');
  const { preorderId, id: noticeId } = notice;
  return answerQuestion(core, { storeId, preorderId, noticeId, choice, givenBy: 'link' });
}

/** Moves the clock past the last day for an answer, runs the round, and moves the clock back. */
async function passDeadline(work: () => Promise<unknown> = async () => {}) {
  await shiftClock(core.db, 20 * DAY);
  await work();
  await endSilentQuestions(core);
  await shiftClock(core.db, -20 * DAY);
}

describe('an answer', () => {
  test('to wait may be repeated, and may change to cancel until the day is over', async () => {
    const { offer, reference } = await buyOne({ quantity: 2 });
    await moveDates(on(offer), LATER);
    expect(await answer(offer, reference, 'wait')).toEqual({ lineIds: [], amount: 0 });
    expect(await answer(offer, reference, 'wait')).toEqual({ lineIds: [], amount: 0 });
    expect(await noticesOf(core, offer.storeId, reference)).toMatchObject([
      { open: true, answers: [{ answer: 'wait', givenBy: 'link', lines: 2 }] },
    ]);
    expect((await answer(offer, reference, 'cancel')).lineIds).toHaveLength(2);
    expect((await answer(offer, reference, 'cancel')).lineIds).toHaveLength(0);
    expect(await statesOf(offer, reference)).toEqual(['cancelled', 'cancelled']);
    await expect(answer(offer, reference, 'wait')).rejects.toMatchObject({
      code: 'question_over',
      info: { data: { given: 'cancel' } },
    });
    const preorder = await readPreorder(core.db, offer.storeId, reference);
    await moveMoney(core, offer.storeId, preorder.id);
    const { lines } = await readPreorder(core.db, offer.storeId, reference);
    expect(lines.map(({ paid, refunded, kept }) => [paid - refunded, kept])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(lines[0]?.cancelReason).toBe('delay');
    expect(await audit(core, offer.storeId)).toEqual([]);
  });

  test('to wait counts as agreement, so the shopper is asked again only about a longer delay', async () => {
    const { offer, reference } = await buyOne();
    await moveDates(on(offer), LATER);
    await answer(offer, reference, 'wait');
    await moveDates(on(offer), ['2030-07-05', '2030-07-10']);
    await moveDates(on(offer), AUTUMN);
    expect(await noticesOf(core, offer.storeId, reference)).toMatchObject([
      { kind: 'asked', daysLate: 20, answers: [{ answer: 'wait' }] },
      { kind: 'told', daysLate: 5, agreed: { version: 2 } },
      { kind: 'asked', daysLate: 41, agreed: { version: 2 }, known: { version: 3 } },
    ]);
  });

  test('is no longer possible once the date moved again, and the new date is asked about', async () => {
    const { offer, reference } = await buyOne();
    await moveDates(on(offer), LATER);
    const [first] = await noticesOf(core, offer.storeId, reference);
    await moveDates(on(offer), AUTUMN);
    const { preorderId = '', id: noticeId = '' } = first ?? {};
    const request = { storeId: offer.storeId, preorderId, noticeId, givenBy: 'link' } as const;
    await expect(answerQuestion(core, { ...request, choice: 'wait' })).rejects.toMatchObject({
      code: 'question_over',
    });
    expect(await noticesOf(core, offer.storeId, reference)).toMatchObject([
      { open: false, answers: [{ answer: 'superseded', givenBy: 'merchant' }] },
      { open: true, daysLate: 61 },
    ]);
  });

  test('is refused for another store or pre-order, and for a notice that asked nothing', async () => {
    const [one, other] = [await buyOne(), await buyOne()];
    await moveDates(on(one.offer), SOON);
    await moveDates(on(other.offer), LATER);
    const [told] = await noticesOf(core, one.offer.storeId, one.reference);
    const [asked] = await noticesOf(core, other.offer.storeId, other.reference);
    const { preorderId = '' } = told ?? {};
    const request = { storeId: one.offer.storeId, preorderId, choice: 'cancel', givenBy: 'link' } as const;
    for (const noticeId of [told?.id ?? '', asked?.id ?? '', 'nonsense', '']) {
      await expect(answerQuestion(core, { ...request, noticeId })).rejects.toMatchObject({
        code: 'promise_not_found',
      });
    }
    const theirs = { storeId: one.offer.storeId, preorderId: asked?.preorderId ?? '', noticeId: asked?.id ?? '' };
    await expect(answerQuestion(core, { ...request, ...theirs })).rejects.toMatchObject({
      code: 'promise_not_found',
    });
    expect(await statesOf(other.offer, other.reference)).toEqual(['placed']);
  });

  test('and its opposite at the same time have one outcome', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { offer, reference } = await buyOne();
      await moveDates(on(offer), LATER);
      await Promise.allSettled(
        (['wait', 'cancel', 'wait', 'cancel'] as const).map((choice) => answer(offer, reference, choice)),
      );
      expect(await statesOf(offer, reference)).toEqual(['cancelled']);
      const [notice] = await noticesOf(core, offer.storeId, reference);
      expect(notice?.answers.at(-1)?.answer).toBe('cancel');
    }
  });
});

describe('silence', () => {
  test('cancels and refunds everything, unless the merchant’s rule is to wait', async () => {
    const { offer, reference } = await buyOne();
    await moveDates(on(offer), LATER);
    const patient = await buyOne();
    await updateStore(core, patient.offer.storeId, { silenceRule: 'wait' });
    await moveDates(on(patient.offer), LATER);
    await passDeadline();
    expect(await statesOf(offer, reference)).toEqual(['cancelled']);
    expect(await noticesOf(core, offer.storeId, reference)).toMatchObject([
      { open: false, answers: [{ answer: 'silence_cancel', givenBy: 'clock', lines: 1 }] },
    ]);
    const { lines, id } = await readPreorder(core.db, offer.storeId, reference);
    expect(lines[0]?.cancelReason).toBe('silence');
    expect(await facts(offer, 'preorder.cancelled')).toEqual([
      { subject_id: id, detail: expect.objectContaining({ lineIds: [lines[0]?.id], reason: 'silence' }) },
    ]);
    expect(await statesOf(patient.offer, patient.reference)).toEqual(['placed']);
    expect(await noticesOf(core, patient.offer.storeId, patient.reference)).toMatchObject([
      { answers: [{ answer: 'silence_wait' }] },
    ]);
  });

  test('cancels a second delay in the United States, whatever the merchant’s rule', async () => {
    const { offer, reference } = await buyOne();
    await updateStore(core, offer.storeId, { silenceRule: 'wait' });
    await core.db.query(`UPDATE preorder_contact SET address = address || '{"country":"US"}' WHERE store_id = $1`, [
      offer.storeId,
    ]);
    await moveDates(on(offer), SOON);
    await passDeadline();
    expect(await noticesOf(core, offer.storeId, reference)).toMatchObject([
      { kind: 'asked', requiredBy: 'law', silence: 'wait', answers: [{ answer: 'silence_wait' }] },
    ]);
    await moveDates(on(offer), ['2030-06-14', '2030-06-19']);
    await passDeadline();
    expect(await statesOf(offer, reference)).toEqual(['cancelled']);
  });

  test('changes nothing after a choice to wait, or before the day is over', async () => {
    const [one, two] = [await buyOne(), await buyOne()];
    await moveDates(on(one.offer), LATER);
    await moveDates(on(two.offer), LATER);
    expect(await endSilentQuestions(core)).toBe(0);
    await answer(one.offer, one.reference, 'wait');
    await passDeadline(() => Promise.all([endSilentQuestions(core), endSilentQuestions(core)]));
    expect(await statesOf(one.offer, one.reference)).toEqual(['placed']);
    expect(await statesOf(two.offer, two.reference)).toEqual(['cancelled']);
    await expect(answer(one.offer, one.reference, 'cancel')).rejects.toMatchObject({ code: 'question_over' });
  });

  test('cancels only what was not released meanwhile', async () => {
    const { offer, reference } = await buyOne({ quantity: 3 });
    await moveDates(on(offer), LATER);
    const { id: preorderId, lines } = await readPreorder(core.db, offer.storeId, reference);
    const lineIds = lines.slice(0, 2).map(({ id }) => id);
    await passDeadline(() => advanceLines(core, { storeId: offer.storeId, preorderId, to: 'released', lineIds }));
    expect(await statesOf(offer, reference)).toEqual(['released', 'released', 'cancelled']);
    expect(await noticesOf(core, offer.storeId, reference)).toMatchObject([{ answers: [{ lines: 1 }] }]);
  });

  test('has one outcome beside a release, a cancellation and an answer', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { offer, reference } = await buyOne({ quantity: 2 });
      await moveDates(on(offer), LATER);
      const { id: preorderId, lines } = await readPreorder(core.db, offer.storeId, reference);
      const target = { storeId: offer.storeId, preorderId };
      await passDeadline(() =>
        Promise.allSettled([
          answer(offer, reference, 'cancel'),
          endSilentQuestions(core),
          advanceLines(core, { ...target, to: 'released', lineIds: [lines[0]?.id ?? ''] }),
          cancelLines(core, { ...target, lineIds: [lines[1]?.id ?? ''] }),
          endSilentQuestions(core),
          moveMoney(core, offer.storeId, preorderId),
        ]),
      );
      await moveMoney(core, offer.storeId, preorderId);
      const [first, second] = await statesOf(offer, reference);
      expect([first === 'released' || first === 'cancelled', second]).toEqual([true, 'cancelled']);
      const [notice] = await noticesOf(core, offer.storeId, reference);
      expect(notice?.answers).toHaveLength(1);
      expect(await audit(core, offer.storeId)).toEqual([]);
    }
  });

  test('decides nothing where everything was released or cancelled', async () => {
    const [one, two] = [await buyOne(), await buyOne()];
    await moveDates(on(one.offer), LATER);
    await moveDates(on(two.offer), LATER);
    const [released, cancelled] = await Promise.all(
      [one, two].map(({ offer, reference }) => readPreorder(core.db, offer.storeId, reference)),
    );
    const target = { storeId: one.offer.storeId, preorderId: released?.id ?? '', lineIds: null };
    await advanceLines(core, { ...target, to: 'released' });
    await cancelLines(core, { storeId: two.offer.storeId, preorderId: cancelled?.id ?? '', lineIds: null });
    await expect(answer(one.offer, one.reference, 'cancel')).rejects.toMatchObject({ code: 'question_over' });
    await passDeadline();
    expect(await statesOf(one.offer, one.reference)).toEqual(['released']);
    for (const { offer, reference } of [one, two]) {
      expect(await noticesOf(core, offer.storeId, reference)).toMatchObject([
        { answers: [{ answer: 'over', lines: 0 }] },
      ]);
    }
  });

  test('refunds an erased person, and mails nobody', async () => {
    const email = 'grace@shopper.example';
    const { offer, reference } = await buyOne({ email });
    await moveDates(on(offer), LATER);
    await erase(core, { storeId: offer.storeId, email }, { openToo: true });
    expect(await moveDates(on(offer), AUTUMN)).toBe(0);
    await passDeadline();
    expect(await statesOf(offer, reference)).toEqual(['cancelled']);
    expect(await audit(core, offer.storeId)).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { followWithdrawals } from '../../../src/core/withdrawals/commands/follow.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { shiftClock } from '../../support/core.ts';
import { type Sent, soldAndSent } from '../../support/sold-and-sent.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const DAY = 86_400;

type Books = { paid: number; refunded: number };
const isBack = ({ paid, refunded }: Books) => paid > 0 && paid === refunded;

async function withdrawn(sent: Sent = {}) {
  const made = await soldAndSent(core, { quantity: 3, ...sent });
  const paidBack = async () => {
    await made.money();
    return (await made.read()).lines.map(isBack);
  };
  return { ...made, ...(await made.declare()), paidBack };
}

test('a part that came is paid back now, and the rest stays open with its dates', async () => {
  const { read, withdrawal, receive, paidBack } = await withdrawn();
  const [before] = (await withdrawal()).returns;
  await receive({ lines: [2] });
  expect(await paidBack()).toEqual([false, true, false]);
  expect((await read()).lines.map(({ state }) => state)).toEqual(['fulfilled', 'returned', 'fulfilled']);
  expect(await withdrawal()).toMatchObject({
    state: 'declared',
    returns: [
      { id: before?.id, state: 'open', sendBy: before?.sendBy, endedAt: null, lines: [{ number: 1 }, { number: 3 }] },
      { state: 'received', endedAt: expect.any(Date), lines: [{ number: 2, givenBack: expect.any(Number) }] },
    ],
  });
  await receive();
  expect(await paidBack()).toEqual([true, true, true]);
  expect(await withdrawal()).toMatchObject({
    state: 'settled',
    returns: [{ state: 'received' }, { state: 'received' }],
  });
  await expectSoundBooks(core.db);
});

test('each part has its own reason why less goes back', async () => {
  const { withdrawal, receive, read, money } = await withdrawn({ quantity: 2 });
  const [first, second] = (await read()).lines;
  const tooMuch = { amount: (first?.paid ?? 0) + 1, reason: 'A gift.' };
  await expect(receive({ lines: [1], reduced: tooMuch })).rejects.toMatchObject({ code: 'refund_too_high' });
  await receive({ lines: [1], reduced: { amount: 0, reason: 'The sole is worn.' } });
  await receive({ lines: [2] });
  await money();
  expect((await read()).lines.map(({ refunded }) => refunded)).toEqual([0, second?.paid]);
  expect((await withdrawal()).returns.map(({ reason, lines }) => [lines[0]?.number, reason])).toEqual([
    [2, ''],
    [1, 'The sole is worn.'],
  ]);
});

test('the rest is paid back for its proof, or ends without it', async () => {
  const proven = await withdrawn();
  await proven.track();
  await proven.receive({ lines: [1] });
  const [rest] = (await proven.withdrawal()).returns;
  expect(rest).toMatchObject({ state: 'sent', tracking: { number: 'JD 1' }, refundAt: expect.any(Date) });
  await shiftClock(core.db, 15 * DAY);
  await followWithdrawals(core);
  expect(await proven.paidBack()).toEqual([true, true, true]);
  expect(await proven.withdrawal()).toMatchObject({
    state: 'settled',
    returns: [{ state: 'refunded' }, { state: 'received' }],
  });

  const ended = await withdrawn();
  await ended.receive({ lines: [1] });
  await ended.end('refused');
  expect(await ended.withdrawal()).toMatchObject({
    state: 'refused',
    returns: [{ state: 'closed' }, { state: 'received' }],
  });
  expect(await ended.paidBack()).toEqual([true, false, false]);
  await expectSoundBooks(core.db);
});

test('goods that come in parts after their money are noted in parts', async () => {
  const { read, track, withdrawal, receive, paidBack } = await withdrawn({ quantity: 2 });
  await track();
  await shiftClock(core.db, 15 * DAY);
  await followWithdrawals(core);
  await receive({ lines: [2] });
  expect(await withdrawal()).toMatchObject({
    state: 'settled',
    returns: [
      { state: 'refunded', lines: [{ number: 1 }] },
      { state: 'received', lines: [{ number: 2, givenBack: expect.any(Number) }] },
    ],
  });
  await receive();
  expect((await read()).lines.map(({ state }) => state)).toEqual(['returned', 'returned']);
  expect(await paidBack()).toEqual([true, true]);
  await expectSoundBooks(core.db);
});

test('a part that is noted on the page of the pre-order is paid back by the next round', async () => {
  const { storeId, preorderId, lines, withdrawal, paidBack } = await withdrawn();
  await advanceLines(core, { storeId, preorderId, lineIds: [lines[0]?.id ?? ''], to: 'returned' });
  await Promise.all([followWithdrawals(core), followWithdrawals(core)]);
  expect(await paidBack()).toEqual([true, false, false]);
  expect(await withdrawal()).toMatchObject({
    state: 'declared',
    returns: [
      { state: 'open', lines: [{ number: 2 }, { number: 3 }] },
      { state: 'received', lines: [{ number: 1 }] },
    ],
  });
});

test('two at once take each line item once', async () => {
  const { receive, withdrawal, paidBack } = await withdrawn();
  const same = await Promise.allSettled([receive({ lines: [1] }), receive({ lines: [1] }), receive({ lines: [1] })]);
  expect(same.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const others = await Promise.allSettled([receive({ lines: [2] }), receive({ lines: [3] })]);
  expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await paidBack()).toEqual([true, true, true]);
  const { state, returns } = await withdrawal();
  expect(state).toBe('settled');
  expect(returns.flatMap((one) => one.lines.map(({ number }) => number)).sort()).toEqual([1, 2, 3]);
  await expectSoundBooks(core.db);
});

test('an unknown line item, one that came already, or none changes nothing', async () => {
  const { receive, withdrawal } = await withdrawn();
  await receive({ lines: [1, 1] }); // named twice, it is one unit all the same
  const before = await withdrawal();
  for (const lines of [[4], [1], [2, 1], [0]]) {
    await expect(receive({ lines }), `${lines}`).rejects.toMatchObject({ code: 'invalid_transition' });
  }
  await expect(receive({ lines: [] })).rejects.toMatchObject({ code: 'invalid_parameter' });
  expect(await withdrawal()).toEqual(before);
});

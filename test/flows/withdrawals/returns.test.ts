import { expect, test } from 'vitest';
import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import type { readPreorder } from '../../../src/core/preorders/queries.ts';
import { actOnWithdrawals } from '../../../src/core/withdrawals/commands/act.ts';
import { followWithdrawals } from '../../../src/core/withdrawals/commands/follow.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { shiftClock } from '../../support/core.ts';
import { type Sent, soldAndSent } from '../../support/sold-and-sent.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const DAY = 86_400;

const withdrawn = (sent: Sent = {}) => soldAndSent(core, sent);
const statesOf = ({ lines }: Awaited<ReturnType<typeof readPreorder>>) => lines.map(({ state }) => state);
type Books = { paid: number; refunded: number };
const isBack = ({ paid, refunded }: Books) => paid > 0 && paid === refunded;

test('what was sent comes back, is paid back in full once it is there, and the withdrawal is settled', async () => {
  const { read, money, declare } = await withdrawn({ sent: 1 });
  const { withdrawal, receive, end } = await declare();
  expect(statesOf(await read())).toEqual(['fulfilled', 'cancelled']);
  expect(await withdrawal()).toMatchObject({
    state: 'declared',
    returns: [{ state: 'open', refundAt: null, lines: [{ number: 1, givenBack: 0 }] }],
  });
  await expect(end('undone')).rejects.toMatchObject({ code: 'withdrawal_ended' });
  await receive();
  await money();
  const after = await read();
  expect(statesOf(after)).toEqual(['returned', 'cancelled']);
  expect(after.lines.every(isBack)).toBe(true);
  expect(await withdrawal()).toMatchObject({
    state: 'settled',
    returns: [{ state: 'received', lines: [{ givenBack: after.lines[0]?.total }] }],
  });
  await expect(receive()).rejects.toMatchObject({ code: 'return_not_found' });
  await expectSoundBooks(core.db);
});

test('neither earlier goodwill nor a deposit nor a second note makes it pay twice', async () => {
  const { storeId, preorderId, lines, read, money, declare } = await withdrawn({
    plan: { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 }, depositRefundable: false },
  });
  await giveBack(core, { storeId, preorderId, lineId: lines[0]?.id ?? '', amount: 300, reason: 'A scratch.' });
  await money();
  const { withdrawal, track, receive } = await declare();
  await track();
  await shiftClock(core.db, 14 * DAY + 60);
  await Promise.all([followWithdrawals(core), followWithdrawals(core), receive().catch(() => undefined)]);
  await receive().catch(() => undefined);
  await money();
  const after = await read();
  expect(after.lines.every(isBack)).toBe(true);
  expect(statesOf(after)).toEqual(['returned', 'returned']);
  expect((await withdrawal()).state).toBe('settled');
  await expectSoundBooks(core.db);
});

test('a proof of sending pays back once 14 days are over, and not before either', async () => {
  const { read, money, declare } = await withdrawn({ quantity: 1 });
  const { withdrawal, track, receive } = await declare();
  await shiftClock(core.db, 13 * DAY);
  await track();
  await followWithdrawals(core);
  expect(await withdrawal()).toMatchObject({
    returns: [{ state: 'sent', tracking: { carrier: 'DHL', number: 'JD 1' }, refundAt: expect.any(Date) }],
  });
  await shiftClock(core.db, DAY + 60);
  await followWithdrawals(core);
  await money();
  expect((await read()).lines).toMatchObject([{ state: 'fulfilled' }]);
  expect((await read()).lines.every(isBack)).toBe(true);
  expect(await withdrawal()).toMatchObject({ state: 'settled', returns: [{ state: 'refunded' }] });
  await receive();
  expect((await read()).lines).toMatchObject([{ state: 'returned' }]);
  expect(await withdrawal()).toMatchObject({ returns: [{ state: 'received' }] });
  await expectSoundBooks(core.db);
});

test('nothing is paid back without goods or proof; a late proof pays at once, and being away is told', async () => {
  const { storeId, read, money, declare } = await withdrawn({ quantity: 1 });
  const { id, withdrawal, track } = await declare();
  await shiftClock(core.db, 30 * DAY);
  await followWithdrawals(core);
  expect((await withdrawal()).state).toBe('declared');
  await track();
  await followWithdrawals(core);
  expect((await withdrawal()).state).toBe('settled');
  await money();
  expect((await read()).lines.every(isBack)).toBe(true);

  const away = await withdrawn({ quantity: 1 });
  const other = await away.declare();
  await other.track();
  await shiftClock(core.db, 16 * DAY + 90 * 60);
  await followWithdrawals(core);
  await away.money();
  const alerts = await core.db.query(`SELECT subject_id AS id, message FROM alert WHERE code = 'return_refunded_late'`);
  expect(alerts).toEqual([
    {
      id: other.id,
      message: expect.stringContaining(`${away.reference} was due earlier, and went out 49 hours and 30 minutes late`),
    },
  ]);
  expect([storeId, id]).not.toContain(other.id);
});

test('less goes back only with a reason, and never more than was paid', async () => {
  const { read, money, declare } = await withdrawn({ quantity: 2 });
  const { receive, withdrawal } = await declare();
  const paid = (await read()).lines.reduce((sum, line) => sum + line.paid, 0);
  await expect(receive({ reduced: { amount: paid + 1, reason: 'A gift.' } })).rejects.toMatchObject({
    code: 'refund_too_high',
  });
  await expect(receive({ reduced: { amount: paid - 1, reason: ' ' } })).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  await receive({ reduced: { amount: paid - 500, reason: 'The sole is worn.' } });
  await money();
  expect((await read()).lines.reduce((sum, line) => sum + line.refunded, 0)).toBe(paid - 500);
  expect((await withdrawal()).state).toBe('settled');
  await expectSoundBooks(core.db);
});

test('what was delivered too long ago is left to the merchant, who may accept it', async () => {
  const { read, money, declare } = await withdrawn({ quantity: 1, deliveredDaysAgo: 30 });
  const { withdrawal, accept, receive } = await declare();
  await actOnWithdrawals(core);
  await followWithdrawals(core);
  expect(await withdrawal()).toMatchObject({ state: 'declared', actsItself: false, timing: 'late', returns: [] });
  await accept();
  await expect(accept()).rejects.toMatchObject({ code: 'invalid_transition' });
  await receive();
  await money();
  expect((await read()).lines.every(isBack)).toBe(true);
  expect((await withdrawal()).state).toBe('settled');
});

test('a withdrawal that the merchant ends another way closes its return, and no clock pays it', async () => {
  const { read, declare } = await withdrawn({ quantity: 1 });
  const { withdrawal, track, end, receive } = await declare();
  await track();
  await end('refused');
  expect(await withdrawal()).toMatchObject({ state: 'refused', returns: [{ state: 'closed' }] });
  await shiftClock(core.db, 20 * DAY);
  await followWithdrawals(core);
  await expect(receive()).rejects.toMatchObject({ code: 'return_not_found' });
  expect((await read()).lines).toMatchObject([{ state: 'fulfilled', refunded: 0 }]);
});

test('what the merchant notes as returned on the pre-order, or sends after the declaration, is followed too', async () => {
  const noted = await withdrawn({ quantity: 1 });
  const first = await noted.declare();
  await advanceLines(core, { ...noted, lineIds: null, to: 'returned' });
  await followWithdrawals(core);
  await noted.money();
  expect((await noted.read()).lines.every(isBack)).toBe(true);
  expect((await first.withdrawal()).state).toBe('settled');

  const { storeId, preorderId, money, handOver, declare } = await withdrawn({ quantity: 2, sent: 1 });
  await handOver();
  const second = await declare();
  expect(await second.withdrawal()).toMatchObject({ returns: [{ lines: [{ number: 1 }] }] });
  await shiftClock(core.db, 3 * DAY);
  await advanceLines(core, { storeId, preorderId, lineIds: null, to: 'fulfilled' });
  await followWithdrawals(core);
  const [goods] = (await second.withdrawal()).returns;
  expect(goods?.lines.map(({ number }) => number)).toEqual([1, 2]);
  await second.receive();
  await money();
  expect((await second.withdrawal()).state).toBe('settled');
});

test('what somebody typed who knew the reference waits as before, and a second declaration pays nothing twice', async () => {
  const { read, money, declare } = await withdrawn({ quantity: 1, known: false });
  const typed = await declare();
  await followWithdrawals(core);
  expect(await typed.withdrawal()).toMatchObject({ state: 'declared', actsItself: true, returns: [] });
  await typed.accept();
  await typed.track();
  await shiftClock(core.db, 15 * DAY);
  await followWithdrawals(core);
  await money();
  const again = await declare();
  await again.accept().catch(() => undefined);
  await again.receive().catch(() => undefined);
  await money();
  expect((await read()).lines.every(isBack)).toBe(true);
  await expectSoundBooks(core.db);
});

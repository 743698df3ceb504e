import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { actOnWithdrawals } from '../../../src/core/withdrawals/commands/act.ts';
import { cancelWithdrawn } from '../../../src/core/withdrawals/commands/cancel-withdrawn.ts';
import { followWithdrawals } from '../../../src/core/withdrawals/commands/follow.ts';
import { sendReceipts } from '../../../src/core/withdrawals/commands/send-receipts.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { shiftClock } from '../../support/core.ts';
import { type Sent, soldAndSent } from '../../support/sold-and-sent.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const DAY = 86_400;

const withdrawn = (sent: Sent = {}) => soldAndSent(core, sent);
type Books = { paid: number; refunded: number };
const isBack = ({ paid, refunded }: Books) => paid > 0 && paid === refunded;

test('a return that goes on keeps its withdrawal open, whatever settles what is over first', async () => {
  const { storeId, preorderId, read, money, declare } = await withdrawn({ quantity: 1 });
  const { withdrawal } = await declare();
  await advanceLines(core, { storeId, preorderId, lineIds: null, to: 'returned' });
  await core.db.transaction((tx) => cancelWithdrawn(tx, { storeId, preorderId, lineIds: [randomUUID()] }));
  expect(await withdrawal()).toMatchObject({ state: 'declared', returns: [{ state: 'open' }] });
  await followWithdrawals(core);
  await money();
  expect(await withdrawal()).toMatchObject({ state: 'settled', returns: [{ state: 'received' }] });
  expect((await read()).lines.every(isBack)).toBe(true);
});

test('what comes back while a typed declaration can still be undone is paid back once it counts', async () => {
  const { storeId, preorderId, read, money, declare } = await withdrawn({ quantity: 2, known: false });
  const { withdrawal } = await declare();
  await sendReceipts(core);
  await advanceLines(core, { storeId, preorderId, lineIds: null, to: 'returned' });
  await actOnWithdrawals(core);
  expect(await withdrawal()).toMatchObject({ state: 'declared', returns: [] });
  await shiftClock(core.db, DAY + 60);
  await actOnWithdrawals(core);
  await followWithdrawals(core);
  await money();
  expect((await read()).lines.every(isBack)).toBe(true);
  expect(await withdrawal()).toMatchObject({ state: 'settled', returns: [{ state: 'received' }] });
  await expect(
    core.db.query(`SELECT 1 FROM outbox WHERE topic = 'return.opened' AND subject_id = $1`, [preorderId]),
  ).resolves.toEqual([]);
  await expectSoundBooks(core.db);
});

test('what had come back before the declaration is over', async () => {
  const { storeId, preorderId, lines, money, declare } = await withdrawn({ quantity: 2 });
  await advanceLines(core, { storeId, preorderId, lineIds: [lines[0]?.id ?? ''], to: 'returned' });
  const { withdrawal, receive } = await declare();
  expect((await withdrawal()).returns).toMatchObject([{ lines: [{ number: 2 }] }]);
  await receive();
  await money();
  expect((await withdrawal()).state).toBe('settled');
});

test('what only a person can decide is looked at once, so that it never fills the rounds', async () => {
  const { storeId, preorderId, handOver, declare } = await withdrawn({ quantity: 2, sent: 1 });
  await handOver();
  const { withdrawal } = await declare();
  await core.db.query(`UPDATE preorder SET withdrawal_exclusion = 'hygiene' WHERE id = $1`, [preorderId]);
  await advanceLines(core, { storeId, preorderId, lineIds: null, to: 'fulfilled' });
  await followWithdrawals(core);
  let found = 0;
  await followWithdrawals({ ...core, outbox: { ...core.outbox, wake: () => (found += 1) } });
  expect(found).toBe(0);
  expect((await withdrawal()).returns).toMatchObject([{ lines: [{ number: 1 }] }]);
});

test('what the merchant refused does not come back by another declaration, unless they accept it', async () => {
  const { declare } = await withdrawn({ quantity: 1 });
  const first = await declare();
  await first.track();
  await first.end('refused');
  const again = await declare();
  await actOnWithdrawals(core);
  await followWithdrawals(core);
  expect(await again.withdrawal()).toMatchObject({ state: 'declared', actsItself: false, returns: [] });
  await again.accept();
  expect(await again.withdrawal()).toMatchObject({ returns: [{ state: 'open' }] });
});

test('a proof of sending stands only for what was in its return', async () => {
  const { storeId, preorderId, read, money, handOver, declare } = await withdrawn({ quantity: 2, sent: 1 });
  await handOver();
  const { withdrawal, track, receive } = await declare();
  await track();
  await advanceLines(core, { storeId, preorderId, lineIds: null, to: 'fulfilled' });
  await followWithdrawals(core);
  const [, later] = (await withdrawal()).returns;
  expect(await withdrawal()).toMatchObject({
    returns: [
      { state: 'sent', lines: [{ number: 1 }] },
      { state: 'open', lines: [{ number: 2 }], tracking: { number: '' } },
    ],
  });
  await expect(receive()).rejects.toMatchObject({ code: 'invalid_parameter' });
  await shiftClock(core.db, 15 * DAY);
  await followWithdrawals(core);
  await money();
  expect((await read()).lines.map(isBack)).toEqual([true, false]);
  expect(await withdrawal()).toMatchObject({ state: 'declared', returns: [{ state: 'refunded' }, { state: 'open' }] });
  await receive({ returnId: later?.id });
  await money();
  expect((await read()).lines.every(isBack)).toBe(true);
  expect((await withdrawal()).state).toBe('settled');
  await expectSoundBooks(core.db);
});

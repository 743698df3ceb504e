import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { payPreorder } from '../../../src/core/payments/commands/pay-preorder.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { changeAddress } from '../../../src/core/preorders/commands/change-address.ts';
import { swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { answerQuestion } from '../../../src/core/promises/commands/answer.ts';
import { stepRelease } from '../../../src/core/releases/commands/step.ts';
import type { AddressParts } from '../../../src/protocol/wire/address.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { DEPOSIT } from '../../support/charges.ts';
import { tokenOf } from '../../support/checkout-client.ts';
import { LATER, moveDates, noticesOf } from '../../support/promises.ts';
import { arrive, runJobs, startReleaseOf } from '../../support/release.ts';
import { createSizes } from '../../support/sizes.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
const { db } = database;

// Both acts wait at the locked pre-order before either changes anything, so each has read the state before the other's
// change.
let blocker: Awaited<ReturnType<typeof db.connect>>;
beforeAll(async () => {
  blocker = await db.connect();
  await blocker.query('SET idle_in_transaction_session_timeout = 0');
});
afterAll(async () => {
  await blocker.end();
  await expectSoundBooks(db);
});

const BEFORE: AddressParts = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  line1: 'Invalidenstraße 116',
  line2: '',
  city: 'Berlin',
  region: '',
  postalCode: '10115',
  country: 'DE',
  phoneNumber: '',
};
const AFTER = { ...BEFORE, line1: 'Torstraße 1' };

/** Buys with a deposit, moves the date and counts the arrived unit. */
async function sellWithQuestion() {
  const offer = await createSizes(core, { prices: [9_900, 12_900, 14_900], plan: DEPOSIT });
  const { storeId } = offer;
  const reference = await buyFrom(core, offer, { address: BEFORE });
  await moveDates({ core, offer }, LATER);
  const { id: preorderId, lines } = await readPreorder(db, storeId, reference);
  const [notice] = await noticesOf(core, storeId, reference);
  await arrive(core, offer, 1);
  const releaseId = (await startReleaseOf(core, offer)) ?? '';
  const ids = { lineId: lines[0]?.id ?? '', noticeId: notice?.id ?? '', releaseId };
  return { offer, reference, key: { storeId, preorderId }, ...ids };
}

type Case = Awaited<ReturnType<typeof sellWithQuestion>>;
type Act = (one: Case) => Promise<unknown>;

const SHOPPER = {
  cancel: ({ key }) => cancelLines(core, { ...key, lineIds: null }),
  swap: ({ key, lineId, offer }) =>
    swapVariant(core, {
      ...key,
      lineId,
      variantExternalId: offer.sizes.small.variantExternalId,
      now: 0,
      later: -3_000,
    }),
  address: ({ key }) => changeAddress(core, { ...key, address: AFTER }),
  card: ({ key }) => payPreorder(core, { ...key, purpose: 'card', amount: 0, token: tokenOf('succeeds') }),
  wait: ({ key, noticeId }) => answerQuestion(core, { ...key, noticeId, choice: 'wait', givenBy: 'link' }),
  leave: ({ key, noticeId }) => answerQuestion(core, { ...key, noticeId, choice: 'cancel', givenBy: 'link' }),
} satisfies Record<string, Act>;

const STORE = {
  release: ({ key: { storeId }, releaseId }) => stepRelease(core, { storeId, releaseId }),
  refund: ({ key, lineId }) => giveBack(core, { ...key, lineId, amount: 100, reason: 'Sorry.' }),
  cancel: ({ key }) => cancelLines(core, { ...key, lineIds: null, reason: 'merchant' }),
} satisfies Record<string, Act>;

/** The result of the second act, the state of the line item, and what was paid and not refunded. */
type Outcome = [second: string, state: string, net: number];

test.each<[keyof typeof SHOPPER, keyof typeof STORE, Outcome, Outcome]>([
  ['cancel', 'release', ['ended', 'cancelled Medium', 0], ['ok', 'cancelled Medium', 0]],
  ['cancel', 'refund', ['refund_too_high', 'cancelled Medium', 0], ['ok', 'cancelled Medium', 0]],
  ['cancel', 'cancel', ['ok', 'cancelled Medium', 0], ['ok', 'cancelled Medium', 0]],
  ['swap', 'release', ['ended', 'placed Small', 2_678], ['line_not_swappable', 'released Medium', 13_390]],
  ['swap', 'refund', ['ok', 'placed Small', 2_578], ['ok', 'placed Small', 2_578]],
  ['swap', 'cancel', ['ok', 'cancelled Small', 0], ['line_not_swappable', 'cancelled Medium', 0]],
  [
    'address',
    'release',
    ['released', 'released Medium', 13_390],
    ['address_not_changeable', 'released Medium', 13_390],
  ],
  ['address', 'refund', ['ok', 'placed Medium', 2_578], ['ok', 'placed Medium', 2_578]],
  ['address', 'cancel', ['ok', 'cancelled Medium', 0], ['address_not_changeable', 'cancelled Medium', 0]],
  ['card', 'release', ['released', 'released Medium', 13_390], ['ok', 'released Medium', 13_390]],
  ['card', 'refund', ['ok', 'placed Medium', 2_578], ['ok', 'placed Medium', 2_578]],
  ['card', 'cancel', ['ok', 'cancelled Medium', 0], ['payment_changed', 'cancelled Medium', 0]],
  ['wait', 'release', ['released', 'released Medium', 13_390], ['question_over', 'released Medium', 13_390]],
  ['wait', 'refund', ['ok', 'placed Medium', 2_578], ['ok', 'placed Medium', 2_578]],
  ['wait', 'cancel', ['ok', 'cancelled Medium', 0], ['question_over', 'cancelled Medium', 0]],
  ['leave', 'release', ['ended', 'cancelled Medium', 0], ['question_over', 'released Medium', 13_390]],
  ['leave', 'refund', ['refund_too_high', 'cancelled Medium', 0], ['ok', 'cancelled Medium', 0]],
  ['leave', 'cancel', ['ok', 'cancelled Medium', 0], ['question_over', 'cancelled Medium', 0]],
])(
  'the shopper’s %s and the store’s %s have one outcome when they race',
  async (name, other, ...[shopperFirst, storeFirst]) => {
    const [shopper, store] = [SHOPPER[name], STORE[other]];
    expect(await race([shopper, store])).toEqual([...shopperFirst, name === 'address']);
    expect(await race([store, shopper])).toEqual([...storeFirst, name === 'address' && storeFirst[0] === 'ok']);
  },
);

/** Runs the acts in this order, then the jobs. The last element tells whether the order goes to the new address. */
async function race(acts: readonly Act[]): Promise<[...Outcome, boolean]> {
  const one = await sellWithQuestion();
  const [first, second] = await inTurn(one, acts);
  expect(first).toMatch(/^(ok|released)$/);
  await runJobs(core, one.key.storeId);
  const { lines, contact } = await readPreorder(db, one.key.storeId, one.reference);
  const [line] = lines;
  const net = (line?.paid ?? 0) - (line?.refunded ?? 0);
  return [second ?? '', `${line?.state} ${line?.variantTitle}`, net, contact?.address.line1 === AFTER.line1];
}

async function inTurn(one: Case, acts: readonly Act[]): Promise<string[]> {
  await blocker.query('BEGIN');
  await blocker.query('SELECT 1 FROM preorder WHERE id = $1 FOR NO KEY UPDATE', [one.key.preorderId]);
  const ends: Promise<string>[] = [];
  for (const act of acts) {
    ends.push(endOf(act(one)));
    await expect.poll(countWaiting, { interval: 10, timeout: 10_000 }).toBe(ends.length);
  }
  await blocker.query('COMMIT');
  return Promise.all(ends);
}

const endOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (result) => (typeof result === 'string' ? result : 'ok'),
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

async function countWaiting(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
  return row?.count ?? 0;
}

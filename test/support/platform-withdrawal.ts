import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { listWithdrawals, type Withdrawal } from '../../src/core/withdrawals/queries.ts';
import type { LineState } from '../../src/domain/preorder.ts';
import { dayIn, laterDay } from '../../src/domain/store-time.ts';
import { expectSoundBooks } from './books.ts';
import { type OpenPage, openPage } from './browser.ts';
import { commandLine } from './command-line.ts';
import { shiftClock } from './core.ts';
import { TEST_SECRET_KEY } from './merchant.ts';
import type { Stage } from './placement-page.ts';
import type { PlatformHand, SeenOrder } from './platform-contract/under-test.ts';

/** A pre-order whose order is on the platform, as `ref`. */
export type Sale = Pick<Stage, 'browser' | 'system'> & {
  storeId: string;
  email: string;
  reference: string;
  hand: PlatformHand;
  ref: string;
};

// Each of these waits for a round of ours, which comes every half minute, and for answers of the platform.
const SOON = { timeout: 180_000 };
const PAST_UNDO_SECONDS = 25 * 3_600;

/**
 * Withdraws from one of two units, which was not sent, by the link of the confirmation mail: without a session. The platform cancels it,
 * the money goes back, and the platform has that. Resolves with the unit that is left.
 */
export async function withdrawFromOne(sale: Sale): Promise<string> {
  const { page, ...opened } = await openPage(sale.browser, await contractLink(sale));
  await page.getByLabel('Brass Lamp').selectOption('1');
  await confirm({ page, ...opened });
  await expect.poll(() => statesOf(sale), SOON).toEqual(['cancelled', 'released']);
  const [gone, left] = [await expectGivenBack(sale, 'cancelled'), await idsOf(sale, 'released')];
  expect([gone, left]).toMatchObject([[expect.any(String)], [expect.any(String)]]);
  await expect.poll(() => sale.hand.seen(sale.ref), SOON).toMatchObject({ openIds: left, sentIds: [] });
  await expectEnd(sale, ['settled']);
  return left[0] ?? '';
}

/**
 * Withdraws from what was sent, on the store's public page: the service acts a day later. The goods come back by a return, and the
 * platform has the refund.
 */
export async function withdrawFromSent(sale: Sale): Promise<void> {
  const { browser, system, storeId, email, reference } = sale;
  const { publicKey, slug } = await readStore(system.db, storeId);
  const { page, ...opened } = await openPage(browser, `${system.baseUrl}/withdraw/${publicKey}?lang=en`);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail address for the receipt').fill(email);
  await page.getByLabel('Reference').fill(reference);
  await confirm({ page, ...opened });
  const newest = async () => (await listWithdrawals(system.db, storeId, { limit: 1 }))[0];
  await expect.poll(newest, SOON).toMatchObject({ actsItself: true, undoableUntil: expect.any(Date), returns: [] });
  await shiftClock(system.db, PAST_UNDO_SECONDS);
  await expect.poll(newest, SOON).toMatchObject({ state: 'declared', returns: [{ state: 'open' }] });
  const { id, declaredAt, returns } = (await newest()) as Withdrawal;
  const sent = (await preorderOf(sale)).lines.filter((line) => line.state !== 'cancelled');
  expect(returns).toMatchObject([
    { sendBy: laterDay(dayIn(declaredAt, 'Europe/Berlin'), 14), lines: sent.map(() => ({ givenBack: 0 })) },
  ]);
  const cli = commandLine({ DATABASE_URL: system.db.directUrl, SECRET_KEY: TEST_SECRET_KEY });
  expect(await cli.json('withdrawals', 'receive-return', id, '--store', slug)).toMatchObject({ code: 0 });
  const sentIds = await expectGivenBack(sale, 'returned');
  expect(await sale.hand.seen(sale.ref)).toMatchObject({ openIds: [], sentIds });
  const all = await listWithdrawals(system.db, storeId, { limit: 10 });
  await expectEnd(
    sale,
    all.map(() => 'settled'),
  );
}

/** Takes the two steps of the page, whose fields are filled in. */
async function confirm({ page, problems, close }: OpenPage): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await page.getByRole('heading', { name: 'Your withdrawal was received' }).waitFor();
  expect(problems).toEqual([]);
  await close();
}

/**
 * The shopper has everything back for the line items in a state, and the platform counts as kept what is left, and waits for nothing more.
 * Resolves with these line items.
 */
async function expectGivenBack(sale: Sale, state: LineState): Promise<string[]> {
  const { hand, ref, system } = sale;
  const open = async () => {
    const { lines } = await preorderOf(sale);
    return lines.filter((line) => line.state === state && (line.paid === 0 || line.refunded < line.paid));
  };
  await expect.poll(open, SOON).toEqual([]);
  const { lines } = await preorderOf(sale);
  const kept = lines.reduce((sum, { paid, refunded }) => sum + paid - refunded, 0);
  const isEven = ({ owed = 0, ...seen }: SeenOrder) => seen.kept === kept && owed === 0;
  await expect.poll(async () => isEven(await hand.seen(ref)), SOON).toBe(true);
  await expectSoundBooks(system.db, false);
  return idsOf(sale, state);
}

/** Every withdrawal has its end, which was told once, and nothing waits for the merchant. */
async function expectEnd({ system: { db }, storeId }: Sale, states: string[]): Promise<void> {
  const all = async () => (await listWithdrawals(db, storeId, { limit: 10 })).map(({ state }) => state);
  await expect.poll(all, SOON).toEqual(states);
  const told = await db.query(
    "SELECT topic FROM outbox WHERE store_id = $1 AND topic LIKE 'withdrawal.%' ORDER BY id",
    [storeId],
  );
  const each = [{ topic: 'withdrawal.declared' }, { topic: 'withdrawal.settled' }];
  expect(told).toEqual(states.flatMap(() => each));
  const alerts = 'SELECT code, resolved_at IS NOT NULL AS "isOver" FROM alert WHERE store_id = $1';
  expect(await db.query(alerts, [storeId])).toEqual(states.map(() => ({ code: 'withdrawal_declared', isOver: true })));
}

const preorderOf = ({ system, storeId, reference }: Sale) => readPreorder(system.db, storeId, reference);

/** Returns the line items of the pre-order. */
export const lineIdsOf = async (sale: Sale): Promise<string[]> => (await preorderOf(sale)).lines.map(({ id }) => id);

const statesOf = async (sale: Sale): Promise<LineState[]> =>
  (await preorderOf(sale)).lines.map(({ state }) => state).sort();

const idsOf = async (sale: Sale, wanted: LineState): Promise<string[]> =>
  (await preorderOf(sale)).lines.filter(({ state }) => state === wanted).map(({ id }) => id);

/** Returns the link in the confirmation mail at which the customer withdraws, once the mail is there. */
async function contractLink({ system, reference }: Sale): Promise<string> {
  let url: string | undefined;
  const find = async () => {
    const mails = await Promise.all((await system.mails()).map((mail) => PostalMime.parse(mail)));
    const texts = mails.map(({ text = '' }) => text).filter((text) => text.includes(reference));
    url = texts.map((text) => /http\S+\/links\/withdraw\/[^\s)>\]]+/.exec(text)?.[0]).find(Boolean);
    return url;
  };
  await expect.poll(find, SOON).toBeDefined();
  return url ?? '';
}

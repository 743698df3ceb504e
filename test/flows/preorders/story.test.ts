import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { writeToStore } from '../../../src/core/preorders/commands/write-to-store.ts';
import { cancelUnpaid } from '../../../src/core/preorders/jobs.ts';
import { readHistory } from '../../../src/core/preorders/queries/history.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { TEST_CARDS } from '../../../src/protocol/wire/test-cards.ts';
import { buyFrom } from '../../support/buy.ts';
import { DEPOSIT, payByLink, sellAndRelease } from '../../support/charges.ts';
import { commandLine } from '../../support/command-line.ts';
import { shiftClock } from '../../support/core.ts';
import { sendMails } from '../../support/mails.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { moveDates } from '../../support/promises.ts';
import { releaseAll, runJobs } from '../../support/release.ts';
import { createSizes, type Sizes } from '../../support/sizes.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
let folder: string;
let cli: ReturnType<typeof commandLine>;
let offer: Sizes;
let reference: string;
let key: { storeId: string; preorderId: string };
let store: string[];

const EMAIL = 'grace@shopper.example';
const lines = async () => (await readPreorder(core.db, offer.storeId, reference)).lines;
const line = async (number: number) => (await lines())[number - 1]?.id ?? '';

// What the screen shows: the customer, the money, the line items and the history.
const SCREEN = [
  /Customer +Ada Lovelace <grace@shopper\.example>/,
  /Plan +deposit of 78\.38 EUR, the rest at release; not refunded to a shopper who cancels/,
  /Paid +182\.89 EUR\n +Given back +36\.12 EUR/,
  / 1 +released +Medium +BOR-M .* 130\.64 EUR +130\.64 EUR +10\.00 EUR/,
  / 2 +placed +Small +BOR-S .* 130\.63 EUR +26\.13 EUR +1\n/,
  / 3 +cancelled \(shopper\) +Medium .* 26\.12 EUR +26\.12 EUR/,
  /payment by test +1–3 +78\.38 EUR +done/,
  /asked: ships .* 1–3 +answer by .*, else cancel\. The dye house/,
  /mail date asked +sent/,
  /chose to wait +1–3 +by merchant/,
  /swapped: Medium → Small +2 +done/,
  /refund +3 +26\.12 EUR +done/,
  /message to the store +sent/,
  /released +1\n/,
  /charge of the kept card by test +1 +104\.51 EUR +failed: card declined/,
  /payment of the rest by test +1 +104\.51 EUR +done/,
  /paid after all/,
  /store order \S+ +1 +handed over/,
  /given back by the store +1 +10\.00 EUR +A scratched button\./,
  /dispute at test +12\.34 EUR +under review: not received/,
  /mail payment needed +dropped: over/,
];

/** Three jackets on deposit, which meet every kind of event. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'story-'));
  cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY, USER: 'merchant' });
  offer = await createSizes(core, { plan: { ...DEPOSIT, depositRefundable: false } });
  const card = TEST_CARDS.find(({ behaviour }) => behaviour === 'charge_declined')?.number ?? '';
  reference = await buyFrom(core, offer, { quantity: 3, email: EMAIL, card });
  const { id: preorderId } = await readPreorder(core.db, offer.storeId, reference);
  key = { storeId: offer.storeId, preorderId };
  store = ['--store', (await readStore(core.db, offer.storeId)).slug];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('shows everything that happened, and what is left after the customer was erased', async () => {
  await sendMails(core, key.preorderId);
  await moveDates({ core, offer }, ['2030-07-01', '2030-07-05'], { reason: 'The dye house burned down.' });
  await sendMails(core, key.preorderId);
  const asked = await cli.run('preorders', 'show', reference, ...store);
  expect(asked.out).toMatch(/Question +wait until .*, or cancel\? Until .*; no answer yet; silence means cancel/);
  const answered = await cli.run('promises', 'answer', reference, 'wait', ...store);
  expect(answered).toMatchObject({ code: 0, out: `${reference}: waits.\n` });
  const small = { variantExternalId: offer.sizes.small.variantExternalId, now: 0, later: 0 };
  expect(await swapVariant(core, { ...key, lineId: await line(2), ...small })).toEqual({ kind: 'done' });
  await cancelLines(core, { ...key, lineIds: [await line(3)] });
  await moveMoney(core, offer.storeId, key.preorderId);
  await writeToStore(core, { ...key, words: 'Could it come in June after all?' });
  await releaseAll(core, offer, 1); // one medium unit arrived, and none of the small size
  await payByLink(core, { ...key, offer, reference });
  await runJobs(core, offer.storeId);
  await giveBack(core, { ...key, lineId: await line(1), amount: 1_000, reason: 'A scratched button.' });
  await moveMoney(core, offer.storeId, key.preorderId);
  await core.db.query(
    `INSERT INTO dispute (store_id, provider, ref, attempt_id, preorder_id, amount, currency, reason, state, opened_at)
     SELECT $1, 'test', 'dp_1', attempt_id, id, 1234, 'EUR', 'not_received', 'under_review', app_now()
     FROM preorder WHERE store_id = $1 AND id = $2`,
    [key.storeId, key.preorderId],
  );
  await sendMails(core, key.preorderId);

  const { out, code } = await cli.run('preorders', 'show', reference, ...store);
  expect(code).toBe(0);
  for (const row of SCREEN) expect(out).toMatch(row);
  expect(out.match(/104\.51 EUR/g)).toHaveLength(2); // a failed and a repaid charge are one row each
  const widths = out.split('\n').map((row) => row.length);
  expect([widths.length < 65, Math.max(...widths) < 170]).toEqual([true, true]);
  const { data } = await cli.json('preorders', 'show', reference, ...store);
  expect(data.lines[0]).toMatchObject({
    state: 'released',
    given_back: '10.00',
    ship_window_now: { from: '2030-07-01' },
  });
  expect(data.lines[2]).toMatchObject({
    state: 'cancelled',
    cancel_reason: 'shopper',
    kept: '0.00',
    refunded: '26.12',
  });
  expect(Object.keys(data.places)).toEqual([data.lines[1].id]);
  expect(data.notices).toMatchObject([{ kind: 'asked', answers: [{ answer: 'wait', given_by: 'merchant' }] }]);
  const moments = data.events.map(({ at }: { at: string }) => at);
  expect(moments).toEqual(moments.toSorted());

  // No worker runs in this test, so the outbox and the jobs are cleared by hand.
  await database.db.query('UPDATE outbox SET dispatched_at = app_now() WHERE dispatched_at IS NULL');
  await database.db.query('DELETE FROM graphile_worker._private_jobs');
  const erased = ['people', 'erase', EMAIL, ...store, '--open-too', '--yes'];
  expect((await cli.run(...erased)).code).toBe(0);
  const after = (await cli.run('preorders', 'show', reference, ...store)).out;
  expect(after).toMatch(/Customer +\(erased\)/);
  expect(after).toMatch(/erased: what named the customer is gone/);
  expect(after).not.toMatch(/grace@|Lovelace|Invaliden|in June after all/);
  expect(await audit(core, offer.storeId)).toEqual([]);
});

test.each([
  ['when the merchant cancelled before the deadline', 0, 'cancelled before it was paid'],
  ['when the deadline passed', 8 * 24 * 3_600, 'not paid in time'],
])('shows how a failed payment ended, %s', async (_, later, said) => {
  const sold = await sellAndRelease(core, { card: 'charge_declined' });
  const { storeId, preorderId } = sold;
  await shiftClock(core.db, later);
  if (later === 0) await cancelLines(core, { storeId, preorderId, lineIds: null, reason: 'merchant' });
  else await cancelUnpaid(core);
  const theirs = ['--store', (await readStore(core.db, storeId)).slug];
  const { out } = await cli.run('preorders', 'show', sold.reference, ...theirs);
  expect(/not paid in time|cancelled before it was paid/.exec(out)?.[0]).toBe(said);
  await core.db.query('DELETE FROM clock_shift');
});

test('hides the pre-order from another store', async () => {
  const other = await createSizes(core, {});
  expect(await readHistory(core.db, other.storeId, key.preorderId)).toEqual([]);
  const theirs = ['--store', (await readStore(core.db, other.storeId)).slug];
  const refused = await cli.json('preorders', 'show', reference, ...theirs);
  expect(refused).toMatchObject({ code: 1, error: { code: 'preorder_not_found' } });
});

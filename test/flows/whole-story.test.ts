import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentResult } from '../../src/protocol/schema/frame-api.ts';
import type { StatusDetails, StatusPreorder, SwapOption } from '../../src/protocol/schema/status-api.ts';
import { createCheckoutClient, shippingStep } from '../support/checkout-client.ts';
import { commandLine } from '../support/command-line.ts';
import { TEST_SECRET_KEY } from '../support/merchant.ts';
import { OLDEST_POSTGRES, startOldestCluster } from '../support/oldest-postgres.ts';
import { createStatusClient, tokenFor } from '../support/status-client.ts';
import { STRIPE_CARDS } from '../support/stripe.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

// Months of one sale for a merchant and five shoppers: command line, links in mails and calls of the frames, with the
// real worker, paid at the stand-in for Stripe. Other tests cover each step. This one covers their combination, on the
// oldest supported PostgreSQL where this machine has one, because all other tests run on the newest.

const SHOPPERS = ['ada', 'ben', 'cleo', 'dan', 'eve'] as const;
type Name = (typeof SHOPPERS)[number];
// Allows for a job and a provider over HTTP on a busy machine.
const SOON = { timeout: 20_000 };
const addressOf = (name: Name) => `${name}@shopper.example`;

const oldest = process.env.DATABASE_URL ? undefined : OLDEST_POSTGRES;

let system: System;
let cluster: Awaited<ReturnType<typeof startOldestCluster>> | undefined;
let testStore: StoreWithWaitlist;
let folder: string;
let cli: ReturnType<typeof commandLine>;
let batch = '';
const references = {} as Record<Name, string>;

beforeAll(async () => {
  cluster = oldest === undefined ? undefined : await startOldestCluster(oldest);
  system = await startSystem({ standIn: true, cluster });
  folder = await mkdtemp(join(tmpdir(), 'whole-story-'));
  testStore = await createStoreWithWaitlist(system, {
    prices: [10_000, 8_000],
    waitlist: { plan: { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 } } },
  });
  cli = commandLine({
    DATABASE_URL: system.db.directUrl,
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET_KEY,
    STRIPE_STAND_IN: system.standInAddress ?? '',
  });
  [{ id: batch }] = await run('batches', 'list', testStore.waitlistId);
});
afterAll(async () => {
  await system.stop();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command of the merchant, which has to succeed, and returns its data. */
async function run(...args: string[]) {
  const { code, data, error } = await cli.json(...args);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${JSON.stringify(error ?? data)}`);
  return data;
}

async function mailsTo(name: Name): Promise<Email[]> {
  const all = await Promise.all((await system.mails()).map((mail) => PostalMime.parse(mail)));
  return all.filter(({ to }) => to?.some(({ address }) => address === addressOf(name)));
}

/** Returns the link in a mail to this shopper once the mail is there. */
async function linkTo(name: Name, purpose: string): Promise<string> {
  let url: string | undefined;
  await expect
    .poll(async () => {
      const texts = (await mailsTo(name)).map(({ text = '' }) => text);
      url = texts.map((text) => new RegExp(`http\\S+/links/${purpose}/[^\\s)>\\]]+`).exec(text)?.[0]).find(Boolean);
      return url;
    }, SOON)
    .toBeDefined();
  return url ?? '';
}

const linesOf = async (name: Name) => (await run('preorders', 'show', references[name])).lines;
const statesOf = async (name: Name) => (await linesOf(name)).map(({ state }: { state: string }) => state);
const expectSound = () => run('ledger', 'audit');

test.skipIf(!oldest)('runs on the oldest PostgreSQL of this machine', async () => {
  const [server] = await system.db.query("SELECT current_setting('server_version_num')::int / 10000 AS major");
  expect(server).toEqual({ major: oldest });
});

test('takes a deposit of 20 % from five shoppers', async () => {
  const checkouts = createCheckoutClient(system);
  const buy = async (name: Name, quantity: number, token = STRIPE_CARDS.good) => {
    const checkout = await checkouts.hold(shippingStep(testStore, { quantity, email: addressOf(name) }));
    const { data } = await checkouts.pay(checkout, 'succeeds', { token });
    expect((data as PaymentResult).outcome).toBe('completed');
    references[name] = (data as PaymentResult).checkout.preorder?.reference ?? '';
  };
  await buy('ada', 1);
  await buy('ben', 1, STRIPE_CARDS.declinedAway);
  await buy('cleo', 2);
  await buy('dan', 1);
  await buy('eve', 1);
  await expect.poll(async () => (await mailsTo('eve')).length, SOON).toBe(1);
  // Two jackets of 100.00 and 4.90 delivery. A fifth was taken.
  expect(await run('preorders', 'show', references.cleo)).toMatchObject({ total: '204.90', paid: '40.98' });
  await expectSound();
});

test('asks everybody about a date two months later: some wait, one leaves with the whole deposit back', async () => {
  const moved = await run(
    'promises',
    'move',
    batch,
    '--ships-from',
    '2030-08-10',
    '--ships-until',
    '2030-08-20',
    '--reason',
    'The mill that weaves the cloth had a fire.',
  );
  expect(moved).toMatchObject({ asked: 5 });
  const post = async (name: Name, choice: 'wait' | 'cancel') => {
    const url = await linkTo(name, 'answer');
    const page = await (await fetch(url)).text();
    expect(page).toContain('The mill that weaves the cloth had a fire.');
    const notice = /name="notice" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ choice, notice }) });
    expect(answer.status).toBe(200); // the status after the redirect to the page
  };
  for (const name of ['ada', 'ben', 'cleo', 'dan'] as const) await post(name, 'wait');
  await post('eve', 'cancel');
  expect(await statesOf('eve')).toEqual(['cancelled']);
  await expect
    .poll(() => run('preorders', 'show', references.eve), SOON)
    .toMatchObject({ paid: '20.98', refunded: '20.98' });
  await expectSound();
});

test('swaps to a cheaper size, which keeps the place in the queue', async () => {
  const status = createStatusClient(system);
  const token = await tokenFor(system.deps, testStore.storeId, { email: addressOf('dan') });
  const { data: begun } = await status.signIn(testStore.storeKey, token);
  const [preorder] = begun.page.preorders;
  const [line] = preorder?.lines ?? [];
  const path = `/preorders/${references.dan}`;
  const { session } = begun;
  const offered = await status.call<{ options: SwapOption[] }>('GET', `${path}/lines/${line?.id}/swaps`, { session });
  const [option] = offered.data.options;
  expect(option).toMatchObject({ variantId: testStore.product.variants[1]?.externalId, now: 0 });
  const { variantId, now, later } = option ?? {};
  const swapped = await status.call<{ preorder: StatusPreorder }>('POST', `${path}/swap`, {
    session,
    body: { lineItemId: line?.id, variantId, now, later },
  });
  expect(swapped.data.preorder).toMatchObject({ total: 8_490, lines: [{ sku: 'AUR-1' }] });
  const details = await status.call<StatusDetails>('GET', `${path}/details`, { session });
  expect(details.data.promises.length).toBe(2);
  await expectSound();
});

test('releases a short delivery to the oldest, and recovers a failed charge by the mailed link', async () => {
  // Three of four jackets arrive, and one of the swapped size.
  await run('batches', 'arrive', batch, '--variant', 'AUR-0=3', '--variant', 'AUR-1=1');
  await run('releases', 'preview', batch);
  await run('releases', 'run', batch);
  await expect.poll(() => statesOf('ben'), SOON).toEqual(['payment_due']);
  expect(await statesOf('ada')).toEqual(['released']);
  expect((await statesOf('cleo')).sort()).toEqual(['placed', 'released']);
  expect(await statesOf('dan')).toEqual(['released']);

  const link = await linkTo('ben', 'pay');
  const page = await (await fetch(link)).text();
  expect(page).toContain('83.92');
  const paid = await fetch(`${link}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: STRIPE_CARDS.good, amount: 8_392 }),
  });
  expect(await paid.json()).toMatchObject({ data: { outcome: 'completed' } });
  await expect.poll(() => statesOf('ben'), SOON).toEqual(['released']);
  await expect.poll(() => run('preorders', 'show', references.ben), SOON).toMatchObject({ paid: '104.90' });
  await expectSound();
}, 60_000);

test('refunds a part, and erases a shopper', async () => {
  await run(
    'preorders',
    'refund',
    references.ada,
    '--line',
    '1',
    '--amount',
    '10.00',
    '--reason',
    'A scratched button',
  );
  await expect
    .poll(() => run('preorders', 'show', references.ada), SOON)
    .toMatchObject({ paid: '104.90', refunded: '10.00' });
  await run('preorders', 'send', references.dan);
  await run('people', 'erase', addressOf('dan'), '--yes');
  expect(await mailsTo('dan')).not.toEqual([]);
  const shown = await cli.run('preorders', 'show', references.dan);
  expect(shown.out).not.toMatch(/dan@|Lovelace|Invalidenstr/);
  await expectSound();
}, 60_000);

test('receives every event of the provider, and agrees with its books', async () => {
  const waiting = () =>
    system.db.query('SELECT event_id FROM fake_stripe.delivery WHERE delivered_at IS NULL OR tries > 1');
  await expect.poll(waiting, SOON).toEqual([]);
  const [told] = await system.db.query<{ events: number }>(
    `SELECT count(*)::int AS events FROM provider_event WHERE provider = 'stripe' AND type LIKE 'payment_intent.%'`,
  );
  expect(told?.events).toBeGreaterThan(SHOPPERS.length);
  const { differences, payments } = await run('payments', 'reconcile');
  expect(differences).toEqual([]);
  expect(payments).toBeGreaterThan(SHOPPERS.length);
});

test('shows the whole story on one screen', async () => {
  const { out } = await cli.run('preorders', 'show', references.ben);
  const story = [
    'placed',
    'payment by stripe',
    'asked: ships',
    'chose to wait',
    'released',
    'failed: card declined',
    'payment needed',
    'payment of the rest by stripe',
    'mail charged',
  ];
  let from = out.indexOf('What happened');
  for (const step of story) {
    const at = out.indexOf(step, from);
    expect(at, `${step} is missing or out of order:\n${out}`).toBeGreaterThan(from);
    from = at;
  }
  for (const name of SHOPPERS) expect((await cli.run('preorders', 'show', references[name])).code).toBe(0);
});

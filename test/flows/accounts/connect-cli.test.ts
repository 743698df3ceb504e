import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStore } from '../../../src/core/stores/queries.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { createStripeAccounts } from '../../../src/integrations/payments/stripe/accounts.ts';
import { countSealed, resealAll } from '../../../src/platform/reseal.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestProduct, createTestStore, createTestWaitlist, TEST_SECRET_KEY } from '../../support/merchant.ts';
import { openedStandIns } from '../../support/opened-stand-ins.ts';
import { callStripe } from '../../support/stripe.ts';
import { listOf, openStripeStore, type StripeStore } from '../../support/stripe-store.ts';

let stripe: StripeStore;
let cli: ReturnType<typeof commandLine>;
let folder: string;
beforeAll(async () => {
  stripe = await openStripeStore();
  folder = await mkdtemp(join(tmpdir(), 'payments-cli-'));
  cli = commandLineAt(stripe.standIn.stripe.url);
});
afterAll(async () => {
  await stripe.stop();
  await rm(folder, { recursive: true, force: true });
});

function commandLineAt(standIn: string) {
  const { url } = stripe.system.db;
  return commandLine({ DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY, STRIPE_STAND_IN: standIn });
}

const WEBHOOK_SECRET = `whsec_${'5'.repeat(32)}`;
const slugOf = async (storeId: string) => (await readStore(stripe.system.db, storeId)).slug;

async function writeKeyFile(text: string): Promise<string> {
  const path = join(folder, `key-${Math.random()}`);
  await writeFile(path, `${text}\n`);
  return path;
}

type ConnectArguments = { secret?: string; publishable?: string; hook?: string; address?: string | null };

async function connect(store: string, given: ConnectArguments = {}, by = cli) {
  const { secret = stripe.keys.secretKey, publishable = stripe.keys.publishableKey, hook = WEBHOOK_SECRET } = given;
  const address = given.address === undefined ? stripe.standIn.stripe.url : given.address;
  return by.json(
    'payments',
    'connect',
    '--store',
    store,
    '--publishable-key',
    publishable,
    '--secret-key-file',
    await writeKeyFile(secret),
    '--webhook-secret-file',
    await writeKeyFile(hook),
    ...(address === null ? [] : ['--address', address]),
  );
}

describe('payments connect', () => {
  test('connects an account, hides its secrets, replaces its keys and disconnects it', async () => {
    const store = await slugOf(await createTestStore(stripe.system.db));
    const before = await cli.json('payments', 'show', '--store', store);
    expect(before).toMatchObject({ code: 0, data: { state: 'not_connected' } });
    expect(before.data.webhook_events).toContain('refund.failed');
    const unconnected = await cli.run('payments', 'show', '--store', store);
    expect(unconnected.out).toContain(
      'It pays at the stand-in for Stripe, where npm start runs it, else the test provider',
    );
    expect(unconnected.out).toMatch(/if the service has BASE_URL http:\S+; give this command the same/);
    const made = await connect(store);
    expect(made).toMatchObject({ code: 0, data: { state: 'works', webhook_address: before.data.webhook_address } });
    const restricted = await stripe.standIn.stripe.act('keys', {
      account: stripe.standIn.account,
      'permissions[0]': 'payment_intent_write',
      'permissions[1]': 'charge_write',
    });
    expect((await connect(store, { secret: String(restricted.key) })).code).toBe(0);
    for (const args of [['show'], ['disputes'], ['reconcile']]) {
      const { out, err, code } = await cli.run('payments', ...args, '--store', store);
      expect(code, err).toBe(0);
      expect(out + err).not.toMatch(/sk_test_|rk_test_|whsec_/);
    }
    const shown = await cli.run('payments', 'show', '--store', store);
    expect(shown.out).toContain('refund: created, failed, updated\n');
    const tried = listOf(await stripe.ask('/v1/setup_intents'));
    expect(new Set(tried.map(({ status }) => status))).toEqual(new Set(['requires_payment_method']));
    expect(shown.out).toContain(
      `Pays at          a stand-in for Stripe at ${stripe.standIn.stripe.url}; no money moves`,
    );
    expect((await cli.run('payments', 'disconnect', '--store', store)).out).toContain(
      'its keys are deleted.\nIt pays at the stand-in for Stripe, where npm start runs it, else the test provider',
    );
    await connect(store);
    const ended = await cli.json('payments', 'disconnect', '--store', store);
    expect(ended).toMatchObject({ code: 0, data: { forgotten: true, unfinished: 0 } });
    expect(await cli.json('payments', 'disconnect', '--store', store)).toMatchObject({
      code: 1,
      error: { code: 'payment_account_not_found' },
    });
    expect(await cli.json('payments', 'reconcile', '--store', store)).toMatchObject({
      code: 1,
      error: { code: 'payment_account_not_found' },
    });
  });

  test('says where a store pays when Stripe does not take its currency', async () => {
    const storeId = await createTestStore(stripe.system.db);
    await stripe.system.db.query(`UPDATE store SET currency = 'KWD', currency_digits = 3 WHERE id = $1`, [storeId]);
    const { out } = await cli.run('payments', 'show', '--store', await slugOf(storeId));
    expect(out).toContain(
      'It pays at the test provider; no money moves.\nA store in KWD cannot be paid through Stripe.',
    );
    expect(out).not.toMatch(/stand-in|payments connect/);
  });

  test('says that a live store without an account cannot take payments', async () => {
    const live = await createTestStore(stripe.system.db, { mode: 'live', origins: ['https://shop.example'] });
    const { out } = await cli.run('payments', 'show', '--store', await slugOf(live));
    expect(out).toContain('It pays nowhere, so its waitlists cannot open.');
  });

  test('refuses wrong keys and wrong addresses, and changes nothing', async () => {
    const store = await slugOf(await createTestStore(stripe.system.db));
    const live = await slugOf(
      await createTestStore(stripe.system.db, { mode: 'live', origins: ['https://shop.example'] }),
    );
    const other = await stripe.standIn.stripe.act('accounts', {});
    const cases: [string, ConnectArguments, string][] = [
      [store, { publishable: String(other.test_publishable) }, 'publishable_key'],
      [store, { publishable: `pk_test_${'0'.repeat(36)}` }, 'publishable_key'],
      [store, { secret: stripe.standIn.live.secretKey }, 'secret_key'],
      [store, { publishable: stripe.standIn.live.publishableKey }, 'publishable_key'],
      [live, {}, 'secret_key'],
      [live, { ...liveKeys() }, 'address'],
      [store, { secret: stripe.keys.publishableKey }, 'secret_key'],
      [store, { secret: '' }, 'secret_key'],
      [store, { secret: 'x'.repeat(2_000) }, 'secret_key_file'],
      [store, { publishable: 'pk_test_' }, 'publishable_key'],
      [store, { hook: 'secret' }, 'webhook_secret'],
      [store, { secret: `sk_test_${'0'.repeat(36)}` }, 'secret_key'],
      [store, { address: 'https://stripe.example' }, 'address'],
      [store, { address: 'nonsense' }, 'address'],
      [store, { address: 'http://127.0.0.1:1' }, 'address'],
    ];
    for (const [slug, given, param] of cases) {
      expect(await connect(slug, given), JSON.stringify(given)).toMatchObject({
        code: 2,
        error: { code: 'invalid_parameter', param },
      });
    }
    const missing = await cli.json(
      'payments',
      'connect',
      '--store',
      store,
      '--publishable-key',
      stripe.keys.publishableKey,
      '--secret-key-file',
      join(folder, 'none'),
      '--webhook-secret-file',
      join(folder, 'none'),
    );
    expect(missing).toMatchObject({ code: 2, error: { param: 'secret_key_file' } });
    const nobody = 'http://127.0.0.1:1';
    const silent = await connect(store, { address: nobody }, commandLineAt(nobody));
    expect(silent).toMatchObject({ error: { code: 'unavailable' } });
    for (const slug of [store, live]) {
      expect((await cli.json('payments', 'show', '--store', slug)).data.state).toBe('not_connected');
    }
  });

  const liveKeys = () => ({ secret: stripe.standIn.live.secretKey, publishable: stripe.standIn.live.publishableKey });

  test('keeps the keys while pre-orders need them, and refuses another account until then', async () => {
    await stripe.buy();
    const store = await slugOf(stripe.store.storeId);
    const other = await stripe.standIn.stripe.act('accounts', {});
    const foreign = { secret: String(other.test_secret), publishable: String(other.test_publishable) };
    expect(await connect(store, foreign)).toMatchObject({
      code: 1,
      error: { code: 'payment_account_differs', message: expect.stringContaining('another test store') },
    });
    const ended = await cli.json('payments', 'disconnect', '--store', store);
    expect(ended).toMatchObject({ code: 0, data: { forgotten: false } });
    expect((await cli.json('payments', 'show', '--store', store)).data.state).toBe('disconnected');
    expect((await connect(store, { hook: stripe.keys.webhookSecret })).data.state).toBe('works');
  });

  test('seals the account’s secrets with the key of the installation', async () => {
    const { db, deps } = stripe.system;
    const account = (rows: { table: string }[]) => rows.find(({ table }) => table === 'payment_account');
    expect(account(await countSealed(db, deps.secrets))).toMatchObject({ previous: 0, unreadable: 0 });
    expect(account(await resealAll(db, deps.secrets))).toMatchObject({ unreadable: 0 });
    const [row] = await db.query<{ text: string }>(
      "SELECT encode(sealed, 'escape') || publishable_key AS text FROM payment_account LIMIT 1",
    );
    expect(row?.text).not.toMatch(/sk_test_|whsec_/);
  });
});

test('opens the waitlists of a live store once its account is connected', async () => {
  const { db, deps } = stripe.system;
  const storeId = await createTestStore(db, { mode: 'live', origins: ['https://shop.example'] });
  const product = await createTestProduct(db, storeId, { prices: [12_900] });
  const waitlistId = await createTestWaitlist(db, { storeId, product });
  const open = () => changeWaitlistState(deps, { storeId, waitlistId }, 'open');
  await expect(open()).rejects.toMatchObject({ code: 'payment_not_configured' });
  // A live store connects to Stripe's own address alone, which tests cannot reach. So this writes the row that
  // connecting writes.
  const secretKey = stripe.standIn.live.secretKey;
  const sealed = deps.secrets.seal(JSON.stringify({ secretKey, webhookSecret: WEBHOOK_SECRET }));
  await db.query(
    `INSERT INTO payment_account (store_id, provider, hook_id, publishable_key, sealed) VALUES ($1, 'stripe', $1, $2, $3)`,
    [storeId, stripe.standIn.live.publishableKey, sealed],
  );
  await open();
  const { publicKey } = await readStore(db, storeId);
  const page = await fetch(`${stripe.system.baseUrl}/frames/1/checkout?key=${publicKey}&product=${product.externalId}`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain('https://js.stripe.com');
  expect(policy).toContain("connect-src 'self' https://api.stripe.com");
  expect(policy).toContain('frame-ancestors https://shop.example');
  const text = await page.text();
  expect(text).toContain('https://js.stripe.com/endive/stripe.js');
  expect(text).not.toContain(secretKey);
});

test('converts amounts to Stripe’s units, and refuses amounts that Stripe does not take', async () => {
  const accounts = createStripeAccounts({ returnUrl: 'http://127.0.0.1:4000', standIns: openedStandIns });
  const keys = { ...stripe.keys };
  const fault = (currency: string) => accounts.faultOf(keys, { mode: 'test', currency })?.param ?? null;
  expect(['EUR', 'USD', 'JPY', 'ISK', 'UGX', 'HUF'].map(fault)).toEqual([null, null, null, null, null, null]);
  expect(['KWD', 'BHD'].map(fault)).toEqual(['store', 'store']);
  expect(accounts.checkoutScript(keys, 'ISK').amountScale).toBe(100);
  const request = (currency: string, amount: number) => ({
    storeId: stripe.store.storeId,
    attemptId: crypto.randomUUID(),
    intent: 'pay' as const,
    amount,
    currency,
  });
  const provider = accounts.provider(keys, async () => {});
  for (const [currency, amount, inStripesUnits] of [
    ['JPY', 500, 500],
    ['ISK', 500, 50_000],
    ['EUR', 500, 500],
    ['KWD', 5_120, 5_120],
  ] as const) {
    const made = await provider.create(request(currency, amount));
    expect(made).toMatchObject({ amount, currency });
    const call = { key: keys.secretKey, method: 'GET', path: `/v1/payment_intents/${made.ref}` } as const;
    expect(JSON.parse((await callStripe(stripe.standIn.stripe.url, call)).text).amount).toBe(inStripesUnits);
  }
  for (const [currency, amount] of [
    ['KWD', 5_121],
    ['EUR', 1],
    ['EUR', 100_000_000_000],
  ] as const) {
    await expect(provider.create(request(currency, amount))).rejects.toMatchObject({ kind: 'refused' });
  }
});

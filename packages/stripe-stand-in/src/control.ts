import { randomBytes } from 'node:crypto';
import { type Context, find, newId, type Owner } from './books.ts';
import { secondsOf } from './calls.ts';
import type { Books, Sql } from './database.ts';
import { closeDispute, createDispute } from './disputes.ts';
import { FAULTS } from './faults.ts';
import { parseForm } from './form.ts';
import { type Outcome, SILENCE } from './intents.ts';
import { type JsonObject, numberOf, textOf } from './json.ts';
import { type Parameters, readParameters } from './parameters.ts';
import { cancelPayment, capturePayment } from './payment-intents.ts';
import { createRefund, failDueRefunds } from './refunds.ts';
import { RESTRICTIONS } from './restrictions.ts';
import { cancelSetup } from './setup-intents.ts';
import { missingObject, StripeRefusal } from './stripe-error.ts';
import { setWallets, WALLETS } from './wallets.ts';

/** An act of the account's owner, as at Stripe's dashboard, or an order to fail. */
export type Act = { takes: Parameters; run(db: Books, given: JsonObject): Promise<JsonObject> };

// One event, or `*` for all: Stripe has no other wildcard.
const EVENT = /^(\*|[a-z_]+(\.[a-z_]+)+)$/;

const OWNER: Parameters = { account: { is: 'text', required: true }, livemode: { is: 'boolean' } };

const BY_HAND: Parameters = {
  ...OWNER,
  payment_intent: { is: 'text', required: true },
  amount: { is: 'integer', min: 1 },
};

const ownerOf = (given: JsonObject): Owner => ({
  accountId: textOf(given.account),
  livemode: given.livemode === true,
});

const ACTS: Readonly<Record<string, Act>> = {
  /** Opens an account with keys for test and live mode; returns those of an account that exists. */
  accounts: {
    takes: { id: { is: 'text', like: /^acct_\w+$/ } },
    run: (db, given) =>
      db.transaction(async (tx) => {
        const id = given.id === undefined ? newId('acct') : textOf(given.id);
        const made = await tx.query(
          'INSERT INTO fake_stripe.account (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1',
          [id],
        );
        if (made.length > 0) {
          for (const livemode of [false, true]) {
            for (const kind of ['secret', 'publishable']) await addKey(tx, { accountId: id, livemode }, { kind });
          }
        }
        return { id, ...(await readKeys(tx, id)) };
      }),
  },
  /** Makes a restricted key. */
  keys: {
    takes: { ...OWNER, permissions: { is: 'list', of: { is: 'text' } } },
    async run(db, given) {
      const permissions = Array.isArray(given.permissions) ? given.permissions.map(textOf) : [];
      return { key: await addKey(db, ownerOf(given), { kind: 'restricted', permissions }) };
    },
  },
  /** Revokes a key, or with `revoked=false` makes it valid again. */
  revoke: {
    takes: { key: { is: 'text', required: true }, revoked: { is: 'boolean' } },
    async run(db, given) {
      const revoked = given.revoked !== false;
      await db.query('UPDATE fake_stripe.api_key SET revoked = $2 WHERE key = $1', [textOf(given.key), revoked]);
      return { revoked };
    },
  },
  /** Restricts the account: calls that the restriction concerns get `code`. Without a code it lifts the restriction. */
  restrict: {
    takes: { ...OWNER, code: { is: 'one of', values: RESTRICTIONS } },
    async run(db, given) {
      const code = given.code === undefined ? null : textOf(given.code);
      await db.query('UPDATE fake_stripe.account SET refuses = $2 WHERE id = $1', [textOf(given.account), code]);
      return { refuses: code };
    },
  },
  /** Says which wallets the account's checkouts offer, and which test card they choose first. Without `offered`: none. */
  wallets: {
    takes: {
      account: { is: 'text', required: true },
      offered: { is: 'list', of: { is: 'one of', values: WALLETS } },
      card: { is: 'text', like: /^\d{16}$/ },
    },
    run: (db, given) => setWallets(db, given),
  },
  /** Adds a webhook endpoint, with delays and repetition. With `only`, moves the account's existing endpoint to `url`. */
  webhook_endpoints: {
    takes: {
      ...OWNER,
      url: { is: 'text', max: 2048, like: /^https?:\/\//, required: true },
      late_ms: { is: 'integer', min: 0, max: 600_000 },
      twice_percent: { is: 'integer', min: 0, max: 100 },
      seed: { is: 'integer', min: 0 },
      only: { is: 'boolean' },
      enabled_events: { is: 'list', of: { is: 'text', like: EVENT } },
    },
    async run(db, given) {
      const { accountId, livemode } = ownerOf(given);
      const events = Array.isArray(given.enabled_events) ? given.enabled_events.map(textOf) : ['*'];
      const [moved] =
        given.only === true ? await moveEndpoint(db, ownerOf(given), { url: textOf(given.url), events }) : [];
      if (moved) return moved;
      const [id, secret] = [newId('we'), `whsec_${randomBytes(24).toString('hex')}`];
      await db.query(
        `INSERT INTO fake_stripe.webhook_endpoint
           (account_id, livemode, id, url, secret, seed, late_ms, twice, enabled_events)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          accountId,
          livemode,
          id,
          textOf(given.url),
          secret,
          numberOf(given.seed),
          numberOf(given.late_ms),
          numberOf(given.twice_percent) / 100,
          events,
        ],
      );
      return { id, secret };
    },
  },
  /** Makes the next calls that match fail. */
  faults: {
    takes: {
      ...OWNER,
      kind: { is: 'one of', values: FAULTS, required: true },
      method: { is: 'one of', values: ['GET', 'POST', 'DELETE'] },
      path: { is: 'text', like: /^\/v1\// },
      skip: { is: 'integer', min: 0 },
      times: { is: 'integer', min: 1 },
    },
    async run(db, given) {
      const { method = null, path = null, skip = 0, times = 1 } = given;
      await db.query(
        'INSERT INTO fake_stripe.fault (account_id, kind, method, path, skip, times) VALUES ($1, $2, $3, $4, $5, $6)',
        [textOf(given.account), textOf(given.kind), method, path, skip, times],
      );
      return {};
    },
  },
  /** `capture`, `cancel` and `refund` do what the merchant does by hand at the dashboard; `amount` is for a part. */
  capture: {
    takes: BY_HAND,
    run: (db, given) =>
      inTransaction(db, ownerOf(given), async (context) => {
        const amount = given.amount === undefined ? {} : { amount_to_capture: given.amount };
        return madeOf(await capturePayment(context, amount, textOf(given.payment_intent)));
      }),
  },
  cancel: {
    takes: { ...OWNER, payment_intent: { is: 'text' }, setup_intent: { is: 'text' } },
    run: (db, given) =>
      inTransaction(db, ownerOf(given), async (context) => {
        const by = { cancellation_reason: 'requested_by_customer' };
        if (given.setup_intent !== undefined) return madeOf(await cancelSetup(context, by, textOf(given.setup_intent)));
        return madeOf(await cancelPayment(context, by, textOf(given.payment_intent)));
      }),
  },
  refund: {
    takes: BY_HAND,
    run: (db, { payment_intent, amount, ...owner }) =>
      inTransaction(db, ownerOf(owner), (context) => {
        const part = amount === undefined ? {} : { amount };
        return createRefund(context, {
          payment_intent: payment_intent ?? null,
          ...part,
          reason: 'requested_by_customer',
        });
      }),
  },
  /** Opens a dispute, as when a shopper tells their bank that they did not want a payment. */
  disputes: {
    takes: { ...OWNER, payment_intent: { is: 'text', required: true } },
    run: (db, given) =>
      inTransaction(db, ownerOf(given), async (context) => {
        const id = textOf(given.payment_intent);
        const intent = await find(context, 'payment_intent', id);
        if (!intent) throw missingObject('payment_intent', id, 'payment_intent');
        return createDispute(context, textOf(intent.data.latest_charge), 'fraudulent');
      }),
  },
  close_dispute: {
    takes: {
      ...OWNER,
      dispute: { is: 'text', required: true },
      status: { is: 'one of', values: ['won', 'lost'], required: true },
    },
    run: (db, given) =>
      inTransaction(db, ownerOf(given), (context) =>
        closeDispute(context, textOf(given.dispute), given.status === 'won' ? 'won' : 'lost'),
      ),
  },
  /** Makes refunds fail to cards whose bank accepts none. Stripe reports such failures days later. */
  fail_refunds: {
    takes: OWNER,
    run: (db, given) =>
      inTransaction(db, ownerOf(given), async (context) => ({ failed: await failDueRefunds(context) })),
  },
};

/** Runs an act with its parameters as a form. */
export async function runAct(db: Books, name: string, form: string): Promise<JsonObject> {
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  const given = parseForm(form);
  if (!act || !given) {
    throw new StripeRefusal(404, { type: 'invalid_request_error', message: 'There is no such act.' }, false);
  }
  return act.run(db, readParameters(act.takes, given));
}

export function inTransaction<T>(db: Books, owner: Owner, work: (context: Context) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => work({ tx, owner, now: await secondsOf(db, tx) }));
}

/** Returns the object of an outcome. A person at the dashboard sees a result even where the API does not answer. */
function madeOf(outcome: Outcome): JsonObject {
  if (outcome instanceof StripeRefusal) throw outcome;
  return outcome === SILENCE ? {} : outcome;
}

const PREFIXES: Record<string, string> = { secret: 'sk', restricted: 'rk', publishable: 'pk' };

async function addKey(
  db: Sql,
  { accountId, livemode }: Owner,
  { kind, permissions = [] }: { kind: string; permissions?: string[] },
): Promise<string> {
  const key = `${PREFIXES[kind]}_${livemode ? 'live' : 'test'}_${randomBytes(18).toString('hex')}`;
  await db.query(
    'INSERT INTO fake_stripe.api_key (key, account_id, livemode, kind, permissions) VALUES ($1, $2, $3, $4, $5)',
    [key, accountId, livemode, kind, permissions],
  );
  return key;
}

type EndpointSettings = { url: string; events: string[] };

function moveEndpoint(
  db: Sql,
  { accountId, livemode }: Owner,
  { url, events }: EndpointSettings,
): Promise<JsonObject[]> {
  return db.query<JsonObject>(
    `UPDATE fake_stripe.webhook_endpoint SET url = $3, enabled_events = $4 WHERE account_id = $1 AND livemode = $2
     RETURNING id, secret`,
    [accountId, livemode, url, events],
  );
}

async function readKeys(db: Sql, accountId: string): Promise<JsonObject> {
  const rows = await db.query<{ name: string; key: string }>(
    `SELECT CASE WHEN livemode THEN 'live_' ELSE 'test_' END || kind AS name, key FROM fake_stripe.api_key
     WHERE account_id = $1 AND kind <> 'restricted'`,
    [accountId],
  );
  return Object.fromEntries(rows.map(({ name, key }) => [name, key]));
}

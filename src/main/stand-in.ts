import { isDeepStrictEqual } from 'node:util';
import {
  type Books,
  type JsonObject,
  type PageTexts,
  runAct,
  type ScriptName,
  startStripeStandIn,
} from '../../packages/stripe-stand-in/src/index.ts';
import { connectAccount, disconnectAccount, hookOf } from '../core/accounts/commands/connect.ts';
import { listAccountsElsewhere } from '../core/accounts/queries.ts';
import type { Deps } from '../core/deps.ts';
import { formatMoney } from '../domain/money.ts';
import type { AccountKeys } from '../integrations/payments/port.ts';
import { fromStripeAmount } from '../integrations/payments/stripe/amounts.ts';
import { STRIPE_EVENTS } from '../integrations/payments/stripe/events.ts';
import { readerLocale, textDirection, translate } from '../messages/catalogue.ts';
import { buildBrowser } from '../platform/browser-build.ts';
import type { Database } from '../platform/db.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { Config } from './config.ts';
import { listenError } from './listening.ts';

/** The stand-in for Stripe of this installation. Test stores without a connected account pay there. */
export type StandIn = {
  /** Returns the keys of the store's account, which is opened on first use. Its webhooks go to this process. */
  keysOf(storeId: string): Promise<AccountKeys>;
};

type Running = { log: Log; lifetime: Lifetime };

/** Starts the stand-in. Returns null if `config` has no port for it. */
export async function startStandIn(config: Config, db: Database, { log, lifetime }: Running): Promise<StandIn | null> {
  const { host, baseUrl, stripePort: port } = config;
  if (port === undefined) return null;
  // In a container the service listens on all addresses, so that published ports reach it; the stand-in must do the same.
  const everywhere = host === '0.0.0.0' || host === '::';
  const stripe = await startStripeStandIn({
    books: booksOf(db),
    log,
    port,
    texts: pageTexts,
    scripts: pageScripts,
    about: ABOUT,
    ...(everywhere && { host }),
  }).catch((error: unknown) => {
    throw listenError(error, { host: '127.0.0.1', port, variable: 'STRIPE_PORT' });
  });
  lifetime.onStop(() => stripe.stop());
  return { keysOf: (storeId) => openAccount(db, { storeId, baseUrl, address: stripe.url }) };
}

// For the page at its address, which `npm start` prints.
const ABOUT = `<p>Test stores of this installation pay here, as live ones pay at Stripe. No money moves.</p>
<p>There is nothing to set up: the checkout’s card form hands out test cards. What each of them does, and how to make this one
fail, is in <code>docs/guides/stripe.md</code>.</p>`;

/** Returns the installation's database as the stand-in's books: its migrations create the tables, and its clock moves in tests. */
export const booksOf = (db: Database): Books => ({ ...db, now: 'app_now()' });

type Opening = { storeId: string; baseUrl: string; address: string | null };

/** Opens the store's account, or returns the existing one. */
async function openAccount(db: Database, { storeId, baseUrl, address }: Opening): Promise<AccountKeys> {
  const account = `acct_${storeId.replaceAll('-', '')}`;
  const keys = await runAct(booksOf(db), 'accounts', `id=${account}`);
  const url = `${baseUrl}/webhooks/stripe/${hookOf(storeId)}`;
  const events = STRIPE_EVENTS.map((type, at): [string, string] => [`enabled_events[${at}]`, type]);
  const form = new URLSearchParams([['account', account], ['url', url], ['only', 'true'], ...events]);
  const endpoint = await runAct(booksOf(db), 'webhook_endpoints', `${form}`);
  return {
    secretKey: textIn(keys, 'test_secret'),
    publishableKey: textIn(keys, 'test_publishable'),
    webhookSecret: textIn(endpoint, 'secret'),
    address,
    callsPerSecond: null,
  };
}

function textIn(answer: JsonObject, name: string): string {
  const text = answer[name];
  if (typeof text !== 'string') throw new Error(`the stand-in for Stripe answered without ${name}`);
  return text;
}

/**
 * Updates the accounts at the stand-in to its address since this start. If the stand-in no longer runs, disconnects them: their
 * stores pay at the test provider, and payments of the accounts wait until it runs again.
 */
export async function followStandIn(deps: Deps, standIn: StandIn | null): Promise<void> {
  const { db, baseUrl, log } = deps;
  for (const { storeId, keys, closedAt } of await listAccountsElsewhere(deps)) {
    const own = standIn ? await standIn.keysOf(storeId) : await openAccount(db, { storeId, baseUrl, address: null });
    if (own.publishableKey !== keys.publishableKey) continue; // the account is at the stand-in of another installation
    try {
      if (!standIn) await disconnectAccount(deps, storeId);
      else if (closedAt !== null || !isDeepStrictEqual(own, { ...keys, callsPerSecond: null }))
        await connectAccount(deps, storeId, own);
    } catch (error) {
      log.error({ err: error, store: storeId }, 'the account of a test store did not follow the stand-in for Stripe');
    }
  }
}

/** Returns a script of the stand-in's pages, built like ours. */
export async function pageScripts(name: ScriptName): Promise<string> {
  const { standIn } = await buildBrowser();
  return standIn(name);
}

/** Returns the texts of the stand-in's pages, which are those of our checkout. */
export function pageTexts(locale: string): PageTexts {
  const language = readerLocale(locale);
  return {
    language,
    direction: textDirection(language),
    say: (text, values) => translate(language, `checkout.${text}`, values),
    money(amount, currency) {
      const code = currency.toUpperCase();
      return formatMoney(fromStripeAmount(amount, code), code, language);
    },
  };
}

import { isDeepStrictEqual } from 'node:util';
import { connectAccount, disconnectAccount, hookOf } from '../core/accounts/commands/connect.ts';
import { listAccountsElsewhere } from '../core/accounts/queries.ts';
import type { Deps } from '../core/deps.ts';
import { runAct } from '../integrations/payments/fake-stripe/control.ts';
import { textOf } from '../integrations/payments/fake-stripe/json.ts';
import type { PageTexts } from '../integrations/payments/fake-stripe/page.ts';
import { startFakeStripe } from '../integrations/payments/fake-stripe/server.ts';
import type { AccountKeys } from '../integrations/payments/port.ts';
import { STRIPE_EVENTS } from '../integrations/payments/stripe/events.ts';
import { readerLocale, textDirection, translate } from '../messages/catalogue.ts';
import type { Database } from '../platform/db.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { Config } from './config.ts';
import { listenError } from './serving.ts';

/** Where test stores pay whose merchants have connected no account: the stand-in for Stripe of this installation. */
export type StandIn = {
  /** The account that this store has there, opened the first time it is asked for. Its webhooks go to this process. */
  keysOf(storeId: string): Promise<AccountKeys>;
};

type Running = { log: Log; lifetime: Lifetime };

/** Null: `config` wants none. */
export async function startStandIn(config: Config, db: Database, { log, lifetime }: Running): Promise<StandIn | null> {
  const { host, baseUrl, stripePort: port } = config;
  if (port === undefined) return null;
  // Its address is one of this machine, and where the service listens everywhere, so does it: a container's door is there.
  const everywhere = host === '0.0.0.0' || host === '::';
  const stripe = await startFakeStripe({
    ...{ db, log, port, texts: pageTexts },
    ...(everywhere && { host }),
  }).catch((error: unknown) => {
    throw listenError(error, { host: '127.0.0.1', port, variable: 'STRIPE_PORT' });
  });
  lifetime.onStop(() => stripe.stop());
  return { keysOf: (storeId) => openAccount(db, { storeId, baseUrl, address: stripe.url }) };
}

type Opening = { storeId: string; baseUrl: string; address: string | null };

/** The same for the same store, whenever it is asked. */
async function openAccount(db: Database, { storeId, baseUrl, address }: Opening): Promise<AccountKeys> {
  const account = `acct_${storeId.replaceAll('-', '')}`;
  const keys = await runAct(db, 'accounts', `id=${account}`);
  const url = `${baseUrl}/webhooks/stripe/${hookOf(storeId)}`;
  const events = STRIPE_EVENTS.map((type, at): [string, string] => [`enabled_events[${at}]`, type]);
  const form = new URLSearchParams([['account', account], ['url', url], ['only', 'true'], ...events]);
  const endpoint = await runAct(db, 'webhook_endpoints', `${form}`);
  return {
    secretKey: textOf(keys.test_secret),
    publishableKey: textOf(keys.test_publishable),
    webhookSecret: textOf(endpoint.secret),
    address,
    callsPerSecond: null,
  };
}

/**
 * Accounts at the stand-in follow it to where it answers since this start. Where it does not run any more they are
 * disconnected, and their stores pay at the test provider; what hangs on them waits until it runs again.
 */
export async function followStandIn(deps: Deps, standIn: StandIn | null): Promise<void> {
  const { db, baseUrl, log } = deps;
  for (const { storeId, keys, closedAt } of await listAccountsElsewhere(deps)) {
    const own = standIn ? await standIn.keysOf(storeId) : await openAccount(db, { storeId, baseUrl, address: null });
    if (own.publishableKey !== keys.publishableKey) continue; // somebody else's stand-in
    try {
      if (!standIn) await disconnectAccount(deps, storeId);
      else if (closedAt !== null || !isDeepStrictEqual(own, { ...keys, callsPerSecond: null }))
        await connectAccount(deps, storeId, own);
    } catch (error) {
      log.error({ err: error, store: storeId }, 'the account of a test store did not follow the stand-in for Stripe');
    }
  }
}

/** What the stand-in's pages say, in the words of our own checkout. */
export function pageTexts(locale: string): PageTexts {
  const language = readerLocale(locale);
  return {
    language,
    direction: textDirection(language),
    say: (text, values) => translate(language, `checkout.${text}`, values),
  };
}

import { join } from 'node:path';
import { holdHandler } from '../core/checkouts/commands/hold.ts';
import { createShelfAsker } from '../core/connections/commands/ask-shelf.ts';
import { ordersByConnection } from '../core/connections/commands/store-orders.ts';
import { SLOTS } from '../core/jobs/worker.ts';
import { createMailRecorder } from '../core/mails/commands/record.ts';
import { createMeasureCounter } from '../core/measures/counter.ts';
import { createSightingTracker } from '../core/measures/sightings.ts';
import { type OutboxDispatcher, startOutboxDispatcher } from '../core/outbox/dispatcher.ts';
import type { OutboxFollower } from '../core/outbox/row.ts';
import { placeHandler } from '../core/preorders/commands/place.ts';
import { followOrders } from '../core/releases/commands/follow.ts';
import { logSales } from '../core/stock/sale-log.ts';
import { createSaleQueue } from '../core/stock/sale-queue.ts';
import { recordFacts } from '../core/webhooks/commands/record.ts';
import { createAddressSearches } from '../integrations/addresses/choose.ts';
import { createPlatforms } from '../integrations/commerce/choose.ts';
import { createFileCommerce } from '../integrations/commerce/files.ts';
import { createFileMail } from '../integrations/mail/files.ts';
import { createSmtpMail } from '../integrations/mail/smtp.ts';
import { watchMails } from '../integrations/mail/watched.ts';
import { createBreachedPasswords } from '../integrations/passwords/range.ts';
import { createStripeAccounts } from '../integrations/payments/stripe/accounts.ts';
import { merchantTable } from '../integrations/tax/merchant-table.ts';
import { sharedTurns } from '../platform/call-turns.ts';
import { systemClock } from '../platform/clock.ts';
import { prepareDataDir } from '../platform/data-dir.ts';
import type { Database } from '../platform/db.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createOutgoingHttp } from '../platform/outgoing-http.ts';
import { createRemotePictures } from '../platform/remote-pictures.ts';
import type { Traces } from '../platform/traces.ts';
import { createAnswerCache } from '../surfaces/answer-cache.ts';
import type { Deps } from '../surfaces/deps.ts';
import { createGuessLimits, createRequestLimits } from '../surfaces/limits.ts';
import { traceSales } from '../surfaces/operator/spans.ts';
import { watchWebhooks } from '../surfaces/operator/watched-webhooks.ts';
import type { Config } from './config.ts';
import { connectLookups } from './database.ts';
import { observersOf } from './observers.ts';
import { paymentProviders } from './payments.ts';
import { scratchDatabases } from './scratch.ts';
import { openSecretBox } from './secret-box.ts';
import type { StandIn } from './stand-in.ts';
import { writers } from './writers.ts';

export type ComposeOptions = {
  log: Log;
  lifetime: Lifetime;
  standIn?: StandIn | null;
  /** The addresses of stand-ins that accounts may have, instead of the one of the settings. */
  standIns?: ReadonlySet<string>;
  metrics?: Metrics | null;
  traces?: Traces | null;
};

const standInsOf = ({ stripeStandIn }: Config) => new Set(stripeStandIn === undefined ? [] : [stripeStandIn]);

/** Builds the dependencies of core and surfaces. `lifetime` stops the running ones in order. */
export async function compose(config: Config, db: Database, options: ComposeOptions): Promise<Deps> {
  const { log, lifetime, standIn = null, standIns = standInsOf(config), metrics = null, traces = null } = options;
  const { connections, sessionName: name } = config;
  const lookups = connectLookups(db, { log, name, poolConnectionsMax: connections.lookups, traces }, lifetime);
  const outbox = untraced(startOutboxDispatcher(lookups, log, followFacts(config.mailFrom)), traces);
  lifetime.onStop(() => outbox.stop());
  const connect = () => db.connect({ direct: true, pipeline: true });
  const { watchCalls, watchPaymentCalls, onBatch } = observersOf({ log, metrics, traces });
  const sales = createSaleQueue(connect, { hold: holdHandler, place: placeHandler }, onBatch);
  lifetime.onStop(() => sales.stop());
  const measures = createMeasureCounter(db, log);
  lifetime.onStop(() => measures.stop());
  const sightings = createSightingTracker(db, log);
  lifetime.onStop(() => sightings.stop());
  const secrets = await openSecretBox(config);
  const takeTurns = sharedTurns(lookups);
  const stripe = createStripeAccounts({ returnUrl: config.baseUrl, standIns, takeTurns });
  const outgoing = watchWebhooks(createOutgoingHttp({ privateTargets: config.webhookPrivateTargets }), watchCalls);
  const platforms = createPlatforms({ outgoing, takeTurns, watch: watchCalls, shopifyApp: shopifyApp(config) });
  const deps = {
    db,
    lookups,
    log,
    clock: systemClock,
    secrets,
    baseUrl: config.baseUrl,
    portalUrl: config.portalUrl,
    ...paymentProviders({ db, lookups, outbox, secrets, standIn, accounts: stripe, watch: watchPaymentCalls }),
    tax: merchantTable,
    commerce: ordersByConnection({ db, secrets, platforms }, createFileCommerce(orderFolder(config.dataDir))),
    platforms,
    mail: watchMails(await mailTransport(config, lifetime), watchCalls),
    mailFrom: config.mailFrom,
    ...writers,
    answers: createAnswerCache(),
    limits: createRequestLimits(),
    guesses: createGuessLimits({ db, secrets }),
    sales: traces ? traceSales(logSales(sales, log), traces) : logSales(sales, log),
    outbox,
    outgoing,
    pictures: createRemotePictures(outgoing, { ownSite: demoSite(config) }),
    addresses: createAddressSearches(outgoing),
    // The operator names the address, which may be a copy of the list in their own network.
    breachedPasswords: createBreachedPasswords(config.breachedPasswordsUrl, {
      http: createOutgoingHttp({ privateTargets: true }),
      log,
    }),
    measures,
    sightings,
  };
  const all = { ...deps, askShelf: createShelfAsker(deps) };
  return { ...all, scratch: scratchDatabases(all, config.rehearsalDatabaseUrl) };
}

function shopifyApp({ shopifyApp: own }: Config) {
  if (!own) return undefined;
  const { adminUrl, ...app } = own;
  return { ...app, ...(adminUrl && { originOf: () => adminUrl }) };
}

/** Returns the follower of outbox rows. It records mails to shoppers, webhooks, and orders for the merchants' systems. */
export function followFacts(mailFrom: string): OutboxFollower {
  const recordMails = createMailRecorder(mailFrom);
  return async (tx, rows) => {
    const mails = await recordMails(tx, rows);
    await recordFacts(tx, rows);
    return [...mails, ...(await followOrders(tx, rows))];
  };
}

/** The dispatcher works for all requests at once, so its timers must not belong to the one that wakes it. */
function untraced(outbox: OutboxDispatcher, traces: Traces | null): OutboxDispatcher {
  return traces ? { ...outbox, wake: () => traces.outside(() => outbox.wake()) } : outbox;
}

const demoSite = ({ demoPort }: Config) => (demoPort === undefined ? undefined : `http://localhost:${demoPort}`);

async function mailTransport(config: Config, lifetime: Lifetime): Promise<Deps['mail']> {
  if (config.smtpUrl === undefined) return createFileMail(mailFolder(await prepareDataDir(config.dataDir)));
  const smtp = createSmtpMail(config.smtpUrl, { connectionsMax: config.mailConnections + SLOTS.links });
  lifetime.onStop(async () => smtp.close());
  return smtp;
}

/** The folder of mails when no mail server is set. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail');

/** The folder of orders of stores whose own system is not connected. */
const orderFolder = (dataDir: string): string => join(dataDir, 'orders');

import { randomUUID } from 'node:crypto';
import type { connectAccount } from '../../src/core/accounts/commands/connect.ts';
import { readAccount } from '../../src/core/accounts/queries.ts';
import { migrate } from '../../src/core/migrate.ts';
import { STRIPE_EVENTS } from '../../src/integrations/payments/stripe/events.ts';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import type { Core } from '../support/core.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { callStripe, openStripe, STRIPE_CARDS } from '../support/stripe.ts';
import { openWire, through, type Wire } from './wire.ts';

/** The stand-in for Stripe with books in a PostgreSQL of its own: it answers while the service's database is away. */
export type Bank = {
  /** Where the service reaches it, and may: the setting `STRIPE_STAND_IN` of its processes. */
  address: string;
  /** The way from the service to it, which can be struck. */
  way: Wire;
  /** Its books, the schema `fake_stripe`. */
  books: Database;
  /** Has the store paid through the bank's account, and `service` told what happens there. */
  connect(core: Core, to: Connecting): Promise<void>;
  /** What the card form makes of a good card. */
  cardToken(): Promise<string>;
  stop(): Promise<void>;
};

type Connecting = { storeId: string; service: string; connectAccount: typeof connectAccount };

export async function openBank(): Promise<Bank> {
  const server = await ownPostgres();
  const books = openDatabase({ url: server.url, poolConnectionsMax: 8 });
  await migrate(books);
  const { stripe, account, keys, stop } = await openStripe(books);
  const way = await openWire(() => Number(new URL(stripe.url).port));
  const address = through(stripe.url, way);
  return {
    address,
    books,
    way,
    async connect(core, { storeId, service, connectAccount: connectTo }) {
      const connect = (webhookSecret: string) => connectTo(core, storeId, { ...keys, address, webhookSecret });
      await connect(`whsec_${randomUUID().replaceAll('-', '')}`);
      const made = await readAccount(core.db, storeId);
      const endpoint = await stripe.act('webhook_endpoints', {
        account,
        url: `${service}/webhooks/stripe/${made?.hookId}`,
        ...Object.fromEntries(STRIPE_EVENTS.map((type, at) => [`enabled_events[${at}]`, type])),
      });
      await connect(String(endpoint.secret));
    },
    async cardToken() {
      const path = '/v1/test_helpers/confirmation_tokens';
      const form = `payment_method=${STRIPE_CARDS.good}`;
      const answer = await callStripe(stripe.url, { key: keys.secretKey, path, form });
      return String(JSON.parse(answer.text).id);
    },
    async stop() {
      await way.stop();
      await stop();
      await books.close();
      await server.remove();
    },
  };
}

import { randomUUID } from 'node:crypto';
import { holdHandler } from '../../src/core/checkouts/commands/hold.ts';
import { createShelfAsker } from '../../src/core/connections/commands/ask-shelf.ts';
import { createMeasureCounter } from '../../src/core/measures/counter.ts';
import { createSightingTracker } from '../../src/core/measures/sightings.ts';
import { storeProviderEvent } from '../../src/core/payments/commands/store-event.ts';
import { placeHandler } from '../../src/core/preorders/commands/place.ts';
import { createSaleQueue } from '../../src/core/stock/sale-queue.ts';
import { createStore } from '../../src/core/stores/commands.ts';
import { createWaitlist } from '../../src/core/waitlists/commands/create.ts';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import type { PlanChange } from '../../src/domain/payment-plan.ts';
import { createAddressSearches } from '../../src/integrations/addresses/choose.ts';
import { createPlatforms } from '../../src/integrations/commerce/choose.ts';
import { noBreachedPasswords } from '../../src/integrations/passwords/range.ts';
import { paidElsewhere } from '../../src/integrations/payments/elsewhere.ts';
import type { PaymentProvider } from '../../src/integrations/payments/port.ts';
import { createStripeAccounts } from '../../src/integrations/payments/stripe/accounts.ts';
import { createTestProvider, type TestProvider } from '../../src/integrations/payments/test-provider.ts';
import { merchantTable } from '../../src/integrations/tax/merchant-table.ts';
import { scratchDatabases } from '../../src/main/scratch.ts';
import { writers } from '../../src/main/writers.ts';
import type { TakeTurns } from '../../src/platform/call-turns.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createSecretBox } from '../../src/platform/crypto.ts';
import type { Database } from '../../src/platform/db.ts';
import { createLog } from '../../src/platform/log.ts';
import { createOutgoingHttp } from '../../src/platform/outgoing-http.ts';
import { createRemotePictures } from '../../src/platform/remote-pictures.ts';
import { watchedBy } from '../../src/platform/watch-call.ts';
import type { CheckoutRequest } from '../../src/protocol/schema/frame-api.ts';
import { createAnswerCache } from '../../src/surfaces/answer-cache.ts';
import type { Deps } from '../../src/surfaces/deps.ts';
import { createGuessLimits, createRequestLimits } from '../../src/surfaces/limits.ts';
import { TEST_SECRET_KEY } from './merchant.ts';
import { openedStandIns } from './opened-stand-ins.ts';

/** The real core over one database, without HTTP, for tests of stock and money that control every step. */
export type Core = Deps & { stop(): Promise<void> };

/** The pace of calls has tests of its own. */
const unpaced: TakeTurns = async () => 0;

/** Creates a core. `wrap` wraps the test provider, for example to lose its answers. */
export function createCore(
  db: Database,
  wrap: (provider: PaymentProvider) => PaymentProvider = (p) => p,
  lookups = db,
): Core & { testProvider: TestProvider } {
  const outbox = { wake: () => {}, stop: async () => {} }; // tests dispatch explicitly or not at all
  const onChange = (event: { id: string; storeId: string; attemptId: string }) =>
    storeProviderEvent({ db: lookups, outbox }, { provider: 'test', ...event });
  const testProvider = createTestProvider({ db: lookups, onChange });
  const provider = wrap(testProvider);
  const sales = createSaleQueue(() => db.connect({ pipeline: true }), { hold: holdHandler, place: placeHandler });
  const log = createLog('silent');
  const secrets = createSecretBox(TEST_SECRET_KEY);
  const measures = createMeasureCounter(db, log);
  const sightings = createSightingTracker(db, log);
  const outgoing = createOutgoingHttp({ privateTargets: true });
  const deps: Omit<Deps, 'scratch' | 'askShelf'> & { testProvider: TestProvider } = {
    db,
    lookups,
    sales,
    measures,
    sightings,
    outbox,
    clock: systemClock,
    log,
    secrets,
    baseUrl: 'http://127.0.0.1:4000',
    portalUrl: 'http://localhost:4004',
    payments: (name) => (name === paidElsewhere.name ? paidElsewhere : provider),
    paymentsFor: async ({ mode }) => (provider.serves(mode) ? provider : null),
    testProvider,
    accounts: createStripeAccounts({ returnUrl: 'http://127.0.0.1:4000', standIns: openedStandIns }),
    tax: merchantTable,
    commerce: { name: 'nowhere', put: async ({ id }) => ({ ref: id }) },
    platforms: createPlatforms({ outgoing, takeTurns: unpaced, watch: watchedBy([]) }),
    mail: { send: async () => {} },
    mailFrom: 'shop@example.com',
    ...writers,
    answers: createAnswerCache({ entriesMax: 100 }),
    limits: createRequestLimits(),
    guesses: createGuessLimits({ db, secrets }),
    outgoing,
    pictures: createRemotePictures(outgoing),
    addresses: createAddressSearches(outgoing),
    breachedPasswords: noBreachedPasswords,
  };
  const all = { ...deps, askShelf: createShelfAsker(deps) };
  return {
    ...all,
    scratch: scratchDatabases(all),
    async stop() {
      await measures.stop();
      await sightings.stop();
      await sales.stop();
    },
  };
}

export type Offer = {
  storeId: string;
  storeKey: string;
  productId: string;
  waitlistId: string;
  variantId: string;
  variantExternalId: string;
};

export type OfferOptions = {
  allocation: number;
  price?: number;
  limitPerCustomer?: number | null;
  plan?: PlanChange;
  holdsPerAddressMax?: number | undefined;
  holdsPerEmailMax?: number | undefined;
  /** A live store; its waitlist stays a draft, because without a payment account none opens. */
  live?: boolean;
};

/** Creates a store with an open waitlist for one variant. Prices include 19 % tax; shipping to DE costs 4.90. */
export async function createOffer(core: Core, options: OfferOptions): Promise<Offer> {
  const storeKey = randomUUID();
  const storeId = await createStore(core, {
    slug: `store-${storeKey.slice(0, 8)}`,
    mode: options.live ? 'live' : 'test',
    publicKey: storeKey,
    name: 'North & Pine',
    legalName: 'North & Pine GmbH',
    legalAddress: 'Hauptstraße 1\n10115 Berlin\nGermany',
    returnAddress: 'Hauptstraße 1\n10115 Berlin\nGermany',
    contactEmail: 'help@shop.example',
    termsUrl: 'https://shop.example/terms',
    privacyUrl: 'https://shop.example/privacy',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    pricesIncludeTax: true,
    origins: [],
    shipping: [{ country: 'DE', amount: 490 }],
    tax: [{ country: 'DE', millionths: 190_000 }],
    liveHoldsPerEmailMax: options.holdsPerEmailMax,
    liveHoldsPerAddressMax: options.holdsPerAddressMax,
  });
  const productId = randomUUID();
  const variantId = randomUUID();
  const externalId = String(Math.floor(Math.random() * 1e15));
  await core.db.query(
    `INSERT INTO product (store_id, id, external_id, handle, title) VALUES ($1, $2, $3, $4, 'Aurora Jacket')`,
    [storeId, productId, externalId, `jacket-${externalId}`],
  );
  await core.db.query(
    `INSERT INTO variant (store_id, id, product_id, external_id, sku, title, position, price)
     VALUES ($1, $2, $3, $4, 'AUR-M', 'Medium', 1, $5)`,
    [storeId, variantId, productId, `${externalId}1`, options.price ?? 12_900],
  );
  const waitlistId = await createWaitlist(core, storeId, {
    productId,
    variants: [{ variantId, allocation: options.allocation }],
    shipWindow: { from: '2030-06-10', until: '2030-06-15' },
    limitPerCustomer: options.limitPerCustomer ?? null,
    plan: options.plan,
  });
  if (!options.live) await changeWaitlistState(core, { storeId, waitlistId }, 'open');
  return { storeId, storeKey, productId, waitlistId, variantId, variantExternalId: `${externalId}1` };
}

/** Returns the request of the Shipping step. */
export function checkoutRequest(
  offer: Pick<Offer, 'storeKey' | 'variantExternalId'>,
  changes: Partial<CheckoutRequest> = {},
): CheckoutRequest {
  return {
    key: offer.storeKey,
    variantId: offer.variantExternalId,
    quantity: 1,
    email: `${randomUUID()}@shopper.example`,
    address: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      line1: 'Invalidenstraße 116',
      line2: '',
      city: 'Berlin',
      region: '',
      postalCode: '10115',
      country: 'DE',
      phoneNumber: '',
    },
    locale: 'en',
    lineItemProperties: null,
    ...changes,
  };
}

/** Moves `app_now()` of this database. Workers count as alive all the time, unless `isOutage`. */
export async function shiftClock(db: Database, seconds: number, { isOutage = false } = {}): Promise<void> {
  await db.query(
    `WITH lived AS (UPDATE worker_life SET alive_at = alive_at + $1 * interval '1 second' WHERE NOT $2)
     INSERT INTO clock_shift (shift) VALUES ($1 * interval '1 second')
     ON CONFLICT (one) DO UPDATE SET shift = clock_shift.shift + excluded.shift`,
    [seconds, isOutage],
  );
}

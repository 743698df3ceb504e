import type { DiscountTerms } from '../../../domain/discount.ts';
import type { PlanTerms } from '../../../domain/payment-plan.ts';
import type { TaxRow } from '../../../domain/tax.ts';
import type { TermsBoxRule } from '../../../domain/terms-acceptance.ts';
import type { WaitlistState } from '../../../domain/waitlist.ts';
import type { WithdrawalExclusion } from '../../../domain/withdrawal-period.ts';
import { isBeingPaid, isOver } from '../../stock/hold-life.ts';
import type { HoldRequest, Pipeline } from '../../stock/sale-requests.ts';
import { erasureMarkOf } from '../customer-key.ts';

/** The data for deciding a batch of holds, read under the locks. `keyOf` makes the keys of the maps. */
export type HoldReads = {
  now: Date;
  offers: Map<string, OfferRow>;
  siblings: SiblingRow[];
  rates: Map<string, RateRow>;
  discounts: Map<string, DiscountRow>;
  /** By store and customer. */
  customers: Map<string, CustomerCount>;
  clients: Map<string, ClientRow>;
  own: Map<string, OwnRow>;
  granted: Map<string, GrantedRow>;
  /** Until when an erasure refuses holds, by store and the erasure's mark of the customer. */
  erasures: Map<string, Date>;
};

export const keyOf = (...parts: string[]): string => parts.join(' ');

export type OfferRow = PlanTerms & {
  storeId: string;
  waitlistId: string;
  variantId: string;
  productId: string;
  price: number;
  limitPerCustomer: number | null;
  /** To which countries the waitlist ships; null for all of the store. */
  countries: string[] | null;
  withdrawalExclusion: WithdrawalExclusion | null;
  termsBox: TermsBoxRule;
  pricesIncludeTax: boolean;
  holdMinutes: number;
  holdsPerEmailMax: number;
  holdsPerAddressMax: number;
  /** The waitlist sells what is in stock first, and the variant is. */
  leftToShelf: boolean;
  /** The waitlist's batches in the order in which they are sold, each with its newest promise. */
  batches: { id: string; promiseId: string }[];
};
type SiblingRow = {
  storeId: string;
  productId: string;
  id: string;
  state: WaitlistState;
  launchesAt: Date | null;
  closesAt: Date | null;
};
export type RateRow = {
  now: Date;
  storeId: string;
  country: string;
  region: string;
  shipping: number | null;
  tax: TaxRow;
};
export type DiscountRow = DiscountTerms & { storeId: string; id: string; code: string; uses: number };
/** What a customer has in a store: the number of live holds, and by waitlist the units that are held or bought. */
type CustomerCount = { holds: number; units: Map<string, number> };
type CustomerRow = { storeId: string; waitlistId: string; customerKey: string; holds: number; units: number };
type ClientRow = { storeId: string; clientAddress: string; holds: number };
export type OwnRow = {
  storeId: string;
  checkoutId: string;
  state: string;
  paying: boolean;
  /** The hold's time is up, and no payment is under way. */
  over: boolean;
  /** The discount of the code that the checkout has now. */
  discountId: string | null;
  productId: string;
  waitlistId: string | null;
  batchId: string | null;
  variantId: string | null;
  quantity: number;
  customerKey: string;
  clientAddress: string;
  expiresAt: Date | null;
};
type ErasureRow = { storeId: string; who: string; refusesUntil: Date };
type GrantedRow = {
  storeId: string;
  scope: string;
  key: string;
  bodyHash: string;
  checkoutId: string;
  productId: string;
};

/** Sends all reads of the batch in one round trip. Most shoppers have nothing yet, so most reads return no row for them. */
export async function readForHolds(pipeline: Pipeline, requests: readonly HoldRequest[]): Promise<HoldReads> {
  const columns = (...names: (keyof HoldRequest)[]) => distinctColumns(requests, names);
  const keys = requests.flatMap(({ idempotency }) => idempotency ?? []);
  const places = requests.map(({ storeId, address: { country, region } }) => ({ storeId, country, region }));
  const codes = requests.flatMap(({ storeId, discountCode: code }) => (code === null ? [] : [{ storeId, code }]));
  // A request that is alone in its batch may be a retry after a lost answer, so its checkout may already exist.
  const known = requests.length === 1 ? requests : requests.filter((request) => request.replaces);
  const [offers, siblings, rates, discounts, customers, clients, own, granted, erasures] = await Promise.all([
    pipeline.send<OfferRow>('hold_offers', OFFERS, columns('storeId', 'waitlistId', 'variantId')),
    pipeline.send<SiblingRow>('hold_siblings', SIBLINGS, columns('storeId', 'waitlistId')),
    pipeline.send<RateRow>('hold_rates', RATES, distinctColumns(places, ['storeId', 'country', 'region'])),
    codes.length === 0
      ? []
      : pipeline.send<DiscountRow>('hold_discounts', DISCOUNTS, distinctColumns(codes, ['storeId', 'code'])),
    pipeline.send<CustomerRow>('hold_customers', CUSTOMERS, [
      ...columns('customerKey'),
      ...columns('waitlistId', 'customerKey', 'storeId'),
    ]),
    pipeline.send<ClientRow>('hold_clients', CLIENTS, columns('clientAddress')),
    known.length === 0 ? [] : pipeline.send<OwnRow>('hold_own', OWN, distinctColumns(known, ['storeId', 'checkoutId'])),
    keys.length === 0
      ? []
      : pipeline.send<GrantedRow>('hold_granted', GRANTED, [
          ...columns('storeId'),
          ...distinctColumns(keys, ['scope']),
          ...distinctColumns(keys, ['key']),
        ]),
    pipeline.send<ErasureRow>('hold_erasures', ERASURES, [
      ...columns('storeId'),
      [...new Set(requests.map(({ customerKey }) => erasureMarkOf(customerKey)))],
    ]),
  ]);
  return {
    now: rates[0]?.now ?? new Date(Number.NaN),
    offers: new Map(offers.map((row) => [keyOf(row.storeId, row.waitlistId, row.variantId), row])),
    siblings,
    rates: new Map(rates.map((row) => [keyOf(row.storeId, row.country, row.region), row])),
    discounts: new Map(discounts.map((row) => [keyOf(row.storeId, row.code), row])),
    customers: toCustomerCounts(requests, customers),
    clients: toClientCounts(requests, clients),
    own: new Map(own.map((row) => [keyOf(row.storeId, row.checkoutId), row])),
    granted: new Map(granted.map((row) => [keyOf(row.storeId, row.scope, row.key), row])),
    erasures: latestErasures(erasures),
  };
}

function latestErasures(rows: readonly ErasureRow[]): HoldReads['erasures'] {
  const latest: HoldReads['erasures'] = new Map();
  for (const { storeId, who, refusesUntil } of rows) {
    const key = keyOf(storeId, who);
    const before = latest.get(key);
    if (!before || before < refusesUntil) latest.set(key, refusesUntil);
  }
  return latest;
}

function toCustomerCounts(requests: readonly HoldRequest[], rows: CustomerRow[]): HoldReads['customers'] {
  const counts: HoldReads['customers'] = new Map();
  for (const { storeId, customerKey } of requests) {
    counts.set(keyOf(storeId, customerKey), { holds: 0, units: new Map() });
  }
  for (const row of rows) addToCustomer(counts, row, row);
  return counts;
}

/** Adds a change to a customer's counts. Ignores customers without a request in this batch. */
export function addToCustomer(
  counts: HoldReads['customers'],
  of: { storeId: string; waitlistId: string; customerKey: string },
  change: { holds: number; units: number },
): void {
  const count = counts.get(keyOf(of.storeId, of.customerKey));
  if (!count) return;
  count.holds += change.holds;
  count.units.set(of.waitlistId, (count.units.get(of.waitlistId) ?? 0) + change.units);
}

function toClientCounts(requests: readonly HoldRequest[], rows: ClientRow[]): HoldReads['clients'] {
  const none = requests.map(({ storeId, clientAddress }) => ({ storeId, clientAddress, holds: 0 }));
  return new Map([...none, ...rows].map((row) => [keyOf(row.storeId, row.clientAddress), row]));
}

function distinctColumns<Row extends object>(rows: readonly Row[], names: (keyof Row)[]): unknown[][] {
  const distinct = new Map(rows.map((row) => [names.map((name) => row[name]).join(' '), row]));
  return names.map((name) => [...distinct.values()].map((row) => row[name]));
}

const OFFERS = `
  SELECT wv.store_id AS "storeId", wv.waitlist_id AS "waitlistId", wv.variant_id AS "variantId", w.product_id AS "productId",
         wv.price, w.limit_per_customer AS "limitPerCustomer", w.countries, s.prices_include_tax AS "pricesIncludeTax",
         s.hold_minutes AS "holdMinutes", s.live_holds_per_email_max AS "holdsPerEmailMax",
         s.live_holds_per_address_max AS "holdsPerAddressMax", w.payment_plan AS plan,
         CASE WHEN w.deposit_kind IS NOT NULL
              THEN json_build_object('kind', w.deposit_kind, 'value', w.deposit_value) END AS deposit,
         w.deposit_refundable AS "depositRefundable", w.withdrawal_exclusion AS "withdrawalExclusion",
         s.terms_box AS "termsBox",
         w.shelf_first AND EXISTS (SELECT 1 FROM variant v WHERE v.store_id = wv.store_id AND v.id = wv.variant_id
           AND v.in_stock > 0 AND v.gone_at IS NULL) AS "leftToShelf",
         (SELECT json_agg(json_build_object('id', b.id, 'promiseId',
                   (SELECT p.id FROM promise p WHERE p.store_id = b.store_id AND p.batch_id = b.id
                    ORDER BY p.version DESC LIMIT 1)) ORDER BY b.position)
          FROM batch b WHERE b.store_id = wv.store_id AND b.waitlist_id = wv.waitlist_id) AS batches
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS asked (store_id, waitlist_id, variant_id)
  JOIN waitlist_variant wv USING (store_id, waitlist_id, variant_id)
  JOIN waitlist w ON w.store_id = wv.store_id AND w.id = wv.waitlist_id
  JOIN store s ON s.id = wv.store_id`;

const SIBLINGS = `
  SELECT DISTINCT w.store_id AS "storeId", w.product_id AS "productId", w.id, w.state,
         w.launches_at AS "launchesAt", w.closes_at AS "closesAt"
  FROM unnest($1::uuid[], $2::uuid[]) AS asked (store_id, waitlist_id)
  JOIN waitlist own ON own.store_id = asked.store_id AND own.id = asked.waitlist_id
  JOIN waitlist w ON w.store_id = own.store_id AND w.product_id = own.product_id AND w.state IN ('OPEN', 'SCHEDULED')`;

const RATES = `
  SELECT app_now() AS now, asked.store_id AS "storeId", asked.country, asked.region, r.amount AS shipping,
         json_build_object('country', t.millionths, 'region', own.millionths) AS tax
  FROM unnest($1::uuid[], $2::text[], $3::text[]) AS asked (store_id, country, region)
  LEFT JOIN store_shipping_rate r USING (store_id, country)
  LEFT JOIN store_tax_rate t ON t.store_id = asked.store_id AND t.country = asked.country AND t.region = ''
  LEFT JOIN store_tax_rate own ON own.store_id = asked.store_id AND own.country = asked.country
                              AND own.region = asked.region AND asked.region <> ''`;

// Counting stops at the limit, because the exact number does not matter beyond it.
const DISCOUNTS = `
  SELECT d.store_id AS "storeId", d.id, d.code, d.kind, d.value, d.minimum, d.starts_at AS "startsAt",
         d.ends_at AS "endsAt", d.uses_max AS "usesMax", d.product_id AS "productId", d.waitlist_id AS "waitlistId",
         d.ended_at AS "endedAt",
         (SELECT count(*)::int FROM (SELECT 1 FROM discount_use u WHERE u.store_id = d.store_id AND u.discount_id = d.id
                                     LIMIT coalesce(d.uses_max, 0)) used) AS uses
  FROM unnest($1::uuid[], $2::text[]) AS asked (store_id, code)
  JOIN discount d USING (store_id, code)`;

// Joins only by columns of the indexes. With a condition on the store as well, a plan made while the tables were small scanned
// all rows of the store. Rows of other stores are found too, but `addToCustomer` ignores them. Line items are counted up to
// the limit, and not at all without a limit: a company's buyer may have a hundred thousand.
const CUSTOMERS = `
  SELECT h.store_id AS "storeId", h.waitlist_id AS "waitlistId", h.customer_key AS "customerKey", 1 AS holds, h.quantity AS units
  FROM unnest($1::text[]) AS asked (customer_key) JOIN hold h USING (customer_key)
  WHERE NOT ${isOver('h')}
  UNION ALL
  SELECT asked.store_id, asked.waitlist_id, asked.customer_key, 0, line.units
  FROM unnest($2::uuid[], $3::text[], $4::uuid[]) AS asked (waitlist_id, customer_key, store_id)
  JOIN waitlist w ON w.store_id = asked.store_id AND w.id = asked.waitlist_id AND w.limit_per_customer IS NOT NULL
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS units FROM (
      SELECT 1 FROM preorder_line l
      WHERE l.customer_key = asked.customer_key AND l.waitlist_id = asked.waitlist_id AND l.state <> 'cancelled'
      LIMIT w.limit_per_customer) counted) line
  WHERE line.units > 0`;

const CLIENTS = `
  SELECT h.store_id AS "storeId", h.client_address AS "clientAddress", count(*)::int AS holds
  FROM unnest($1::text[]) AS asked (client_address)
  JOIN hold h USING (client_address)
  WHERE NOT ${isOver('h')}
  GROUP BY h.store_id, h.client_address`;

// A join would let the planner read all waitlists of the store first, which looks cheap while the tables are empty.
const PRODUCT = `(SELECT w.product_id FROM waitlist w WHERE w.store_id = c.store_id AND w.id = c.waitlist_id)`;

const OWN = `
  SELECT c.store_id AS "storeId", c.id AS "checkoutId", c.state, ${PRODUCT} AS "productId",
         coalesce(${isBeingPaid('h')}, false) AS paying, coalesce(${isOver('h')}, false) AS over,
         h.waitlist_id AS "waitlistId", h.batch_id AS "batchId", h.variant_id AS "variantId",
         coalesce(h.quantity, 0) AS quantity, c.customer_key AS "customerKey",
         coalesce(h.client_address, '') AS "clientAddress", h.expires_at AS "expiresAt", u.discount_id AS "discountId"
  FROM unnest($1::uuid[], $2::uuid[]) AS asked (store_id, checkout_id)
  JOIN checkout c ON c.store_id = asked.store_id AND c.id = asked.checkout_id
  LEFT JOIN hold h ON h.store_id = c.store_id AND h.checkout_id = c.id
  LEFT JOIN discount_use u ON u.store_id = c.store_id AND u.checkout_id = c.id`;

const GRANTED = `
  SELECT i.store_id AS "storeId", i.scope, i.key, i.body_hash AS "bodyHash", i.subject_id AS "checkoutId",
         ${PRODUCT} AS "productId"
  FROM idempotency i
  JOIN checkout c ON c.store_id = i.store_id AND c.id = i.subject_id
  WHERE i.store_id = ANY ($1::uuid[]) AND i.scope = ANY ($2::text[]) AND i.key = ANY ($3::text[])`;

// Mostly finds no row. An erasure writes its row when it begins, under the lock that a batch also takes, so a batch runs
// completely before or after that.
const ERASURES = `
  SELECT store_id AS "storeId", who, refuses_until AS "refusesUntil" FROM erasure_guard
  WHERE store_id = ANY ($1::uuid[]) AND who = ANY ($2::text[])`;

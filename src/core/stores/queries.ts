import { CURRENCIES } from '../../domain/currency.ts';
import { AppError } from '../../domain/error.ts';
import type { StoreIdentity, StoreSettings } from '../../domain/store.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { SecretBox } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';

export type Store = StoreIdentity &
  StoreSettings & {
    id: string;
    publicKey: string;
    /** How many decimals the stored amounts have; null where it is not known, and nothing but `stores` runs. */
    currencyDigits: number | null;
    createdAt: Date;
  };

const STORE = `
  s.id, s.slug, s.mode, s.public_key AS "publicKey", s.currency, s.currency_digits AS "currencyDigits",
  s.name, s.legal_name AS "legalName",
  s.legal_address AS "legalAddress", s.return_address AS "returnAddress", s.contact_email AS "contactEmail",
  s.terms_url AS "termsUrl", s.privacy_url AS "privacyUrl", s.time_zone AS "timeZone", s.locale,
  s.prices_include_tax AS "pricesIncludeTax", s.hold_minutes AS "holdMinutes",
  s.live_holds_per_email_max AS "liveHoldsPerEmailMax", s.live_holds_per_address_max AS "liveHoldsPerAddressMax",
  s.payment_days AS "paymentDays", s.keep_checkout_days AS "keepCheckoutDays", s.keep_preorder_days AS "keepPreorderDays",
  s.ask_after_days AS "askAfterDays", s.answer_days AS "answerDays", s.silence_rule AS "silenceRule",
  s.marketing_box AS "marketingBox", s.marketing_texts AS "marketingTexts",
  s.created_at AS "createdAt",
  ARRAY(SELECT origin FROM store_origin o WHERE o.store_id = s.id ORDER BY origin) AS origins,
  coalesce((SELECT json_agg(json_build_object('country', country, 'amount', amount) ORDER BY country)
            FROM store_shipping_rate r WHERE r.store_id = s.id), '[]') AS shipping,
  coalesce((SELECT json_agg(json_build_object('country', country, 'region', region, 'millionths', millionths)
                     ORDER BY country, region)
            FROM store_tax_rate r WHERE r.store_id = s.id), '[]') AS tax`;

/** The store a public API key belongs to, or null; so with anything that is no key. */
export async function findStoreByKey(sql: Sql, publicKey: string): Promise<Store | null> {
  if (!isUuid(publicKey)) return null;
  const [store] = await sql.query<Store>(`SELECT ${STORE} FROM store s WHERE s.public_key = $1`, [publicKey]);
  return store ?? null;
}

export async function findStoreBySlug(sql: Sql, slug: string): Promise<Store | null> {
  const [store] = await sql.query<Store>(`SELECT ${STORE} FROM store s WHERE s.slug = $1`, [slug]);
  return store ?? null;
}

/** The store of that id; `store_not_found` when there is none. */
export async function readStore(sql: Sql, id: string): Promise<Store> {
  const [store] = isUuid(id) ? await sql.query<Store>(`SELECT ${STORE} FROM store s WHERE s.id = $1`, [id]) : [];
  if (!store) throw new AppError('store_not_found', 'There is no such store.');
  return store;
}

/** `today` is the calendar day that the store has now, `YYYY-MM-DD`. */
export type StoreClock = { now: Date; timeZone: string; today: string };

export async function readClock(sql: Sql, storeId: string): Promise<StoreClock> {
  const [clock] = await sql.query<StoreClock>(
    `SELECT app_now() AS now, time_zone AS "timeZone", to_char(app_now() AT TIME ZONE time_zone, 'YYYY-MM-DD') AS today
     FROM store WHERE id = $1`,
    [storeId],
  );
  if (!clock) throw new AppError('store_not_found', 'There is no such store.');
  return clock;
}

/** Stores whose amounts are stored with another number of decimals than their currency has; null: nobody knows. */
export async function listStoresInOtherUnits(
  sql: Sql,
): Promise<{ slug: string; currency: string; digits: number | null }[]> {
  return sql.query(
    `SELECT s.slug, s.currency, s.currency_digits AS digits FROM store s
     JOIN unnest($1::text[], $2::smallint[]) AS c (currency, digits) ON c.currency = s.currency
     WHERE s.currency_digits IS DISTINCT FROM c.digits ORDER BY s.slug`,
    [[...CURRENCIES.keys()], [...CURRENCIES.values()]],
  );
}

export async function listStores(sql: Sql): Promise<Store[]> {
  return sql.query<Store>(`SELECT ${STORE} FROM store s ORDER BY s.created_at, s.id`);
}

export type SharedSecret = { id: string; text: string; createdAt: Date };

/**
 * The secrets that the store's backend may sign status page tokens with, the newest first: one, or two while they are
 * being rotated. None: there is no such store.
 */
export async function readSharedSecrets(
  deps: { db: Sql; secrets: SecretBox },
  storeId: string,
): Promise<SharedSecret[]> {
  const rows = await deps.db.query<{ id: string; sealed: Buffer; createdAt: Date }>(
    `SELECT id, sealed, created_at AS "createdAt" FROM store_secret
     WHERE store_id = $1 AND purpose = 'shared' AND retired_at IS NULL ORDER BY created_at DESC, id`,
    [storeId],
  );
  return rows.map(({ sealed, ...row }) => ({ ...row, text: deps.secrets.open(sealed) }));
}

/**
 * Whether this process has the key that the secrets of this database were sealed with. True where there are none. A few are
 * tried: the first may be one that nobody can open any more, and that store alone is told so.
 */
export async function opensSecrets({ db, secrets }: { db: Sql; secrets: SecretBox }): Promise<boolean> {
  const rows = await db.query<{ sealed: Buffer }>(
    'SELECT sealed FROM store_secret WHERE retired_at IS NULL ORDER BY created_at, id LIMIT 20',
  );
  return rows.length === 0 || rows.some(({ sealed }) => opens(secrets, sealed));
}

function opens(secrets: SecretBox, sealed: Buffer): boolean {
  try {
    secrets.open(sealed);
    return true;
  } catch {
    return false;
  }
}

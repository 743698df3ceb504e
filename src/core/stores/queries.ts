import type { Look, Sender } from '../../domain/brand.ts';
import { CURRENCIES } from '../../domain/currency.ts';
import { AppError } from '../../domain/error.ts';
import type { StoreIdentity, StoreSettings } from '../../domain/store.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { SecretBox } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import type { FontType } from '../../platform/font-file.ts';
import type { ImageType } from '../../platform/image-file.ts';

/** An image or font of a store; `hash` is a part of its address. */
export type Logo = { hash: string; type: ImageType; width: number; height: number };
export type Font = { hash: string; type: FontType; weightMin: number; weightMax: number };

export type Brand = Look & Sender & { logo: Logo | null; font: Font | null };

export type Store = StoreIdentity &
  StoreSettings & {
    id: string;
    publicKey: string;
    /** The number of decimals of the stored amounts. While it is unknown (null), nothing but the command `stores` runs. */
    currencyDigits: number | null;
    /** Null while the store has nothing of its own. */
    brand: Brand | null;
    createdAt: Date;
    /** The store of which this is the test store, and the short name of the test store beside this one. */
    copyOf: string | null;
    testStore: string | null;
  };

/** The columns of a `Store`, from `store s`. */
export const STORE_COLUMNS = `
  s.id, s.slug, s.mode, s.public_key AS "publicKey", s.currency, s.currency_digits AS "currencyDigits",
  s.name, s.legal_name AS "legalName",
  s.legal_address AS "legalAddress", s.return_address AS "returnAddress", s.contact_email AS "contactEmail",
  s.contact_phone AS "contactPhone",
  s.terms_url AS "termsUrl", s.privacy_url AS "privacyUrl",
  s.withdrawal_url AS "withdrawalUrl", s.withdrawal_days AS "withdrawalDays",
  s.withdrawal_for AS "withdrawalFor", s.withdrawal_counts_from AS "withdrawalCountsFrom",
  s.lowest_price AS "lowestPrice", s.terms_box AS "termsBox", s.return_costs AS "returnCosts", s.time_zone AS "timeZone", s.country,
  s.address_search AS "addressSearch", s.phone_countries AS "phoneCountries", s.locale,
  s.prices_include_tax AS "pricesIncludeTax", s.hold_minutes AS "holdMinutes",
  s.live_holds_per_email_max AS "liveHoldsPerEmailMax", s.live_holds_per_address_max AS "liveHoldsPerAddressMax",
  s.payment_days AS "paymentDays", s.withdrawal_undo_hours AS "withdrawalUndoHours", s.keep_checkout_days AS "keepCheckoutDays", s.keep_preorder_days AS "keepPreorderDays",
  s.refund_limit AS "refundLimit", s.second_factor_required AS "secondFactorRequired",
  s.ask_after_days AS "askAfterDays", s.answer_days AS "answerDays", s.silence_rule AS "silenceRule",
  s.marketing_box AS "marketingBox", s.marketing_texts AS "marketingTexts",
  s.created_at AS "createdAt", s.copy_of AS "copyOf",
  (SELECT c.slug FROM store c WHERE c.copy_of = s.id AND c.deleted_at IS NULL) AS "testStore",
  ARRAY(SELECT origin FROM store_origin o WHERE o.store_id = s.id ORDER BY origin) AS origins,
  coalesce((SELECT json_agg(json_build_object('country', country, 'amount', amount) ORDER BY country)
            FROM store_shipping_rate r WHERE r.store_id = s.id), '[]') AS shipping,
  coalesce((SELECT json_agg(json_build_object('country', country, 'region', region, 'millionths', millionths)
                     ORDER BY country, region)
            FROM store_tax_rate r WHERE r.store_id = s.id), '[]') AS tax,
  (SELECT json_build_object('accent', accent, 'ground', ground, 'groundDark', ground_dark, 'radius', radius,
            'senderName', sender_name, 'replyTo', reply_to,
            'logo', (SELECT json_build_object('hash', hash, 'type', type, 'width', width, 'height', height)
                     FROM store_asset a WHERE a.store_id = b.store_id AND a.hash = b.logo),
            'font', (SELECT json_build_object('hash', hash, 'type', type, 'weightMin', weight_min, 'weightMax', weight_max)
                     FROM store_asset a WHERE a.store_id = b.store_id AND a.hash = b.font))
   FROM store_brand b WHERE b.store_id = s.id) AS brand`;

// A deleted store is not found from outside any more. Jobs still read it by its id until it is removed.
const IS_THERE = 's.deleted_at IS NULL';

/** Returns the store of a public key; null for an unknown key, and for text that is no key. */
export async function findStoreByKey(sql: Sql, publicKey: string): Promise<Store | null> {
  if (!isUuid(publicKey)) return null;
  const [store] = await sql.query<Store>(
    `SELECT ${STORE_COLUMNS} FROM store s WHERE s.public_key = $1 AND ${IS_THERE}`,
    [publicKey],
  );
  return store ?? null;
}

/** Returns true if a store has this public key, which is a UUID. */
export async function hasStoreKey(sql: Sql, publicKey: string): Promise<boolean> {
  const rows = await sql.query<{ found: boolean }>(
    `SELECT true AS found FROM store s WHERE s.public_key = $1 AND ${IS_THERE}`,
    [publicKey],
  );
  return rows.length > 0;
}

export async function findStoreBySlug(sql: Sql, slug: string): Promise<Store | null> {
  const [store] = await sql.query<Store>(`SELECT ${STORE_COLUMNS} FROM store s WHERE s.slug = $1 AND ${IS_THERE}`, [
    slug,
  ]);
  return store ?? null;
}

/** Returns the store of this id. Throws `store_not_found`. */
export async function readStore(sql: Sql, id: string): Promise<Store> {
  const [store] = isUuid(id)
    ? await sql.query<Store>(`SELECT ${STORE_COLUMNS} FROM store s WHERE s.id = $1`, [id])
    : [];
  if (!store) throw new AppError('store_not_found', 'There is no such store.');
  return store;
}

/** `today` is the current calendar day in the store's time zone, `YYYY-MM-DD`. */
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

/** Returns the stores whose amounts have another number of decimals than their currency. `digits` is null when unknown. */
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
  return sql.query<Store>(`SELECT ${STORE_COLUMNS} FROM store s WHERE ${IS_THERE} ORDER BY s.created_at, s.id`);
}

/** Returns the names of all stores. Ids are the same in a copy of the database, and in no other. */
export async function listStoreNames(sql: Sql): Promise<{ id: string; slug: string }[]> {
  return sql.query<{ id: string; slug: string }>(`SELECT s.id, s.slug FROM store s WHERE ${IS_THERE} ORDER BY s.id`);
}

export type SharedSecret = { id: string; text: string; createdAt: Date };

/**
 * Returns the secrets with which the store's backend may sign status page tokens, the newest first. There are two during a
 * rotation, otherwise one; none when there is no such store.
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
 * Returns true when this process can open one of the first 20 secrets of the database, or when there are none. It tries
 * several, because the first may be damaged; then only the store of that one fails.
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

export type Asset = { type: ImageType | FontType; bytes: Buffer };

/** Returns a file of the store with this public key. */
export async function findAsset(sql: Sql, publicKey: string, hash: string): Promise<Asset | null> {
  if (!isUuid(publicKey)) return null;
  const [asset] = await sql.query<Asset>(
    `SELECT type, bytes FROM store_asset WHERE store_id = (SELECT id FROM store WHERE public_key = $1) AND hash = $2`,
    [publicKey, hash],
  );
  return asset ?? null;
}

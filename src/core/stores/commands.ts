import { randomBytes, randomUUID } from 'node:crypto';
import { currencyDigits } from '../../domain/currency.ts';
import { AppError } from '../../domain/error.ts';
import {
  checkIdentity,
  checkSettings,
  STORE_DEFAULTS,
  type StoreIdentity,
  type StoreSettings,
} from '../../domain/store.ts';
import { LANGUAGES } from '../../messages/catalogue.ts';
import type { Sql } from '../../platform/db.ts';
import { isEmail } from '../../protocol/wire/email.ts';
import type { Deps } from '../deps.ts';
import { emit } from '../outbox/outbox.ts';
import { lockStore } from './commands/lock.ts';
import { readStore } from './queries.ts';

type Defaulted = keyof typeof STORE_DEFAULTS;

export type NewStore = StoreIdentity &
  Omit<StoreSettings, Defaulted> & { [K in Defaulted]?: StoreSettings[K] | undefined } & {
    /** Generated unless given. The demo store gives both, because it must know them beforehand. */
    id?: string;
    publicKey?: string;
  };

// 256 bits as base64url. The HS256 key is the UTF-8 bytes of this text.
const SHARED_SECRET_BYTES = 32;

/**
 * Creates a store with a public key and a shared secret. Throws `invalid_parameter` or `slug_taken`. Resolves with the id of
 * the store.
 */
export async function createStore(deps: Pick<Deps, 'db' | 'secrets'>, input: NewStore): Promise<string> {
  const { slug, mode, currency } = checkIdentity(input);
  const settings = checked({ ...STORE_DEFAULTS, ...withoutUndefined(input) }, mode);
  const { id = randomUUID(), publicKey = randomUUID() } = input;
  await deps.db.transaction(async (tx) => {
    const inserted = await tx.query(
      `INSERT INTO store (id, slug, mode, public_key, currency, currency_digits, ${Object.values(COLUMNS).join(', ')})
       VALUES ($1, $2, $3, $4, $5, $6, ${Object.keys(COLUMNS).map((_, index) => `$${index + 7}`)})
       ON CONFLICT (slug) DO NOTHING RETURNING 1`,
      [id, slug, mode, publicKey, currency, currencyDigits(currency), ...columnValues(settings)],
    );
    if (inserted.length === 0) {
      throw new AppError('slug_taken', `There is a store called ${slug} already.`, { param: 'slug' });
    }
    await addSharedSecret(tx, deps, id);
    await writeLists(tx, id, settings);
    await emit(tx, 'store.changed', { storeId: id, subjectId: id });
  });
  return id;
}

async function addSharedSecret(tx: Sql, { secrets }: Pick<Deps, 'secrets'>, storeId: string): Promise<void> {
  const sealed = secrets.seal(randomBytes(SHARED_SECRET_BYTES).toString('base64url'));
  await tx.query(`INSERT INTO store_secret (store_id, id, purpose, sealed) VALUES ($1, $2, 'shared', $3)`, [
    storeId,
    randomUUID(),
    sealed,
  ]);
}

/**
 * Adds a second shared secret to a store. Both are valid until the old one is retired, so that the store's backend can change
 * over. Throws `secret_rotating` while there are two.
 */
export async function rotateSharedSecret(deps: Pick<Deps, 'db' | 'secrets'>, storeId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const live = await lockSharedSecrets(tx, storeId);
    if (live.length > 1) {
      const message = 'There are already two valid shared secrets: retire the old one before you make another.';
      throw new AppError('secret_rotating', message);
    }
    await addSharedSecret(tx, deps, storeId);
  });
}

/**
 * Retires the older of two shared secrets. Tokens and sessions made with it become invalid. Throws `secret_not_rotating` when
 * there is only one.
 */
export async function retireSharedSecret(deps: Pick<Deps, 'db'>, storeId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [oldest, ...newer] = await lockSharedSecrets(tx, storeId);
    if (newer.length === 0) {
      const message = 'There is only one shared secret: make another with rotate-secret first.';
      throw new AppError('secret_not_rotating', message);
    }
    await tx.query('UPDATE store_secret SET retired_at = app_now() WHERE store_id = $1 AND id = $2', [storeId, oldest]);
  });
}

/**
 * Returns the ids of the valid shared secrets, the oldest first. Locks the row of the store, because two rotations at once
 * would make three secrets.
 */
async function lockSharedSecrets(tx: Sql, storeId: string): Promise<string[]> {
  await lockStore(tx, storeId);
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM store_secret WHERE store_id = $1 AND purpose = 'shared' AND retired_at IS NULL
     ORDER BY created_at, id DESC`,
    [storeId],
  );
  return rows.map(({ id }) => id);
}

/** Settings that are absent or `undefined` stay unchanged. */
export type StoreChanges = { [K in keyof StoreSettings]?: StoreSettings[K] | undefined };

/** Changes the given settings. A given list replaces the whole list. */
export async function updateStore(deps: Pick<Deps, 'db'>, storeId: string, changes: StoreChanges): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockStore(tx, storeId);
    const store = await readStore(tx, storeId);
    const settings = checked({ ...store, ...withoutUndefined(changes) }, store.mode);
    const assignments = Object.values(COLUMNS).map((column, index) => `${column} = $${index + 2}`);
    await tx.query(`UPDATE store SET ${assignments} WHERE id = $1`, [storeId, ...columnValues(settings)]);
    await writeLists(tx, storeId, settings);
    await emit(tx, 'store.changed', { storeId, subjectId: storeId });
  });
}

function checked(settings: StoreSettings, mode: 'test' | 'live'): StoreSettings {
  const ready = checkSettings(settings);
  if (mode === 'live' && ready.addressSearch === 'test') {
    const message = 'Only a test store can complete addresses with the places of test stores.';
    throw new AppError('invalid_parameter', message, { param: 'address_search' });
  }
  if (!isEmail(ready.contactEmail)) {
    const message = `“${ready.contactEmail.slice(0, 60)}” is not an e-mail address.`;
    throw new AppError('invalid_parameter', message, { param: 'contact_email' });
  }
  const unknown = Object.keys(ready.marketingTexts).find((language) => !Object.hasOwn(LANGUAGES, language));
  if (unknown === undefined) return ready;
  const message = `The checkout has no language “${unknown}”. It has ${Object.keys(LANGUAGES).join(', ')}.`;
  throw new AppError('invalid_parameter', message, { param: 'marketing_text' });
}

const COLUMNS = {
  name: 'name',
  legalName: 'legal_name',
  legalAddress: 'legal_address',
  returnAddress: 'return_address',
  contactEmail: 'contact_email',
  contactPhone: 'contact_phone',
  termsUrl: 'terms_url',
  privacyUrl: 'privacy_url',
  withdrawalUrl: 'withdrawal_url',
  withdrawalDays: 'withdrawal_days',
  withdrawalFor: 'withdrawal_for',
  withdrawalCountsFrom: 'withdrawal_counts_from',
  lowestPrice: 'lowest_price',
  termsBox: 'terms_box',
  returnCosts: 'return_costs',
  timeZone: 'time_zone',
  country: 'country',
  addressSearch: 'address_search',
  phoneCountries: 'phone_countries',
  locale: 'locale',
  pricesIncludeTax: 'prices_include_tax',
  holdMinutes: 'hold_minutes',
  liveHoldsPerEmailMax: 'live_holds_per_email_max',
  liveHoldsPerAddressMax: 'live_holds_per_address_max',
  paymentDays: 'payment_days',
  withdrawalUndoHours: 'withdrawal_undo_hours',
  keepCheckoutDays: 'keep_checkout_days',
  keepPreorderDays: 'keep_preorder_days',
  refundLimit: 'refund_limit',
  secondFactorRequired: 'second_factor_required',
  askAfterDays: 'ask_after_days',
  answerDays: 'answer_days',
  silenceRule: 'silence_rule',
  marketingBox: 'marketing_box',
  marketingTexts: 'marketing_texts',
} as const satisfies Partial<Record<keyof StoreSettings, string>>;

function columnValues(settings: StoreSettings): unknown[] {
  return (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).map((key) => settings[key]);
}

async function writeLists(tx: Sql, storeId: string, { origins, shipping, tax }: StoreSettings): Promise<void> {
  await tx.query('DELETE FROM store_origin WHERE store_id = $1', [storeId]);
  await tx.query('INSERT INTO store_origin (store_id, origin) SELECT $1, unnest($2::text[])', [storeId, origins]);
  await tx.query('DELETE FROM store_shipping_rate WHERE store_id = $1', [storeId]);
  await tx.query(
    `INSERT INTO store_shipping_rate (store_id, country, amount)
     SELECT $1, * FROM unnest($2::text[], $3::bigint[])`,
    [storeId, shipping.map((rate) => rate.country), shipping.map((rate) => rate.amount)],
  );
  await tx.query('DELETE FROM store_tax_rate WHERE store_id = $1', [storeId]);
  await tx.query(
    `INSERT INTO store_tax_rate (store_id, country, region, millionths)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::integer[])`,
    [
      storeId,
      tax.map(({ country }) => country),
      tax.map(({ region }) => region ?? ''),
      tax.map(({ millionths }) => millionths),
    ],
  );
}

/** Removes `undefined` values, so that a spread does not overwrite a setting that must stay. */
function withoutUndefined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

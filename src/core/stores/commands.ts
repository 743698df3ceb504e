import { randomBytes, randomUUID } from 'node:crypto';
import { alwaysHadTheseDigits, CURRENCIES, currencyDigits } from '../../domain/currency.ts';
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
import { readStore } from './queries.ts';

type Defaulted = keyof typeof STORE_DEFAULTS;

export type NewStore = StoreIdentity &
  Omit<StoreSettings, Defaulted> & { [K in Defaulted]?: StoreSettings[K] | undefined } & {
    /** Ours to choose unless the caller must know them beforehand, as the demo store does. */
    id?: string;
    publicKey?: string;
  };

// 256 bits as base64url: the key of HS256 is the UTF-8 bytes of this text.
const SHARED_SECRET_BYTES = 32;

/** Creates the store with a public key and a shared secret. `invalid_parameter`, `slug_taken`. Resolves with its id. */
export async function createStore(deps: Pick<Deps, 'db' | 'secrets'>, input: NewStore): Promise<string> {
  const { slug, mode, currency } = checkIdentity(input);
  const settings = checked({ ...STORE_DEFAULTS, ...withoutUndefined(input) });
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

/** Notes for stores that were made before it was kept how many decimals their amounts have, where there is no doubt. */
export async function keepCurrencyDigits(db: Sql): Promise<void> {
  const certain = [...CURRENCIES].filter(([currency]) => alwaysHadTheseDigits(currency));
  await db.query(
    `UPDATE store s SET currency_digits = c.digits FROM unnest($1::text[], $2::smallint[]) AS c (currency, digits)
     WHERE s.currency_digits IS NULL AND s.currency = c.currency`,
    [certain.map(([currency]) => currency), certain.map(([, digits]) => digits)],
  );
}

/**
 * Notes how many decimals the stored amounts of a store have, which only the merchant can tell where runtimes disagreed.
 * `invalid_parameter` where it is known already.
 */
export async function confirmCurrencyDigits(db: Sql, storeId: string, digits: number): Promise<void> {
  const noted = await db.query(
    'UPDATE store SET currency_digits = $2 WHERE id = $1 AND currency_digits IS NULL RETURNING 1',
    [storeId, digits],
  );
  if (noted.length > 0) return;
  throw new AppError(
    'invalid_parameter',
    'How many decimals its amounts are stored with is known, and never changes.',
    {
      param: 'decimals',
    },
  );
}

async function addSharedSecret(tx: Sql, { secrets }: Pick<Deps, 'secrets'>, storeId: string): Promise<void> {
  const sealed = secrets.seal(randomBytes(SHARED_SECRET_BYTES).toString('base64url'));
  await tx.query(`INSERT INTO store_secret (store_id, id, purpose, sealed) VALUES ($1, $2, 'shared', $3)`, [
    ...[storeId, randomUUID(), sealed],
  ]);
}

/**
 * Gives the store a second shared secret beside the one it has: both count, until the store's backend signs with the new
 * one and the old one is retired. `secret_rotating` while there are two.
 */
export async function rotateSharedSecret(deps: Pick<Deps, 'db' | 'secrets'>, storeId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const live = await lockSharedSecrets(tx, storeId);
    if (live.length > 1) {
      const message = 'Two shared secrets count already: retire the old one before you make another.';
      throw new AppError('secret_rotating', message);
    }
    await addSharedSecret(tx, deps, storeId);
  });
}

/** Ends the older of two shared secrets: tokens and sessions that rest on it count no more. `secret_not_rotating` with one. */
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

/** Ids of those that count, the oldest first. The store's row is the lock: two rotations at once would make three. */
async function lockSharedSecrets(tx: Sql, storeId: string): Promise<string[]> {
  await tx.query('SELECT 1 FROM store WHERE id = $1 FOR NO KEY UPDATE', [storeId]);
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM store_secret WHERE store_id = $1 AND purpose = 'shared' AND retired_at IS NULL
     ORDER BY created_at, id DESC`,
    [storeId],
  );
  return rows.map(({ id }) => id);
}

/** What is left out or `undefined` stays. */
export type StoreChanges = { [K in keyof StoreSettings]?: StoreSettings[K] | undefined };

/** Changes what is given and leaves the rest; a list that is given replaces the whole list. */
export async function updateStore(deps: Pick<Deps, 'db'>, storeId: string, changes: StoreChanges): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM store WHERE id = $1 FOR NO KEY UPDATE', [storeId]);
    const settings = checked({ ...(await readStore(tx, storeId)), ...withoutUndefined(changes) });
    const assignments = Object.values(COLUMNS).map((column, index) => `${column} = $${index + 2}`);
    await tx.query(`UPDATE store SET ${assignments} WHERE id = $1`, [storeId, ...columnValues(settings)]);
    await writeLists(tx, storeId, settings);
    await emit(tx, 'store.changed', { storeId, subjectId: storeId });
  });
}

function checked(settings: StoreSettings): StoreSettings {
  const ready = checkSettings(settings);
  if (!isEmail(ready.contactEmail)) {
    const message = `“${ready.contactEmail.slice(0, 60)}” is not an e-mail address.`;
    throw new AppError('invalid_parameter', message, { param: 'contact_email' });
  }
  const unknown = Object.keys(ready.marketingTexts).find((language) => !Object.hasOwn(LANGUAGES, language));
  if (unknown === undefined) return ready;
  const message = `The checkout does not speak “${unknown}”. It speaks ${Object.keys(LANGUAGES).join(', ')}.`;
  throw new AppError('invalid_parameter', message, { param: 'marketing_text' });
}

const COLUMNS = {
  name: 'name',
  legalName: 'legal_name',
  legalAddress: 'legal_address',
  returnAddress: 'return_address',
  contactEmail: 'contact_email',
  termsUrl: 'terms_url',
  privacyUrl: 'privacy_url',
  timeZone: 'time_zone',
  locale: 'locale',
  pricesIncludeTax: 'prices_include_tax',
  holdMinutes: 'hold_minutes',
  liveHoldsPerEmailMax: 'live_holds_per_email_max',
  liveHoldsPerAddressMax: 'live_holds_per_address_max',
  paymentDays: 'payment_days',
  keepCheckoutDays: 'keep_checkout_days',
  keepPreorderDays: 'keep_preorder_days',
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

/** `undefined` means leave as is, so it must not cover what it is spread over. */
function withoutUndefined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

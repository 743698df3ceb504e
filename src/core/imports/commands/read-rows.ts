import { countryMeant, unknownCountry } from '../../../domain/country.ts';
import { AppError } from '../../../domain/error.ts';
import type { ImportKind, PreorderCells, WaitlistCells } from '../../../domain/import-file.ts';
import {
  type AssumedPaid,
  type ForeignPreorder,
  type ImportTerms,
  isOverElsewhere,
  readPreorder,
} from '../../../domain/import-preorder.ts';
import { because } from '../../../domain/refusal.ts';
import { messageLanguage } from '../../../messages/catalogue.ts';
import type { Sql } from '../../../platform/db.ts';
import type { AddressProblem } from '../../../protocol/wire/address.ts';
import { isEmail } from '../../../protocol/wire/email.ts';
import { postcodeElsewhere, validateAddress } from '../../checkouts/address-rules.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import type { Store } from '../../stores/queries.ts';
import type { ImportKey, ImportState } from '../queries.ts';

// A check holds no lock, and what is brought in holds the store's sales for as long as its rows take: some milliseconds each.
const CHECKED_AT_ONCE = 500;
const IMPORTED_AT_ONCE = 50;

// Which rows wait, by the state of their import. A text of its own for each, so that the index by fate finds them.
const WAITS = {
  checking: 'r.fate IS NULL AND r.data IS NOT NULL',
  importing: `r.fate = 'ready' AND r.data IS NOT NULL`,
};

export type Contact = { email: string; address: Record<string, string>; locale: string; customerKey: string };
/** What a row tells: a pre-order with its shopper, that it is over elsewhere, or why it cannot come in. */
export type ReadRow = { preorder: ForeignPreorder; contact: Contact } | 'over' | AppError;

type Told<Content> = { number: number; key: string } & Content;
/** The next rows of an import as they were read, before anything is locked. */
export type NextRows = { state: ImportState } & (
  | { kind: 'preorders'; rows: Told<{ read: ReadRow }>[] }
  | { kind: 'waitlists'; rows: Told<{ cells: WaitlistCells }>[] }
);

/**
 * Reads the next rows and what they tell. It happens outside of the transaction that decides about them: on a busy machine
 * hundreds of rows take a second, and the server ends a transaction in which nothing happens for so long.
 */
export async function readNextRows(sql: Sql, store: Store, { importId }: ImportKey): Promise<NextRows | null> {
  const [running] = await sql.query<{ kind: ImportKind; state: ImportState; paid: AssumedPaid; now: Date }>(
    'SELECT kind, state, paid, app_now() AS now FROM import WHERE store_id = $1 AND id = $2',
    [store.id, importId],
  );
  if (!running) return null;
  const { kind, state, paid, now } = running;
  if (state !== 'checking' && state !== 'importing') return { kind, state, rows: [] };
  const rows = await sql.query<Told<{ cells: PreorderCells | WaitlistCells }>>(
    `SELECT r.number, r.key, r.data AS cells FROM import_row r
     WHERE r.store_id = $1 AND r.import_id = $2 AND ${WAITS[state]} ORDER BY r.number LIMIT $3`,
    [store.id, importId, state === 'checking' ? CHECKED_AT_ONCE : IMPORTED_AT_ONCE],
  );
  if (kind === 'waitlists') return { kind, state, rows: rows as Told<{ cells: WaitlistCells }>[] };
  const { currency, timeZone, pricesIncludeTax } = store;
  const terms: ImportTerms = { currency, timeZone, pricesIncludeTax, paid, now };
  const read = rows.map(({ number, key, cells }) => ({
    number,
    key,
    read: readRow(store, terms, cells as PreorderCells),
  }));
  return { kind, state, rows: read };
}

/** What other rows say of a row. */
export type Standing = { number: number; isTwice: boolean; exists: boolean };

/** Reads how those of the rows stand that still wait, by their numbers. */
export async function readStandings(
  sql: Sql,
  { storeId, importId }: ImportKey,
  { kind, isImport, rows }: { kind: ImportKind; isImport: boolean; rows: readonly { number: number }[] },
): Promise<Map<number, Standing>> {
  const standings = await sql.query<Standing>(
    `SELECT r.number,
       r.key <> '' AND EXISTS (SELECT 1 FROM import_row o WHERE o.store_id = r.store_id AND o.import_id = r.import_id
                                 AND o.key = r.key AND o.number < r.number) AS "isTwice",
       EXISTS (SELECT 1 FROM imported m WHERE m.store_id = r.store_id AND m.kind = $3 AND m.key = r.key) AS exists
     FROM import_row r WHERE r.store_id = $1 AND r.import_id = $2 AND r.number = ANY($4::int[]) AND ${isImport ? WAITS.importing : WAITS.checking}`,
    [storeId, importId, kind, rows.map(({ number }) => number)],
  );
  return new Map(standings.map((standing) => [standing.number, standing]));
}

function readRow(store: Store, terms: ImportTerms, cells: PreorderCells): ReadRow {
  try {
    if (isOverElsewhere(cells)) return 'over';
    return { preorder: readPreorder(cells, terms), contact: readContact(store, cells) };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const TEXT_LENGTH_MAX = 200;

/** The columns of an address, by the names that the rules about addresses have for them. */
const ADDRESS = {
  firstName: 'first_name',
  lastName: 'last_name',
  line1: 'line1',
  line2: 'line2',
  city: 'city',
  region: 'region',
  postalCode: 'postal_code',
  country: 'country',
  phoneNumber: 'phone',
} as const satisfies Record<string, keyof PreorderCells>;

/** Says which part of an address is wrong, and what to write. */
function addressRefusal({ field, code }: AddressProblem, given: Record<keyof typeof ADDRESS, string>): AppError {
  const text = given[field].slice(0, 40);
  const country = given.country.toUpperCase();
  const refuse = (message: string, why: ReturnType<typeof because>) =>
    new AppError('invalid_parameter', message, { param: ADDRESS[field], ...why });
  if (field === 'country' && text !== '') {
    return refuse(unknownCountry(text), because('country_unknown', { text, country: countryMeant(text) ?? 'DE' }));
  }
  if (code === 'required') return refuse(`Addresses in ${country} need it.`, because('address_incomplete'));
  if (code === 'region') {
    const message = `“${text}” is not known as a region of ${country}: write its name or its code of ISO 3166-2.`;
    return refuse(message, because('region_unknown', { text, country }));
  }
  if (code !== 'postal_code') return refuse(`The address is not right: ${code}.`, because('address_incomplete'));
  const elsewhere = postcodeElsewhere(country, text);
  if (elsewhere !== undefined) {
    const message = `“${text}” is a postcode of ${elsewhere}: write ${elsewhere} as the country.`;
    return refuse(message, because('postcode_elsewhere', { text, country: elsewhere }));
  }
  const message = `“${text}” is not a postcode of ${country}. Save the column as text, with its leading zeros.`;
  return refuse(message, because('postcode_unlike', { text, country }));
}

/** Reads contact and address. Throws `missing_parameter` or `invalid_parameter` with the column. */
function readContact(store: Store, cells: PreorderCells): Contact {
  const { email, language } = cells;
  if (email === undefined)
    throw new AppError('missing_parameter', 'The e-mail address is missing.', {
      param: 'email',
      ...because('missing'),
    });
  if (!isEmail(email))
    throw new AppError('invalid_parameter', 'This is not an e-mail address.', {
      param: 'email',
      ...because('not_email'),
    });
  const long = Object.values(ADDRESS).find((column) => (cells[column] ?? '').length > TEXT_LENGTH_MAX);
  if (long)
    throw new AppError('invalid_parameter', `It is longer than ${TEXT_LENGTH_MAX} characters.`, {
      param: long,
      ...because('too_long', { max: TEXT_LENGTH_MAX }),
    });
  const given = Object.fromEntries(
    Object.entries(ADDRESS).map(([field, column]) => [field, cells[column] ?? '']),
  ) as Record<keyof typeof ADDRESS, string>;
  const { address, problems } = validateAddress({ ...given, country: given.country.toUpperCase() });
  const [problem] = problems;
  if (problem) throw addressRefusal(problem, given);
  const locale = language === undefined ? store.locale : messageLanguage(language);
  return { email, address, locale, customerKey: customerKeyOf(store.id, email) };
}

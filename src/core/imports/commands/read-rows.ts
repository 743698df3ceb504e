import { countryMeant, hasNoCode, unknownCountry } from '../../../domain/country.ts';
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
import { makeAll, makeFields } from '../../../domain/refuse-all.ts';
import { isRounded, rounded } from '../../../domain/rounded.ts';
import { knownLanguage } from '../../../messages/catalogue.ts';
import type { Sql } from '../../../platform/db.ts';
import { type AddressProblem, lengthMaxOf } from '../../../protocol/wire/address.ts';
import { isEmail } from '../../../protocol/wire/email.ts';
import { postcodeElsewhere, validateAddress } from '../../checkouts/address-rules.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import { countryNamed } from '../../stores/country-named.ts';
import type { Store } from '../../stores/queries.ts';
import type { ImportKey, ImportState, RowNote } from '../queries.ts';

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
export type ReadRow = { preorder: ForeignPreorder; contact: Contact; notes: RowNote[] } | 'over' | AppError;

type NumberedRow<Content> = { number: number; key: string } & Content;
/** The next rows of an import as they were read, before anything is locked. */
export type NextRows = { state: ImportState } & (
  | { kind: 'preorders'; rows: NumberedRow<{ read: ReadRow }>[] }
  | { kind: 'waitlists'; rows: NumberedRow<{ cells: WaitlistCells }>[] }
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
  const rows = await sql.query<NumberedRow<{ cells: PreorderCells | WaitlistCells }>>(
    `SELECT r.number, r.key, r.data AS cells FROM import_row r
     WHERE r.store_id = $1 AND r.import_id = $2 AND ${WAITS[state]} ORDER BY r.number LIMIT $3`,
    [store.id, importId, state === 'checking' ? CHECKED_AT_ONCE : IMPORTED_AT_ONCE],
  );
  if (kind === 'waitlists') return { kind, state, rows: rows as NumberedRow<{ cells: WaitlistCells }>[] };
  const { currency, timeZone, locale, pricesIncludeTax } = store;
  const terms: ImportTerms = { currency, timeZone, locale, pricesIncludeTax, paid, now };
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
    const read = makeFields({
      preorder: () => readPreorder(cells, terms),
      contact: () => readContact(store, cells),
    });
    return { ...read, notes: notesOf(store, cells) };
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
  const country = countryNamed(given.country) ?? '';
  const refuse = (message: string, why: ReturnType<typeof because>) =>
    new AppError('invalid_parameter', message, { param: ADDRESS[field], ...why });
  if (field === 'country') {
    if (text === '') return refuse('The country is missing.', because('missing'));
    if (hasNoCode(text)) return refuse(unknownCountry(text), because('country_without_code', { text }));
    return refuse(unknownCountry(text), because('country_unknown', { text, country: countryMeant(text) ?? 'DE' }));
  }
  if (code === 'required') return refuse(`Addresses in ${country} need it.`, because('address_incomplete'));
  if (code === 'region') {
    const message = `“${text}” is not known as a region of ${country}: write its name or its code of ISO 3166-2.`;
    return refuse(message, because('region_unknown', { text, country }));
  }
  if (code === 'too_long') {
    const max = lengthMaxOf(field);
    return refuse(`It is longer than ${max} characters.`, because('too_long', { max }));
  }
  if (code === 'characters') return refuse('It has control characters in it.', because('control_characters'));
  const elsewhere = postcodeElsewhere(country, text);
  if (elsewhere !== undefined) {
    const message = `“${text}” is a postcode of ${elsewhere}: write ${elsewhere} as the country.`;
    return refuse(message, because('postcode_elsewhere', { text, country: elsewhere }));
  }
  const message = `“${text}” is not a postcode of ${country}. Save the column as text, with its leading zeros.`;
  return refuse(message, because('postcode_unlike', { text, country }));
}

/** Reads contact and address. Throws `missing_parameter` or `invalid_parameter` with the columns. */
function readContact(store: Store, cells: PreorderCells): Contact {
  const { language = '' } = cells;
  const { email, address } = makeFields({ email: () => emailIn(cells), address: () => addressIn(cells) });
  const locale = knownLanguage(language) ?? store.locale;
  return { email, address, locale, customerKey: customerKeyOf(store.id, email) };
}

function emailIn(cells: PreorderCells): string {
  // An address may begin with an apostrophe. None does; exporters put one before any text.
  const email = cells.email?.replace(/^'+/, '');
  if (email === undefined) {
    const why = { param: 'email', ...because('missing') };
    throw new AppError('missing_parameter', 'The e-mail address is missing.', why);
  }
  if (isEmail(email)) return email;
  throw new AppError('invalid_parameter', 'This is not an e-mail address.', {
    param: 'email',
    ...because('not_email'),
  });
}

function addressIn(cells: PreorderCells): Record<string, string> {
  const tooLong = Object.values(ADDRESS).filter((column) => (cells[column] ?? '').length > TEXT_LENGTH_MAX);
  refuseEach(tooLong, (column) => {
    const why = { param: column, ...because('too_long', { max: TEXT_LENGTH_MAX }) };
    return new AppError('invalid_parameter', `It is longer than ${TEXT_LENGTH_MAX} characters.`, why);
  });
  const given = Object.fromEntries(
    Object.entries(ADDRESS).map(([field, column]) => [field, cells[column] ?? '']),
  ) as Record<keyof typeof ADDRESS, string>;
  const { address, problems } = validateAddress({ ...given, country: countryNamed(given.country) ?? '' });
  refuseEach(problems, (problem) => addressRefusal(problem, given));
  return address;
}

function refuseEach<One>(wrong: readonly One[], refusal: (one: One) => AppError): void {
  makeAll(
    wrong,
    (one) => {
      throw refusal(one);
    },
    () => ({}),
  );
}

/** Tells what becomes of a row in another way than it says. */
function notesOf(store: Store, { language, phone = '', order_discount: share }: PreorderCells): RowNote[] {
  const notes: RowNote[] = [];
  if (language !== undefined && knownLanguage(language) === null) {
    const text = language.slice(0, 40);
    const message = `There are no texts in “${text}”: the shopper is written to in the store’s language, ${store.locale}.`;
    notes.push({ param: 'language', message, why: because('language_unknown', { text, locale: store.locale }).data });
  }
  if (share !== undefined) {
    const message = `The order costs less than its line items: ${share} of that is the discount of this one.`;
    notes.push({ param: 'discount', message, why: because('order_discount', { amount: share }).data });
  }
  if (isRounded(phone)) {
    const { message } = rounded(phone);
    notes.push({ param: 'phone', message, why: because('id_rounded', { text: phone.slice(0, 40) }).data });
  }
  return notes;
}

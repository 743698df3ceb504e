import type { CatalogColumn, CatalogHeader, FileRow } from './catalog-csv-columns.ts';
import { AppError } from './error.ts';
import { parseExternalId } from './external-id.ts';
import { because, type Why, whyOf } from './refusal.ts';
import { isRounded, rounded } from './rounded.ts';
import { withoutMark } from './spreadsheet.ts';

export type IssueCode =
  | 'invalid_value'
  | 'missing_value'
  | 'too_many_cells'
  | 'cut_off'
  | 'duplicate_variant'
  | 'too_many_variants'
  | 'id_collision'
  | 'ids_differ'
  | 'handle_taken';

type Issue = { code: IssueCode; reason: string; why: Why | null };

/** Why a row's variant was not imported. */
export type RowIssue = {
  line: number;
  /** The column's name as the file spells it. */
  column: string;
  code: IssueCode;
  reason: string;
  /** The reason as a stable name with values; null where an error has none. */
  why: Why | null;
  handle: string;
  /** The product's title, empty where neither the row nor the catalogue says it. */
  title: string;
};

export type RowCells = {
  line: number;
  issues: RowIssue[];
  /** Returns true when the file has such a column. */
  has(column: CatalogColumn): boolean;
  /** Returns the cell's text, trimmed; empty when the file has no such column. */
  text(column: CatalogColumn): string;
  /** Returns the trimmed text of the cell under the header that folds to this name; empty when there is none. */
  under(folded: string): string;
  /** Returns what `parse` makes of the cell. When it throws an `AppError`, records an issue and returns `otherwise`. */
  read<T, U>(column: CatalogColumn, parse: (text: string) => T, otherwise: U): T | U;
  refuse(column: CatalogColumn, issue: Issue): void;
  /** Returns false, and records an issue, when cells may be under the wrong header or the file ends within the row. */
  checkShape(): boolean;
};

export function openRow(header: CatalogHeader, { line, cells, unterminated }: FileRow): RowCells {
  const issues: RowIssue[] = [];
  const cellAt = (index = -1) => withoutMark(cells[index] ?? '');
  const raw = (column: CatalogColumn) => cellAt(header.columns[column]?.index);
  const refuse = (column: string, { code, reason, why }: Issue) => {
    // Issues are printed on terminals, where control characters of a cell must not take effect.
    const shown = (text: string) => text.trim().replace(/\p{Cc}/gu, '\uFFFD');
    const handle = shown((raw('handle') || raw('productId') || raw('variantId')).slice(0, TEXT_LENGTH_MAX));
    const title = shown(raw('title').slice(0, TEXT_LENGTH_MAX));
    issues.push({ line, column: shown(column), code, reason: shown(reason), why, handle, title });
  };
  const nameOf = (column: CatalogColumn) => header.columns[column]?.name ?? column;
  return {
    line,
    issues,
    has: (column) => header.columns[column] !== undefined,
    text: (column) => raw(column).trim(),
    under: (folded) => cellAt(header.folded.indexOf(folded)).trim(),
    refuse: (column, issue) => refuse(nameOf(column), issue),
    read(column, parse, otherwise) {
      try {
        return parse(raw(column));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refuse(nameOf(column), { code: 'invalid_value', reason: error.message, why: whyOf(error) });
        return otherwise;
      }
    },
    checkShape() {
      const before = issues.length;
      const extra = cells.findIndex((cell, index) => index >= header.width && cell.trim() !== '');
      if (extra !== -1) {
        const reason = `The row has more cells than the header (${header.width}). Is there a comma outside quotes?`;
        const { data: why } = because('too_many_cells', { max: header.width });
        refuse(`cell ${extra + 1}`, { code: 'too_many_cells', reason, why });
      } else if (unterminated && cells.length < header.width) {
        const reason = 'The file ends in the middle of this row.';
        refuse(`cell ${cells.length}`, { code: 'cut_off', reason, why: because('cut_off').data });
      }
      return issues.length === before;
    },
  };
}

const TEXT_LENGTH_MAX = 255; // Shopify's limit for titles, SKUs, handles and options
const HTML_LENGTH_MAX = 512 * 1024; // Shopify's limit for descriptions, in characters
const URL_LENGTH_MAX = 2_048;
const WHOLE_MAX = 2_147_483_647; // the maximum of PostgreSQL's integer

function invalid(message: string, why: ReturnType<typeof because>): AppError {
  return new AppError('invalid_parameter', message, why);
}

/** Reads a name or code on one line: trims it, and makes one space of each whitespace within it. */
export function oneLine(text: string): string {
  return exact(text.replace(/\s+/g, ' ').normalize('NFC'));
}

// Marks of direction that come along when a text is copied. A shopper or a program would find no SKU that has them.
const UNSEEN = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/gu;

/** Reads a code that the platform compares letter by letter: only trims it, and leaves out what is not seen. */
export function exact(text: string): string {
  const code = text.replace(UNSEEN, '').trim();
  if (code.length > TEXT_LENGTH_MAX)
    throw invalid(`Longer than ${TEXT_LENGTH_MAX} characters.`, because('too_long', { max: TEXT_LENGTH_MAX }));
  if (/\p{Cc}/u.test(code)) throw invalid('It has control characters in it.', because('control_characters'));
  return code;
}

/** Reads a SKU. One that a spreadsheet program has rounded would stand for several, and be found by none of them. */
export function sku(text: string): string {
  if (isRounded(text)) throw rounded(text);
  return exact(text);
}

// An id of digits alone, and so in any form of writing it shorter.
const ROUNDED_ID = /^\d+([.,]\d+)?e\+?\d+$/i;

/** Reads an id of the platform, in any form that callers use. Returns null for an empty cell. */
export function platformId(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (ROUNDED_ID.test(trimmed)) throw rounded(trimmed);
  const id = parseExternalId(trimmed);
  if (id === null || /\p{Cc}/u.test(id))
    throw invalid(`${quote(trimmed)} cannot be an id.`, because('not_id', { text: trimmed.slice(0, 40) }));
  return id;
}

/** Reads HTML unchanged: code that shows it has to make it safe first. */
export function html(text: string): string {
  if (text.length > HTML_LENGTH_MAX)
    throw invalid(`Longer than ${HTML_LENGTH_MAX} characters.`, because('too_long', { max: HTML_LENGTH_MAX }));
  if (text.includes('\0')) throw invalid('It has control characters in it.', because('control_characters'));
  return text.trim() === '' ? '' : text;
}

/** Reads a web address. Returns null for an empty cell. */
export function webAddress(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const address = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw invalid(
      `${quote(trimmed)} is not an address that begins with https:// or http://.`,
      because('not_address', { text: trimmed.slice(0, 40) }),
    );
  }
  const { href } = new URL(address);
  if (href.length > URL_LENGTH_MAX)
    throw invalid(`Longer than ${URL_LENGTH_MAX} characters.`, because('too_long', { max: URL_LENGTH_MAX }));
  return href;
}

/** Reads a whole number as spreadsheets write it: `12`, `-3`, `1,200`, `12.0`. Returns null for an empty cell. */
export function wholeNumber(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const number = Number(trimmed.replace(/,(?=\d{3}(\D|$))/g, ''));
  if (!/^-?[\d,]+(\.0+)?$/.test(trimmed) || !(Math.abs(number) <= WHOLE_MAX)) {
    throw invalid(`${quote(trimmed)} is not a whole number.`, because('not_number', { text: trimmed.slice(0, 40) }));
  }
  return number;
}

/** Reads units, of which plugins for decimals write parts: a part of a unit cannot be sold. Returns null for an empty cell. */
export function wholeUnits(text: string): number | null {
  // Three digits behind a comma may be thousands.
  const [, whole, fraction] = /^(-?\d{1,10})(?:\.|,(?!\d{3}$))(\d{1,10})$/.exec(text.trim()) ?? [];
  return whole === undefined ? wholeNumber(text) : wholeNumber(`${Math.floor(Number(`${whole}.${fraction}`))}`);
}

/** The units of what a store does not count: it is on the shelf, so it is one at least. */
export const UNCOUNTED = 1;

/**
 * Reads whether the platform goes on selling at zero: `continue` or `deny`, in newer files TRUE or FALSE. Empty means no.
 */
export function flag(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (['', 'deny', 'false', 'no'].includes(word)) return false;
  if (['continue', 'true', 'yes'].includes(word)) return true;
  throw invalid(
    `${quote(text)} is neither “continue” nor “deny”.`,
    because('not_flag', { text: text.trim().slice(0, 40) }),
  );
}

function quote(text: string): string {
  return `“${text.trim().slice(0, 40)}”`;
}

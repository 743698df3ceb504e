/** Returns SQL that is true when the column is within the current range. */
export type Within = (column: string) => string;

/** A row that breaks a rule: `subject` names the row, `detail` the values that differ, in English and as a stable name with values. */
export type Broken = { subject: string; detail: string; detailCode: string; detailValues: string[] };

/**
 * SQL of a finding's detail. `text` is English, with `%s` for each of the `values`; `code` is the rule's, with a second part where the
 * rule finds several things.
 */
export const detail = (code: string, text: string, values: string): string =>
  `format('${text}', ${values}) AS detail, '${code}' AS "detailCode",
    string_to_array(substr(format(regexp_replace('${text}', '[^%]*%s[^%]*', chr(31) || '%s', 'g'), ${values}), 2), chr(31)) AS "detailValues"`;

/**
 * A rule that one store's books never break. `broken` is SQL that lists the rows that break it, as subject and `detail`; $1 is
 * the store. It reads every table that grows only within the range and by an index. So the rows are read in one go, and a
 * statement ends within a moment, however large the store is. A rule uses the product's own definitions, such as that of a line
 * item that waits: it looks for wrong rows. A wrong definition is found by the test that compares it with the domain
 * (test/flows/preorders/line-definitions.test.ts), and by the rules of the tests, which state it anew.
 */
export type Rule = {
  /** Stable, for callers of the API. */
  code: string;
  by: By;
  broken: (within: Within) => string;
};

/** The tables whose keys a rule can walk through, and how many rows a range has. */
export const WALKS = {
  checkout: { table: 'checkout', rows: 5_000 },
  preorder: { table: 'preorder', rows: 5_000 },
  line: { table: 'preorder_line', rows: 5_000 },
  attempt: { table: 'attempt', rows: 5_000 },
  movement: { table: 'movement', rows: 5_000 },
  discount: { table: 'discount', rows: 100 },
  // The counters of a waitlist, or of a release, change together, so one snapshot has to count them all. This takes about a
  // second for each million rows.
  waitlist: { table: 'waitlist', rows: 1 },
  release: { table: 'release', rows: 1 },
} as const;

/** `once`: one statement, because the rows it reads do not grow with sales. `ledger`: the stock ledger, summed up in parts. */
type By = keyof typeof WALKS | 'once' | 'ledger';

/** A range of keys: after $2, up to and including $3. */
export const IN_RANGE: Within = (column) => `${column} > $2 AND ${column} <= $3`;
const EVERYTHING: Within = () => 'true';

/** Returns the rule's SQL for a whole store in one snapshot. */
export const wholeOf = ({ broken }: Rule): string => broken(EVERYTHING);

// LATERAL with LIMIT looks up the pre-order of each finding by key: with a plain join, the planner might read all pre-orders
// of the store to name a few.
export const preorderOf = (id: string): string =>
  `LATERAL (SELECT * FROM preorder p WHERE p.store_id = $1 AND p.id = ${id} LIMIT 1) p`;

/**
 * The one row of a table that belongs to a row of the range, if there is one, for LEFT JOIN LATERAL. LIMIT has it looked up by key: in a
 * table that was never analysed, which a crash can put off for long, a plain join may compare each row with each other one.
 */
export const oneOf = (table: string, isIts: string): string =>
  `LATERAL (SELECT * FROM ${table} WHERE store_id = $1 AND ${isIts} LIMIT 1)`;

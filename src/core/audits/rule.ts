/** SQL that says whether a column is within the range that is looked at. */
export type Within = (column: string) => string;

/** What breaks a rule: `subject` names the row, `detail` the two figures that differ. */
export type Broken = { subject: string; detail: string };

/**
 * Something that is always true of one store's books. `broken` lists what breaks it, as subject and detail; $1 is the store.
 * Every table that grows is asked for the range alone, by an index: so it is read in one go, and however large the store is,
 * a statement ends within a moment.
 */
export type Rule = { by: By; broken: (within: Within) => string };

/** What a rule goes through, by the keys of which table, and how many of its rows at a time. */
export const WALKS = {
  checkout: { table: 'checkout', rows: 5_000 },
  preorder: { table: 'preorder', rows: 5_000 },
  line: { table: 'preorder_line', rows: 5_000 },
  attempt: { table: 'attempt', rows: 5_000 },
  movement: { table: 'movement', rows: 5_000 },
  discount: { table: 'discount', rows: 100 },
  // Counters of one waitlist, or release, change together, so they are counted at one moment: a second for each million.
  waitlist: { table: 'waitlist', rows: 1 },
  release: { table: 'release', rows: 1 },
} as const;

/** `once`: what it reads never grows with what was sold. `ledger`: the stock ledger, which is summed up in parts. */
type By = keyof typeof WALKS | 'once' | 'ledger';

/** Between the last key and the last one of this range. */
export const IN_RANGE: Within = (column) => `${column} > $2 AND ${column} <= $3`;
const EVERYTHING: Within = () => 'true';

/** The rule over a whole store at one moment. */
export const wholeOf = ({ broken }: Rule): string => broken(EVERYTHING);

// Who is named in a finding is looked up by key, one by one: joined, the planner might read all of a store's to name a few.
export const preorderOf = (id: string): string =>
  `LATERAL (SELECT * FROM preorder p WHERE p.store_id = $1 AND p.id = ${id} LIMIT 1) p`;

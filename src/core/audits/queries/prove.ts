import type { Database, Sql } from '../../../platform/db.ts';
import { type Broken, IN_RANGE, type Rule, WALKS, wholeOf } from '../rule.ts';
import { AUDIT_RULES } from '../rules.ts';
import { differsFromLedger } from './stock-ledger.ts';

/** Something in a store's books that must not be. */
export type Finding = Broken & { rule: string };

/** How far a store's books are proven: so many rules, of the next one all up to a key; and what was found. */
export type Proof = { rulesDone: number; after: string; found: Finding[] };

const FIRST_KEY = '00000000-0000-0000-0000-000000000000';
const LAST_KEY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
export const NOTHING_PROVEN: Proof = { rulesDone: 0, after: FIRST_KEY, found: [] };

// What is wrong once may be wrong ten thousand times: the first ones of each rule are enough to look at.
const FINDINGS_PER_RULE_MAX = 20;

export type Proving = {
  /** Where an earlier one came to. */
  from?: Proof | undefined;
  /** How many rows a look takes at most; by itself it takes what is read within a moment. */
  rowsMax?: number;
};

/**
 * Proves rule by rule, a range of rows at a time, and yields how far it has come after each. A statement sees one moment of
 * the books and ends soon; nothing is held from one to the next. What a look finds is looked at once more before it counts.
 */
export async function* prove(
  db: Database,
  storeId: string,
  { from = NOTHING_PROVEN, rowsMax = Number.POSITIVE_INFINITY }: Proving = {},
): AsyncGenerator<Proof> {
  let { after, found } = from;
  const small = new Set<string>();
  for (const [index, [name, rule]] of Object.entries(AUDIT_RULES).entries()) {
    if (index < from.rulesDone) continue;
    let room = FINDINGS_PER_RULE_MAX - found.filter((finding) => finding.rule === name).length;
    for await (const look of looksAt(db, rule, { storeId, after, rowsMax, small })) {
      const news = look.rows.slice(0, room).map((row) => ({ rule: name, ...row }));
      found = [...found, ...news];
      room -= news.length;
      if (room === 0) break;
      if (look.until !== LAST_KEY) yield { rulesDone: index, after: look.until, found };
    }
    after = FIRST_KEY;
    yield { rulesDone: index + 1, after, found };
  }
}

type Look = { rows: Broken[]; until: string };
/** `small`: tables that were found to be one range of this store. */
type Target = { storeId: string; after: string; rowsMax: number; small: Set<string> };

function looksAt(db: Database, rule: Rule, target: Target): AsyncGenerator<Look> {
  if (rule.by === 'ledger') return looksAtLedger(db, target);
  if (rule.by === 'once') return looksOnce(db, rule, target);
  return looksAtRanges(db, { ...WALKS[rule.by], text: rule.broken(IN_RANGE) }, target);
}

async function* looksOnce(sql: Sql, rule: Rule, { storeId }: Target): AsyncGenerator<Look> {
  const text = wholeOf(rule);
  yield { rows: await lookTwice(() => firstRows(sql, text, [storeId])), until: LAST_KEY };
}

/** The summing up begins anew where it was interrupted: what it had is kept nowhere. */
async function* looksAtLedger(db: Database, { storeId, rowsMax }: Target): AsyncGenerator<Look> {
  for await (const rows of differsFromLedger(db, storeId, rowsMax)) {
    yield rows === null
      ? { rows: [], until: FIRST_KEY }
      : { rows: rows.slice(0, FINDINGS_PER_RULE_MAX), until: LAST_KEY };
  }
}

type Ranges = { table: string; rows: number; text: string };

async function* looksAtRanges(sql: Sql, ranges: Ranges, target: Target): AsyncGenerator<Look> {
  for (let from = target.after; from !== LAST_KEY; ) {
    const until = await endOfRange(sql, ranges, { ...target, after: from });
    const range = [target.storeId, from, until];
    yield { rows: await lookTwice(() => firstRows(sql, ranges.text, range)), until };
    from = until;
  }
}

async function endOfRange(sql: Sql, { table, rows }: Ranges, target: Target): Promise<string> {
  const { storeId, after, rowsMax, small } = target;
  if (small.has(table)) return LAST_KEY;
  const [last] = await sql.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE store_id = $1 AND id > $2 ORDER BY id OFFSET $3 LIMIT 1`,
    [storeId, after, Math.min(rows, rowsMax) - 1],
  );
  if (last) return last.id;
  if (after === FIRST_KEY) small.add(table);
  return LAST_KEY;
}

function firstRows(sql: Sql, text: string, values: readonly unknown[]): Promise<Broken[]> {
  return sql.query<Broken>(`${text} LIMIT ${FINDINGS_PER_RULE_MAX}`, values);
}

async function lookTwice(look: () => Promise<Broken[]>): Promise<Broken[]> {
  const rows = await look();
  return rows.length === 0 ? rows : look();
}

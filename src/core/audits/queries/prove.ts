import type { Database, Sql } from '../../../platform/db.ts';
import { AUDIT_RULES } from '../all-rules.ts';
import { type Broken, IN_RANGE, type Rule, WALKS, wholeOf } from '../rule.ts';
import { differsFromLedger } from './stock-ledger.ts';

/** A row of a store's books that breaks a rule. */
export type Finding = Broken & { code: string; rule: string };

/**
 * The progress of an audit: the number of finished rules, the last checked key of the current rule (`after`), and the
 * findings so far.
 */
export type Proof = { rulesDone: number; after: string; found: Finding[] };

const FIRST_KEY = '00000000-0000-0000-0000-000000000000';
const LAST_KEY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
export const NOTHING_PROVEN: Proof = { rulesDone: 0, after: FIRST_KEY, found: [] };

// One fault may break ten thousand rows: the first findings of each rule are enough to find the fault.
const FINDINGS_PER_RULE_MAX = 20;

export type Proving = {
  /** The progress of an earlier audit to go on from. */
  from?: Proof | undefined;
  /** The most rows that a range may have; without it, the rule's own size applies, which is read within a moment. */
  rowsMax?: number;
};

/**
 * Checks rule by rule, a range of rows at a time, and yields the progress after each range. A statement sees a snapshot of
 * the books and ends soon; no lock or transaction is held between two statements. A finding counts only if a second query
 * confirms it.
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
    for await (const checked of checkRule(db, rule, { storeId, after, rowsMax, small })) {
      const findings = checked.rows.slice(0, room).map((row) => ({ code: rule.code, rule: name, ...row }));
      found = [...found, ...findings];
      room -= findings.length;
      if (room === 0) break;
      if (checked.until !== LAST_KEY) yield { rulesDone: index, after: checked.until, found };
    }
    after = FIRST_KEY;
    yield { rulesDone: index + 1, after, found };
  }
}

/** The result of one range: the rows that break the rule, and the range's last key. */
type Checked = { rows: Broken[]; until: string };
/** `small`: tables whose rows of this store fit into one range. */
type Target = { storeId: string; after: string; rowsMax: number; small: Set<string> };

function checkRule(db: Database, rule: Rule, target: Target): AsyncGenerator<Checked> {
  if (rule.by === 'ledger') return checkLedger(db, target);
  if (rule.by === 'once') return checkOnce(db, rule, target);
  return checkRanges(db, { ...WALKS[rule.by], text: rule.broken(IN_RANGE) }, target);
}

async function* checkOnce(sql: Sql, rule: Rule, { storeId }: Target): AsyncGenerator<Checked> {
  const text = wholeOf(rule);
  yield { rows: await confirmed(() => firstRows(sql, text, [storeId])), until: LAST_KEY };
}

/** Checks the stock ledger. Its partial sums are not stored, so after an interruption it begins anew. */
async function* checkLedger(db: Database, { storeId, rowsMax }: Target): AsyncGenerator<Checked> {
  for await (const rows of differsFromLedger(db, storeId, rowsMax)) {
    yield rows === null
      ? { rows: [], until: FIRST_KEY }
      : { rows: rows.slice(0, FINDINGS_PER_RULE_MAX), until: LAST_KEY };
  }
}

type Ranges = { table: string; rows: number; text: string };

async function* checkRanges(sql: Sql, ranges: Ranges, target: Target): AsyncGenerator<Checked> {
  for (let from = target.after; from !== LAST_KEY; ) {
    const until = await endOfRange(sql, ranges, { ...target, after: from });
    const range = [target.storeId, from, until];
    yield { rows: await confirmed(() => firstRows(sql, ranges.text, range)), until };
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

async function confirmed(query: () => Promise<Broken[]>): Promise<Broken[]> {
  const rows = await query();
  return rows.length === 0 ? rows : query();
}

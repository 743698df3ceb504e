import type { Database } from '../../src/platform/db.ts';
import type { Statement } from '../support/statements.ts';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

/** Tables and indexes with many rows, and the store with these rows. */
type Grown = { growing: ReadonlySet<string>; storeId: string };

const PAGE = 20;
const FIRST_KEY = '00000000-0000-0000-0000-000000000001';
const LAST_KEY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Lists the growing tables that the statement's plan reads as a whole. It is planned with its recorded values, but for the
 * store with many rows. Below a limit that ends it early, a scan may walk an index from its beginning.
 */
export async function wholeTablesOf(db: Database, statement: Statement, grown: Grown): Promise<string[]> {
  const values = statement.values.map((value, index) => boundTo(statement.text, value, { index, ...grown }));
  const [row] = await db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (FORMAT JSON) ${statement.text}`, values);
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error(`no plan for ${statement.text}`);
  return [...new Set(scansOf(plan, grown.growing, false))];
}

/**
 * Replaces values: a store of another database has no rows here, and for a large page or range of keys a full scan would be
 * cheaper, so both become small.
 */
function boundTo(text: string, value: unknown, { index, storeId }: { index: number; storeId: string }): unknown {
  const follows = (words: string) => new RegExp(`${words}\\s*\\$${index + 1}\\b`).test(text);
  if (typeof value === 'string' && follows('store_id\\s*=')) return storeId;
  if (value === LAST_KEY && follows('<=')) return FIRST_KEY;
  return typeof value === 'number' && follows('LIMIT') ? Math.min(value, PAGE) : value;
}

function scansOf(plan: Plan, growing: ReadonlySet<string>, isLimited: boolean): string[] {
  const { 'Node Type': kind, 'Relation Name': table, Plans: inner = [] } = plan;
  const limited = kind === 'Limit' || (isLimited && !ENDS_LIMIT.test(kind));
  const below = inner.flatMap((one) => scansOf(one, growing, limited));
  return table !== undefined && readsAll(plan, growing, isLimited) ? [table, ...below] : below;
}

// These nodes read all their input before their first row.
const ENDS_LIMIT = /Sort|Aggregate|Hash|Materialize|ModifyTable|LockRows/;

function readsAll(plan: Plan, growing: ReadonlySet<string>, isLimited: boolean): boolean {
  const { 'Node Type': kind, 'Relation Name': table = '', 'Index Name': index } = plan;
  if (!growing.has(table)) return false;
  if (kind === 'Seq Scan') return true;
  // A partial index of rare rows may be read as a whole.
  return index !== undefined && growing.has(index) && plan['Index Cond'] === undefined && !isLimited;
}

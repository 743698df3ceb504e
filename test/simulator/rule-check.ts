import { Violation } from './verdict.ts';
import type { World } from './world.ts';

export type Rules = Record<string, string>;

const ROWS_MAX = 3; // enough to see what is wrong

/**
 * Asks for whatever breaks any of the rules, each a query whose parameter is the store's id, in one statement: they are
 * proven after every step, and most of what each would cost by itself is the way to the database and back.
 */
export function createRuleCheck(rules: Rules): (world: Pick<World, 'sql' | 'storeId'>) => Promise<void> {
  const names = Object.keys(rules);
  const parts = Object.values(rules).map(
    (query, index) => `(SELECT ${index} AS rule, to_jsonb(broken) AS row FROM (${query}\n) broken LIMIT ${ROWS_MAX})`,
  );
  const text = `SELECT * FROM (${parts.join('\nUNION ALL ')}) found`;
  return async ({ sql, storeId }) => {
    const rows = await sql.query<{ rule: number; row: unknown }>(text, [storeId]);
    const [first] = rows;
    if (!first) return;
    const broken = rows.filter(({ rule }) => rule === first.rule).map(({ row }) => row);
    throw new Violation(names[first.rule] ?? '', broken);
  };
}

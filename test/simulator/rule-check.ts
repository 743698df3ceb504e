import { Violation } from './violation.ts';
import type { World } from './world.ts';

export type Rules = Record<string, string>;

const ROWS_MAX = 3; // enough to show the problem

/**
 * Runs all rules in one statement and returns the rows that break them. Each rule is a query with the store's id as its
 * parameter. The rules run after every step, where separate round trips would take most of the time.
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

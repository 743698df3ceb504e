import type pg from 'pg';

type Plan = {
  'Join Type'?: string;
  'Parent Relationship'?: string;
  Alias?: string;
  Output?: string[];
  Plans?: Plan[];
};

const OUTER_JOIN = /\b(LEFT|RIGHT|FULL)\s+(OUTER\s+)?JOIN\b/i;
const PARAMETER = /\$(\d+)/g;
const ALIAS = /^"?([\w$]+)"?\./; // `w.id`, and `"order".id`

/**
 * Returns a function that tells whether a column of a prepared statement's rows is of a table that an outer join may find no
 * row of. It looks at the plan. The planner knows which conditions turn an outer join into an inner one.
 */
export async function outerJoined(
  client: pg.Client,
  statement: { name: string; text: string },
): Promise<(column: number) => boolean> {
  if (!OUTER_JOIN.test(statement.text)) return () => false;
  const plan = await planOf(client, statement);
  const joined = new Set(outerAliases(plan));
  return (column) => joined.has(ALIAS.exec(plan.Output?.[column] ?? '')?.[1] ?? '');
}

async function planOf(client: pg.Client, { name, text }: { name: string; text: string }): Promise<Plan> {
  const last = Math.max(0, ...[...text.matchAll(PARAMETER)].map(([, number]) => Number(number)));
  const values = last > 0 ? `(${Array(last).fill('NULL').join(', ')})` : '';
  const { rows } = await client.query(`EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE ${name}${values}`);
  return rows[0]['QUERY PLAN'][0].Plan;
}

function outerAliases({ 'Join Type': join, Plans: plans = [] }: Plan): string[] {
  return plans.flatMap((plan) =>
    mayBeEmpty(join, plan['Parent Relationship']) ? aliasesOf(plan) : outerAliases(plan),
  );
}

function mayBeEmpty(join: string | undefined, side: string | undefined): boolean {
  return join === 'Full' || (join === 'Left' && side === 'Inner') || (join === 'Right' && side === 'Outer');
}

function aliasesOf({ Alias: alias, Plans: plans = [] }: Plan): string[] {
  return [...(alias === undefined ? [] : [alias]), ...plans.flatMap(aliasesOf)];
}

import type pg from 'pg';

/** What the sessions call themselves whose statements are prepared. */
export const PREPARING = 'waitlist-service of tests';

const names = new Map<string, string>();

/**
 * Gives a statement with values a name, if its session is one of those, so that PostgreSQL parses and plans it once for each
 * connection. Most of the work of tests is to plan the same few hundred statements on a few rows. A name that the code gave stays.
 */
export function asPrepared(client: pg.Client, asked: unknown[]): unknown[] {
  const { application_name: session } = (client as unknown as { connectionParameters: { application_name?: string } })
    .connectionParameters;
  const [first, ...rest] = asked;
  if (session !== PREPARING || !isNameless(first)) return asked;
  const name = names.get(first.text) ?? `test_${names.size + 1}`;
  names.set(first.text, name);
  return [{ ...first, name }, ...rest];
}

function isNameless(asked: unknown): asked is pg.QueryConfig {
  if (typeof asked !== 'object' || asked === null || 'submit' in asked) return false;
  const { name, text, values } = asked as Partial<pg.QueryConfig>;
  return name === undefined && typeof text === 'string' && Array.isArray(values) && values.length > 0;
}

import type { Sql } from '../../../platform/db.ts';

/**
 * Columns with a time that stay when the rows of a test store grow older, each with its reason. All others move, so that a new
 * column does by itself. A name alone is a whole table.
 */
export const STAYS: Readonly<Record<string, string>> = {
  activity: 'says when members of staff really did something',
  api_token: 'is a secret of the merchant’s systems, which live in real time',
  api_write: 'keeps requests of those systems from being done twice',
  app_install: 'is an account at a platform, whose clock nobody moves',
  audit: 'says when the books were really looked at',
  idempotency: 'keeps requests of browsers from being done twice',
  'mail.claimed_until': 'a worker has it at this moment',
  outbox: 'is work for the next second, and cleared by its real age',
  payment_account: 'is an account at a provider, whose clock nobody moves',
  'preorder_standing.placed_at': 'follows the pre-order by a trigger',
  'preorder_standing.updated_at': 'says when the row changed, which it just did',
  'product.created_at': 'nothing is decided by how old it is',
  'product.updated_at': 'nothing is decided by how old it is',
  provider_event: 'is a message of a provider, cleared by its real age',
  rehearsal: 'belongs to the merchant, who lives in real time',
  relayed_event: 'is a message between two open pages',
  sighting: 'says when a page was really looked at',
  staff_invitation: 'belongs to people, who live in real time',
  staff_mail: 'belongs to people, who live in real time',
  staff_role: 'belongs to people, who live in real time',
  staff_subscription: 'belongs to people, who live in real time',
  store_asset: 'nothing is decided by how old it is',
  store_secret: 'is a secret of the merchant’s systems, which live in real time',
  test_clock: 'says when the clock was moved',
  'variant.created_at': 'nothing is decided by how old it is',
  'variant.updated_at': 'nothing is decided by how old it is',
  'webhook_endpoint.paused_until': 'another system asked for the pause in real time',
  'webhook_message.claimed_until': 'a worker has it at this moment',
  webhook_secret: 'is a secret of the merchant’s systems, which live in real time',
};

/** A table whose rows grow older. */
export type AgingTable = {
  name: string;
  instants: string[];
  days: string[];
  /** Days that are a part of a key: they move without meeting each other on the way. */
  keyDays: string[];
};

type Column = { table: string; column: string; isDay: boolean; inKey: boolean };

/** Reads from the catalogue of the database which columns of which tables move with the clock of a test store. */
export async function readAgingTables(sql: Sql): Promise<AgingTable[]> {
  const columns = await sql.query<Column>(
    `SELECT c.table_schema || '.' || c.table_name AS "table", c.column_name AS "column", c.data_type = 'date' AS "isDay",
            EXISTS (SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
                    WHERE i.indisunique AND i.indrelid = t.oid AND a.attname = c.column_name) AS "inKey"
     FROM information_schema.columns c
     JOIN pg_namespace n ON n.nspname = c.table_schema
     JOIN pg_class t ON t.relnamespace = n.oid AND t.relname = c.table_name AND t.relkind = 'r'
     WHERE c.table_schema IN ('public', 'test_provider') AND c.data_type IN ('timestamp with time zone', 'date')
       AND EXISTS (SELECT 1 FROM pg_attribute s WHERE s.attrelid = t.oid AND s.attname = 'store_id')
     ORDER BY 1, 2`,
  );
  const tables = new Map<string, AgingTable>();
  for (const { table, column, isDay, inKey } of columns) {
    const name = table.replace(/^public\./, '');
    if (name in STAYS || `${name}.${column}` in STAYS) continue;
    const aging = tables.get(name) ?? { name, instants: [], days: [], keyDays: [] };
    tables.set(name, aging);
    (isDay ? aging.days : aging.instants).push(column);
    if (isDay && inKey) aging.keyDays.push(column);
  }
  return [...tables.values()].sort((a, b) => rank(a.name) - rank(b.name));
}

// In the order in which every command locks, so that nobody waits in a circle.
const LOCKED_FIRST = ['checkout', 'preorder', 'preorder_line', 'hold'];
const rank = (name: string) => (LOCKED_FIRST.includes(name) ? LOCKED_FIRST.indexOf(name) : LOCKED_FIRST.length);

import type { Database, Sql } from '../../src/platform/db.ts';

// Fills a database with as many rows as years of use would: it multiplies the rows of a few shoppers
// (`growth-story.ts`) table by table. It reads the columns from the database's catalogue, so it fits older and newer schemas.

export type Growth = {
  /** The number of pre-orders in all, with their dependent rows. */
  preorders: number;
  /** The number of stores; the first is that of `createGrowthStory`. */
  stores: number;
};

/** Tables that do not grow with the shoppers of a store. All other tables of a store do. */
const STORE_TABLES = [
  'store',
  'store_origin',
  'store_secret',
  'store_shipping_rate',
  'store_tax_rate',
  'product',
  'variant',
  'waitlist',
  'waitlist_variant',
  'batch',
  'promise',
  'unit',
  'release',
  'release_unit',
  'arrival',
  'arrival_unit',
  'arrived_unit',
  'audit',
  'payment_account',
  'webhook_endpoint',
  'webhook_secret',
  'discount',
  'measure',
  'preorder_words_count',
  'price_history',
  'product_safety',
];
// Tables that only migrations write.
const LEFT_ALONE = ['schema_migration', 'clock_shift'];
// Columns with an id of a row in `STORE_TABLES`.
const STORE_IDS =
  /^(store_id|hook_id|public_key|endpoint_id|discount_id|release_id|arrival_id|known_id|agreed_id|(.*_)?(waitlist|batch|variant|product|promise)_id)$/;
// Texts that are unique for each person, or for each store in `STORE_TABLES`.
const OWN_TEXTS =
  /^(slug|reference|customer_key|email|ref|(provider|method|customer|object|external)_ref|(idempotency_)?key|attempt_id|message_id|event_id|client_address|client_secret|charge)$/;
// Times in the past. Times in the future are copied unchanged.
const PAST =
  /^(at|since|(.*_)?(created|updated|placed|received|dispatched|sent|occurred|taken|ended|released|handed|opened)_at)$/;
const PAST_DAYS = 6; // no row is old enough to be pruned

type Column = { name: string; type: string };
type Table = { name: string; columns: Column[] };

const SCHEMAS = ['public', 'test_provider'];

/** Multiplies the rows of `createGrowthStory` and updates the statistics. */
export async function grow(db: Database, { preorders, stores }: Growth): Promise<void> {
  const [{ had } = { had: 0 }] = await db.query<{ had: number }>('SELECT count(*) AS had FROM preorder');
  const times = Math.max(stores, Math.ceil(preorders / had));
  const tables = await readTables(db);
  await db.transaction(async (tx) => {
    // The copies satisfy the constraints because the originals do. Checking each copy would be most of the work.
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query('SET LOCAL synchronous_commit = off');
    for (const table of tables) await multiply(tx, table, { times, stores });
    await countUnits(tx);
  });
  for (const { name } of tables) await analyse(db, name);
}

const isOfStore = (name: string): boolean => STORE_TABLES.includes(name);

async function readTables(db: Sql): Promise<Table[]> {
  return db.query<Table>(
    `SELECT CASE t.schemaname WHEN 'public' THEN t.tablename ELSE t.schemaname || '.' || t.tablename END AS name,
            json_agg(json_build_object('name', c.column_name, 'type', c.data_type) ORDER BY c.ordinal_position) AS columns
     FROM pg_tables t JOIN information_schema.columns c ON c.table_schema = t.schemaname AND c.table_name = t.tablename
     WHERE t.schemaname = ANY($1) AND t.tablename <> ALL ($2) AND c.is_identity = 'NO' AND c.is_generated = 'NEVER'
     GROUP BY t.schemaname, t.tablename ORDER BY 1`,
    [SCHEMAS, LEFT_ALONE],
  );
}

async function multiply(tx: Sql, { name, columns }: Table, { times, stores }: { times: number; stores: number }) {
  const ofStore = isOfStore(name);
  const values = columns.map((column) => copied(column, { ofStore, times }));
  const names = columns.map((column) => column.name).join(', ');
  // The allocation of a waitlist counts once for each store.
  const except = name === 'stock_ledger' ? `WHERE t.reason <> 'allocate' OR g.n < ${stores}` : '';
  await tx.query(
    `INSERT INTO ${name} (${names}) SELECT ${values.join(', ')}
     FROM (SELECT n, n % ${stores} AS k FROM generate_series(1, ${(ofStore ? stores : times) - 1}) AS n) g
     CROSS JOIN (SELECT * FROM ${name}) t ${except} ORDER BY g.n`,
  );
}

/** Returns the SQL of the column in copy number `g.n`, which belongs to store number `g.k`. */
function copied({ name, type }: Column, { ofStore, times }: { ofStore: boolean; times: number }): string {
  const value = `t.${name}`;
  const isStoreId = STORE_IDS.test(name) || (name === 'id' && ofStore);
  if (type === 'uuid' && isStoreId) return `CASE g.k WHEN 0 THEN ${value} ELSE md5(${value} || ' ' || g.k)::uuid END`;
  if (type === 'uuid') return `${copiedId(value, times)}::uuid`;
  if (type === 'text' && name === 'attempt_id') return copiedId(`${value}::uuid`, times);
  if (type === 'text' && OWN_TEXTS.test(name)) return `g.n || '-' || ${value}`;
  if (type === 'timestamp with time zone' && PAST.test(name)) {
    return `${value} - (${times} - g.n) * (interval '${PAST_DAYS} days' / ${times})`;
  }
  return value;
}

/** Returns the SQL of a version 7 UUID: consecutive copies are neighbours in every index, like real rows. */
const copiedId = (value: string, times: number): string =>
  `(CASE WHEN ${value} IS NOT NULL THEN lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - ${times} + g.n), 12, '0')
      || '7' || substr(md5(${value} || ' ' || g.n), 14) END)`;

/** Recomputes the counters from the copied rows and raises the allocations to fit, so that all books are sound. */
async function countUnits(tx: Sql): Promise<void> {
  for (const statement of COUNTS) await tx.query(statement);
}

const COUNTS = [
  `UPDATE unit u SET held = c.held, sold = c.sold, allocated = greatest(u.allocated, c.held + c.sold)
   FROM (SELECT store_id, batch_id, variant_id, sum(held_delta) AS held, sum(sold_delta) AS sold
         FROM stock_ledger GROUP BY 1, 2, 3) c
   WHERE c.store_id = u.store_id AND c.batch_id = u.batch_id AND c.variant_id = u.variant_id`,
  `UPDATE stock_ledger l SET allocated_delta = u.allocated FROM unit u
   WHERE l.reason = 'allocate' AND u.store_id = l.store_id AND u.batch_id = l.batch_id AND u.variant_id = l.variant_id`,
  `UPDATE release_unit r SET released = c.lines, units = greatest(r.units, c.lines)
   FROM (SELECT store_id, release_id, variant_id, count(*) AS lines FROM release_line
         WHERE given_back_at IS NULL GROUP BY 1, 2, 3) c
   WHERE c.store_id = r.store_id AND c.release_id = r.release_id AND c.variant_id = r.variant_id`,
  `UPDATE arrived_unit a SET released = c.lines, arrived = greatest(a.arrived, c.lines)
   FROM (SELECT store_id, batch_id, variant_id, count(*) AS lines FROM preorder_line
         WHERE state IN ('released', 'fulfilled', 'returned') OR due_from = 'released' GROUP BY 1, 2, 3) c
   WHERE c.store_id = a.store_id AND c.batch_id = a.batch_id AND c.variant_id = a.variant_id`,
  `UPDATE arrival_unit x SET delta = a.arrived, counted = a.arrived FROM arrival b, arrived_unit a
   WHERE b.store_id = x.store_id AND b.id = x.arrival_id
     AND a.store_id = b.store_id AND a.batch_id = b.batch_id AND a.variant_id = x.variant_id`,
];

async function analyse(db: Database, table: string): Promise<void> {
  const client = await db.connect({ direct: true });
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(`VACUUM (ANALYZE) ${table}`); // like the autovacuum of a server, which also sets the visibility map
  } finally {
    await client.end();
  }
}

import type pg from 'pg';
import type { Sql } from '../../src/platform/db.ts';
import { outerJoined } from './outer-joins.ts';

/** What the driver makes of a value: the name of a JavaScript type or class, `JSON`, or a list. */
export type Shape = string | { listOf: Shape };

/** A column of the rows that a statement answers. */
export type Column = {
  name: string;
  /** PostgreSQL's type. */
  type: string;
  shape: Shape;
  /** Why a value may be null; undefined where it cannot be, or where PostgreSQL does not tell. */
  mayBeNull: string | undefined;
};

type Field = Pick<pg.FieldDef, 'name' | 'tableID' | 'columnID' | 'dataTypeID'>;
type TypeReader = (oid: number) => Promise<Pick<Column, 'type' | 'shape'>>;
type TableColumn = { name: string; notNull: boolean };

/** Has PostgreSQL parse statements without running them. `sql` is of the same driver as `client`. */
export async function createColumnReader(client: pg.Client, sql: Sql): Promise<(text: string) => Promise<Column[]>> {
  const tables = await readTableColumns(sql);
  const typeOf = createTypeReader(sql);
  await client.query('SET plan_cache_mode = force_generic_plan'); // plans without values, for `outerJoined`
  return async (text) => {
    const fields = await prepare(client, text);
    const isOuterJoined = await outerJoined(client, { name: PREPARED, text });
    await client.query(`DEALLOCATE ${PREPARED}`);
    return Promise.all(
      fields.map(async ({ name, tableID, columnID, dataTypeID }, index) => {
        const column = tables.get(`${tableID} ${columnID}`);
        return { name, ...(await typeOf(dataTypeID)), mayBeNull: column && whyNull(column, isOuterJoined(index)) };
      }),
    );
  };
}

function whyNull({ name, notNull }: TableColumn, isOuterJoined: boolean): string | undefined {
  if (!notNull) return `${name} may be null`;
  return isOuterJoined ? `${name} is of an outer join` : undefined;
}

const PREPARED = 'prepared';

/** Leaves a prepared statement in the session. Resolves with the columns of its rows, as the server describes them. */
function prepare(client: pg.Client, text: string): Promise<Field[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Field[]>();
  let fields: Field[] = [];
  client.query({
    submit(connection: pg.Connection) {
      connection.parse({ name: PREPARED, text, types: [] }, true);
      connection.describe({ type: 'S', name: PREPARED }, true);
      connection.sync();
    },
    handleRowDescription(description: { fields: Field[] }) {
      fields = description.fields;
    },
    handleError: reject,
    handleReadyForQuery: () => resolve(fields),
  });
  return promise;
}

/** Columns of tables by the key that a description has. Views are left out: PostgreSQL does not say if their columns may be null. */
async function readTableColumns(sql: Sql): Promise<Map<string, TableColumn>> {
  const rows = await sql.query<TableColumn & { key: string }>(
    `SELECT concat(a.attrelid, ' ', a.attnum) AS key, a.attrelid::regclass || '.' || a.attname AS name, a.attnotnull AS "notNull"
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relkind = 'r' AND a.attnum > 0`,
  );
  return new Map(rows.map(({ key, ...column }) => [key, column]));
}

// A value of each type that statements answer. The driver shows with it what it makes of the type.
const SAMPLES: { [type: string]: string } = {
  bigint: '1',
  boolean: 'true',
  bytea: '\\x00',
  date: '2026-01-31',
  'double precision': '1.5',
  integer: '1',
  interval: '1 hour',
  json: '{}',
  jsonb: '{}',
  name: 'a',
  numeric: '1.5',
  oid: '1',
  real: '1.5',
  regclass: 'pg_class',
  smallint: '1',
  text: 'a',
  'timestamp with time zone': '2026-01-31T12:00:00Z',
  uuid: '00000000-0000-0000-0000-000000000000',
};

function createTypeReader(sql: Sql): TypeReader {
  const found = new Map<number, ReturnType<TypeReader>>();
  return (oid) => {
    const type = found.get(oid) ?? readType(sql, oid);
    found.set(oid, type);
    return type;
  };
}

async function readType(sql: Sql, oid: number): ReturnType<TypeReader> {
  const [row] = await sql.query<{ type: string; element: string | null }>(
    `SELECT format_type(oid, NULL) AS type, CASE WHEN typcategory = 'A' THEN format_type(typelem, NULL) END AS element
     FROM pg_type WHERE oid = $1`,
    [oid],
  );
  const { type, element } = row ?? { type: `${oid}`, element: null };
  const one = element ?? type;
  const sample = SAMPLES[one];
  if (sample === undefined) throw new Error(`write a sample of ${one} into test/row-types/result-columns.ts`);
  const [answer] = await sql.query<{ value: unknown }>(
    element ? `SELECT ARRAY[$1::${element}] AS value` : `SELECT $1::${type} AS value`,
    [sample],
  );
  return { type, shape: shapeOf(answer?.value) };
}

function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return { listOf: shapeOf(value[0]) };
  if (typeof value !== 'object' || value === null) return typeof value;
  return value.constructor === Object ? 'JSON' : value.constructor.name;
}

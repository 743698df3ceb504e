import { beforeAll, expect, test } from 'vitest';
import { openBooks } from '../../packages/stripe-stand-in/src/open-books.ts';
import { STAGING_TABLES } from '../../src/core/catalog/commands/staging.ts';
import { createTestDatabase } from '../support/database.ts';
import { NEVER_NULL, UNREADABLE } from './exceptions.ts';
import { type Difference, differences } from './fits.ts';
import { createColumnReader } from './result-columns.ts';
import { readTypedQueries, type TypedQuery } from './typed-queries.ts';
import { NotKnown } from './values.ts';

// Every query of the sources that says of which type its rows are: PostgreSQL parses its statement on a migrated database, and
// what it says of the columns is compared with the row type.

// Wrong row types, which have to be found, as [what is wrong, query, what is found].
const WRONG: [string, string, string[]][] = [
  [
    'a wrong type',
    `sql.query<{ id: number }>('SELECT id FROM store')`,
    ['id: the row type says number, PostgreSQL answers uuid, which becomes string'],
  ],
  [
    'a bigint as text',
    `sql.query<{ id: string }>('SELECT id FROM outbox')`,
    ['id: the row type says string, PostgreSQL answers bigint, which becomes number'],
  ],
  [
    'bigints as numbers, in a list',
    `sql.query<{ ids: number[] }>('SELECT array_agg(id) AS ids FROM outbox')`,
    ['ids: the row type says number[], PostgreSQL answers bigint[], which becomes string[]'],
  ],
  [
    'a sum of bigints',
    `sql.query<{ sum: number }>('SELECT sum(amount) FROM movement')`,
    ['sum: the row type says number, PostgreSQL answers numeric, which becomes string'],
  ],
  [
    'a day as a moment',
    `sql.query<{ day: Date }>('SELECT current_date AS day')`,
    ['day: the row type says Date, PostgreSQL answers date, which becomes string'],
  ],
  [
    'a moment in JSON',
    `sql.query<{ said: { at: Date }[] }>("SELECT json_agg(json_build_object('at', now())) AS said")`,
    ['said: the row type says { at: Date; }[], PostgreSQL answers json, which becomes JSON'],
  ],
  [
    'a number for a text',
    `sql.query<{ mode: 'test' | 'live'; slug: 1 }>('SELECT mode, slug FROM store')`,
    ['slug: the row type says 1, PostgreSQL answers text, which becomes string'],
  ],
  [
    'a column that is missing',
    `sql.query<{ id: string; name: string }>('SELECT id FROM store')`,
    ['name: the row type has it, the statement does not answer it'],
  ],
  [
    'a column too many',
    `sql.query<{ id: string }>('SELECT id, slug FROM store')`,
    ['slug: the statement answers it, the row type does not have it'],
  ],
  [
    'a column twice',
    `sql.query<{ id: string }>('SELECT s.id, w.id FROM store s JOIN waitlist w ON w.store_id = s.id')`,
    ['id: the statement answers it twice'],
  ],
  [
    'a column that may be null',
    `sql.query<{ at: Date }>('SELECT ended_at AS at FROM movement WHERE store_id = $1', [])`,
    ['at: the row type says Date, movement.ended_at may be null'],
  ],
  [
    'a column of an outer join',
    `sql.query<{ id: string }>('SELECT w.id FROM store s LEFT JOIN waitlist w ON w.store_id = s.id AND w.id = $1')`,
    ['id: the row type says string, waitlist.id is of an outer join'],
  ],
  [
    'a row type that the caller of the query says',
    `((): Promise<{ id: number }[]> => sql.query('SELECT id FROM store'))()`,
    ['id: the row type says number, PostgreSQL answers uuid, which becomes string'],
  ],
  [
    'a statement that is put together',
    `sql.query<{ id: string; at: string }>(\`SELECT \${['id', 'created_at AS at'].join(', ')} \${from('store')}\`)`,
    ['at: the row type says string, PostgreSQL answers timestamp with time zone, which becomes Date'],
  ],
  [
    'a statement that PostgreSQL refuses',
    `sql.query<{ id: string }>('SELECT id FROM nowhere')`,
    ['relation "nowhere" does not exist'],
  ],
  [
    'a statement that nobody knows',
    `sql.query<{ id: string }>(process.argv.join())`,
    ['the text is not known: process is not known'],
  ],
];
const RIGHT = [
  `sql.query<{ at: Date | null; mode: 'test' | 'live'; id: unknown }>('SELECT m.ended_at AS at, s.mode, s.id FROM store s JOIN movement m ON true')`,
  `sql.query<{ id: string | null }>('SELECT w.id FROM store s LEFT JOIN waitlist w ON w.store_id = s.id')`,
  `sql.query<{ id: string }>('SELECT w.id FROM store s LEFT JOIN waitlist w ON w.store_id = s.id WHERE w.id = $1')`,
  `sql.query<{ id: string; slug?: string }>(now ? 'SELECT id FROM store' : 'SELECT id, slug FROM store')`,
  `sql.query('SELECT id FROM nowhere')`,
];

const PLANTED = 'test/row-types/planted.ts';
const PLANTED_HEAD = `import type { Sql } from '../../src/platform/db.ts';
const from = (table: string) => \`FROM \${table}\`;
export async function planted(sql: Sql, now: boolean) {`;
const lineOf = (index: number) => index + PLANTED_HEAD.split('\n').length + 1;

type FoundDifference = Difference & { query: TypedQuery; statement: string };

let queries: TypedQuery[];
let found: FoundDifference[];

beforeAll(async () => {
  const planted = [...WRONG.map(([, query]) => query), ...RIGHT].map((query) => `await ${query};`);
  const read = await readTypedQueries({ [PLANTED]: [PLANTED_HEAD, ...planted, '}'].join('\n') });
  queries = read.queries;
  const { db, url, drop } = await createTestDatabase();
  const books = await openBooks(url);
  const client = await db.connect();
  await client.query(STAGING_TABLES); // an import makes them for itself
  const readers = { service: await createColumnReader(client, db), standIn: await createColumnReader(client, books) };
  found = [];
  for (const query of queries) {
    const readColumns = query.file.startsWith('packages/') ? readers.standIn : readers.service;
    const add = (statement: string, given: Difference[]) =>
      found.push(...given.map((one) => ({ ...one, query, statement })));
    if (query.texts instanceof NotKnown) {
      add('', [{ column: '', about: 'name', text: `the text is not known: ${query.texts.message}` }]);
      continue;
    }
    for (const statement of query.texts) {
      const differs = await readColumns(statement).then(
        (columns) => differences(read.checker, query.rowType, columns),
        ({ message }: Error): Difference[] => [{ column: '', about: 'name', text: message }],
      );
      add(statement, differs);
    }
  }
  await client.end();
  await books.close();
  await drop();
}, 300_000);

const textOf = ({ column, text }: Difference) => (column ? `${column}: ${text}` : text);

test('PostgreSQL answers what every row type says', () => {
  const own = found.filter((one) => one.query.file !== PLANTED && !isExcused(one));
  expect(queries.length).toBeGreaterThan(300);
  expect([...new Set(own.map((one) => `${one.query.file}:${one.query.line} ${textOf(one)}`))]).toEqual([]);
});

test('every exception is needed', () => {
  expect(UNREADABLE.filter((exception) => !found.some((one) => isUnreadable(one, exception)))).toEqual([]);
  expect(NEVER_NULL.filter((exception) => !found.some((one) => isNeverNull(one, exception)))).toEqual([]);
});

test.each(WRONG.map(([name, , expected], index) => ({ name, expected, line: lineOf(index) })))(
  'finds $name',
  ({ expected, line }) => {
    expect(found.filter(({ query }) => query.file === PLANTED && query.line === line).map(textOf)).toEqual(expected);
  },
);

test('takes what is right', () => {
  const right = found.filter(({ query }) => query.file === PLANTED && query.line >= lineOf(WRONG.length));
  expect(right.map(textOf)).toEqual([]);
});

function isExcused(one: FoundDifference): boolean {
  return (
    UNREADABLE.some((exception) => isUnreadable(one, exception)) ||
    NEVER_NULL.some((exception) => isNeverNull(one, exception))
  );
}

function isUnreadable({ query }: FoundDifference, { file }: (typeof UNREADABLE)[number]): boolean {
  return query.file === file && query.texts instanceof NotKnown;
}

function isNeverNull(
  { query, about, column, statement }: FoundDifference,
  exception: (typeof NEVER_NULL)[number],
): boolean {
  const { file, columns, has } = exception;
  return about === 'null' && query.file === file && columns.includes(column) && statement.includes(has);
}

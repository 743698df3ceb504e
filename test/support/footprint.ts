import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { erase } from '../../src/core/people/commands/erase.ts';
import type { Person } from '../../src/core/people/queries/footprint.ts';
import type { Sql } from '../../src/platform/db.ts';

/** Reads every row of every table as text, by table name, so that a mark is found in any column. */
async function dumpDatabase(sql: Sql): Promise<Map<string, string[]>> {
  const tables = await sql.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const dump = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows = await sql.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    dump.set(
      name,
      rows.map(({ text }) => text),
    );
  }
  return dump;
}

/** Lists the tables that hold one of the marks, as `table: mark`. */
export async function findMarks(sql: Sql, marks: readonly string[]): Promise<string[]> {
  const dump = await dumpDatabase(sql);
  return [...dump].flatMap(([table, rows]) =>
    marks.filter((mark) => rows.some((row) => row.includes(mark))).map((mark) => `${table}: ${mark}`),
  );
}

/** Creates a person whose every detail contains a unique mark. */
export function createMarkedPerson() {
  const mark = randomUUID().slice(0, 8);
  const email = `Quill.${mark}@Shopper.example`;
  const words = {
    firstName: `Quill${mark}`,
    lastName: `Feather${mark}`,
    line1: `Brambleby Lane ${mark}`,
    line2: `Behind ${mark}`,
    city: `Town${mark}`,
    phoneNumber: '+493055501999',
  };
  const address = { ...words, region: '', postalCode: '10115', country: 'DE' };
  const lineItemProperties = { Engraving: `For ${mark}’s niece` };
  return { mark, email, person: { email, address, lineItemProperties } };
}
export type Somebody = ReturnType<typeof createMarkedPerson>;

/** Erases a person. Retries while a payment or a mail of the person is in progress, as the refusal asks. */
export async function eraseWithRetries(deps: Parameters<typeof erase>[0], person: Person): Promise<void> {
  const erased = async () =>
    erase(deps, person, { openToo: true }).then(
      () => 'erased',
      (error) => error.code,
    );
  await expect.poll(erased, { timeout: 15_000 }).toBe('erased');
}

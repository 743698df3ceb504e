import { createHash, type Hash } from 'node:crypto';
import { AppError } from '../../domain/error.ts';
import { readFormer } from '../former-migrations.ts';
import { MIGRATIONS, readMigrations } from '../migrations.ts';
import type { Entry } from './archive.ts';
import {
  damaged,
  END,
  type End,
  FORMAT,
  HEAD,
  type Head,
  linesOf,
  readEnd,
  readHead,
  requireKnown,
  requireNames,
  shown,
  tableOf,
} from './manifest.ts';

import type { Schemas } from './tables.ts';

export type Verified = { head: Head; end: End };

/**
 * Reads a whole backup and compares the sum of every table, before the first row of it is loaded. Throws a coded error if it is
 * damaged, or was made by a newer version.
 */
export async function verifyBackup(entries: AsyncGenerator<Entry>, schemas: Schemas): Promise<Verified> {
  try {
    const first = await entries.next();
    if (first.done || first.value.name !== HEAD) throw damaged('it does not begin with its list of tables');
    const head = readHead(first.value.body);
    // To the last byte, because the sum of the file stands there: what a damaged file says of its version is not true.
    const end = head.format === FORMAT ? compare(head, await readToEnd(head, entries)) : await skip(entries);
    requireKnown(head, await readMigrations(), await readFormer(MIGRATIONS));
    requireNames(head, schemas);
    if (end) return { head, end };
    throw damaged('its end is missing');
  } catch (error) {
    if (error instanceof AppError || isOfFile(error)) throw error;
    throw damaged('what it says of itself cannot be read'); // the reason would quote what stands there
  } finally {
    await entries.return(undefined);
  }
}

const isOfFile = (error: unknown) => error instanceof Error && 'syscall' in error;

type Sum = { rows: number; hash: Hash };
type BackupSums = { sums: Map<string, Sum>; end: End };

async function skip(entries: AsyncGenerator<Entry>): Promise<null> {
  while (!(await entries.next()).done);
  return null;
}

async function readToEnd(head: Head, entries: AsyncGenerator<Entry>): Promise<BackupSums> {
  let end: End | undefined;
  const sums = new Map<string, Sum>(head.tables.map(({ name }) => [name, { rows: 0, hash: createHash('sha256') }]));
  for await (const { name, body } of entries) {
    if (end) throw damaged(`it holds ${shown(name)} behind its end`);
    if (name === END) {
      end = readEnd(body);
      continue;
    }
    const sum = sums.get(tableOf(name) ?? '');
    if (!sum) throw damaged(`it holds ${shown(name)}, which is no table of it`);
    sum.hash.update(body);
    sum.rows += linesOf(body);
  }
  if (!end) throw damaged('its end is missing');
  return { sums, end };
}

function compare({ tables }: Head, { sums, end }: BackupSums): End {
  const missing = tables.find(({ name }) => !end.tables[name]);
  if (missing || Object.keys(end.tables).length !== tables.length)
    throw damaged('its end speaks of other tables than its beginning');
  for (const [name, { rows, hash }] of sums) {
    const written = end.tables[name];
    if (written?.rows !== rows || written.sha256 !== hash.digest('hex'))
      throw damaged(`the rows of ${shown(name)} are not those that were written`);
  }
  return end;
}

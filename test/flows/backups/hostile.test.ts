import { createHash } from 'node:crypto';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { SCHEMAS } from '../../../src/core/backups/commands.ts';
import { AppError } from '../../../src/domain/error.ts';
import { type Entry, packEntries, readEntries } from '../../../src/platform/backup/archive.ts';
import type { End, Head } from '../../../src/platform/backup/manifest.ts';
import { verifyBackup } from '../../../src/platform/backup/verify.ts';
import { openDatabase } from '../../../src/platform/db.ts';
import { emptyDatabase } from '../../support/cluster.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';

// Backups that somebody has written by hand, with the right sums, and backups that a disk has damaged.

let target: Awaited<ReturnType<typeof emptyDatabase>>;
let folder: string;
let plain: Buffer;
let entries: Entry[];
const file = (name: string) => join(folder, name);
const cli = (url = target.url) => commandLine({ DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  const source = await createTestDatabase();
  await createTestStore(source.db, { slug: 'stays' });
  await cli(source.url).json('backup', file('plain.tar.zst'), '--no-verify');
  await source.drop();
  target = await emptyDatabase(inject('cluster'));
  expect(await cli().json('restore', file('plain.tar.zst'))).toMatchObject({ code: 0 });
  plain = await readFile(file('plain.tar.zst'));
  entries = await allOf(readEntries(file('plain.tar.zst'), null));
}, 120_000);
afterAll(async () => {
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

async function allOf<One>(list: AsyncIterable<One>): Promise<One[]> {
  const all: One[] = [];
  for await (const one of list) all.push(one);
  return all;
}

type BackupParts = { head: Head; end: End; rows: Entry[] };

/** Writes a backup whose sums are right, whatever `change` does to its parts. */
async function write(change: (parts: BackupParts) => void): Promise<string> {
  const [head, end] = [entries[0], entries.at(-1)].map((one) => JSON.parse(one?.body.toString('utf8') ?? ''));
  const parts: BackupParts = { head, end, rows: entries.slice(1, -1) };
  change(parts);
  const json = (name: string, value: unknown) => ({ name, body: Buffer.from(JSON.stringify(value)) });
  const all = [json('backup.json', parts.head), ...parts.rows, json('end.json', parts.end)];
  await writeFile(
    file('hostile'),
    packEntries(
      (async function* () {
        yield* all;
      })(),
    ),
  );
  return file('hostile');
}

/** Adds a table with one row, as if it were one of ours. */
const addTable =
  (name: string, columns = ['id']) =>
  (parts: BackupParts) => {
    const body = Buffer.from('1\n');
    parts.head.tables.push({ name, columns });
    parts.end.tables[name] = { rows: 1, sha256: createHash('sha256').update(body).digest('hex') };
    parts.rows.push({ name: `rows/${name}/00000001`, body });
  };
const renameColumn =
  (column: string) =>
  ({ head }: BackupParts) => {
    const table = head.tables.find(({ name }) => name === 'public.store');
    if (table) table.columns[0] = column;
  };

const touch = () => `id) FROM PROGRAM 'touch ${file('ran')}' --`;
const CHANGES: [string, (parts: BackupParts) => void][] = [
  ['a table with a statement in its name', addTable('public.store; DROP TABLE public.store; --')],
  ['a table with a quote in its name', addTable(`public."a"; DROP TABLE store; --"`)],
  ['a table of the catalogue', addTable('pg_catalog.pg_authid', ['rolname'])],
  ['a table without a schema', addTable('store')],
  ['a table of another schema', addTable('elsewhere.store')],
  ['a table that nobody knows', addTable('public.nobody')],
  ['a table with letters of others', addTable('public.ſtore')],
  ['a table that moves the cursor', addTable('public.\u001b[2J\u0007\r\nada@shopper.example')],
  ['a table with a long name', addTable(`public.${'x'.repeat(100_000)}`)],
  ['a table called __proto__', addTable('__proto__')],
  [
    'ten thousand tables',
    (parts) => {
      for (let n = 0; n < 10_000; n += 1) addTable(`public.t${n}`)(parts);
    },
  ],
  [
    'one table twice',
    ({ head }) => {
      head.tables.push(...head.tables.slice(0, 1));
    },
  ],
  [
    'a table less',
    (parts) => {
      const gone = 'public.store';
      parts.head.tables = parts.head.tables.filter(({ name }) => name !== gone);
      delete parts.end.tables[gone];
      parts.rows = parts.rows.filter(({ name }) => !name.includes(`/${gone}/`));
    },
  ],
  ['a column that runs a program', (parts) => renameColumn(touch())(parts)],
  ['a column that is another one', renameColumn('slug')],
  ['a column that nobody knows', renameColumn('nobody')],
  [
    'a sequence of somebody else',
    ({ end }) => {
      end.sequences.push({ name: 'elsewhere.counter', value: '7' });
    },
  ],
  [
    'a sequence with a statement in its name',
    ({ end }) => {
      end.sequences.push({ name: `x'); DROP TABLE store; --`, value: '7' });
    },
  ],
  [
    'a sequence without a number',
    ({ end }) => {
      for (const one of end.sequences) one.value = 'seven';
    },
  ],
  [
    'sequences that are no list',
    ({ end }) => {
      Object.assign(end, { sequences: 7 });
    },
  ],
  [
    'tables that are no list',
    ({ head }) => {
      Object.assign(head, { tables: 'public.store' });
    },
  ],
  [
    'columns that are no list',
    ({ head }) => {
      for (const one of head.tables) Object.assign(one, { columns: 'id' });
    },
  ],
  [
    'a migration less',
    ({ head }) => {
      head.migrations.splice(3, 1);
    },
  ],
  [
    'no migration',
    ({ head }) => {
      head.migrations = [];
    },
  ],
  [
    'migrations that are no list',
    ({ head }) => {
      Object.assign(head, { migrations: null });
    },
  ],
  [
    'no time',
    ({ head }) => {
      head.madeAt = 'soon';
    },
  ],
  [
    'a format that is a text',
    ({ head }) => {
      Object.assign(head, { format: 'ada@shopper.example' });
    },
  ],
  [
    'a table of migrations that says something else',
    (parts) => {
      parts.rows = parts.rows.map(({ name, body }) => {
        if (!name.includes('/public.schema_migration/')) return { name, body };
        const fewer = Buffer.from(body.toString('utf8').replace(/^.*\n/, ''));
        const sum = parts.end.tables['public.schema_migration'];
        if (sum) Object.assign(sum, { rows: sum.rows - 1, sha256: createHash('sha256').update(fewer).digest('hex') });
        return { name, body: fewer };
      });
    },
  ],
];

test.each(CHANGES)('%s is refused in a sentence, and nothing is changed', async (_, change) => {
  const hostile = await write(change);
  const { code, out, err } = await cli().run('restore', hostile, '--replace');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^The backup [^\n]{1,300}\(backup_unreadable\)\n$/);
  expect(err).not.toMatch(/\bat .*\.ts/);
  expect(err, 'the cursor is moved').not.toContain('\u001b');
  await expect(access(file('ran'))).rejects.toThrow();
  const db = openDatabase({ url: `${target.url}?application_name=looks`, poolConnectionsMax: 1 });
  expect(await db.query('SELECT slug FROM store').finally(() => db.close())).toEqual([{ slug: 'stays' }]);
});

/** A generator of numbers that gives the same ones each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const outcomeOf = async (bytes: Buffer): Promise<string> => {
  await writeFile(file('fuzzed'), bytes);
  return verifyBackup(readEntries(file('fuzzed'), null), SCHEMAS).then(
    () => 'whole',
    (error: unknown) => (error instanceof AppError ? error.code : `a stack trace: ${(error as Error).stack}`),
  );
};

const flip = (bytes: Buffer, at: number, bit: number) => bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);

/** Returns whether the file has the same entries: a bit that nothing reads, such as one of a header's padding, may differ. */
const readsTheSame = async () =>
  (await allOf(readEntries(file('fuzzed'), null))).every(
    ({ name, body }, index) => entries[index]?.name === name && entries[index].body.equals(body),
  );

test('three hundred damaged files are refused with a code', async () => {
  const next = numbers(29);
  const cuts = () => plain.subarray(0, next(plain.length));
  const flips = () => {
    const bytes = Buffer.from(plain);
    for (let n = 0; n <= next(4); n += 1) flip(bytes, next(bytes.length), next(8));
    return bytes;
  };
  const doubles = () => {
    const [from, to] = [next(plain.length), next(plain.length)].sort((a, b) => a - b) as [number, number];
    return Buffer.concat([plain.subarray(0, to), plain.subarray(from)]);
  };
  const found = new Map<string, number>();
  for (let n = 0; n < 300; n += 1) {
    const bytes = [cuts, flips, doubles][n % 3]?.() ?? plain;
    const outcome = await outcomeOf(bytes);
    const isDamaged = outcome === 'whole' ? !(await readsTheSame()) : !bytes.equals(plain);
    if (isDamaged) found.set(outcome, (found.get(outcome) ?? 0) + 1);
  }
  expect(Object.fromEntries(found)).toEqual({ backup_unreadable: expect.any(Number) });
}, 120_000);

test('entries in another order, twice, missing, or with another size than they say, are refused with a code', async () => {
  const next = numbers(7);
  const pick = () => next(entries.length);
  const changes: ((all: Entry[]) => void)[] = [
    (all) => void all.splice(pick(), 1),
    (all) => void all.push(all[pick()] as Entry),
    (all) => void all.unshift(all.splice(1 + next(all.length - 1), 1)[0] as Entry),
    (all) => void Object.assign(all, { [pick()]: { name: all[pick()]?.name ?? '', body: Buffer.from('1\n') } }),
  ];
  const found = new Set<string>();
  for (let n = 0; n < 100; n += 1) {
    const all = [...entries];
    changes[n % changes.length]?.(all);
    const packed = packEntries(
      (async function* () {
        yield* all;
      })(),
    );
    found.add(await outcomeOf(Buffer.concat(await allOf(packed))));
  }
  expect([...found]).toEqual(['backup_unreadable']);
}, 120_000);

test('an entry that says that it is larger than any memory is refused at once', async () => {
  const tar = Buffer.alloc(1_024);
  tar.write('backup.json', 0);
  tar.write('0000600\0', 100);
  tar.write('77777777777\0', 124); // eight gigabytes
  tar.write('ustar\x0000', 257);
  tar.write('        ', 148);
  tar.write(
    `${tar
      .subarray(0, 512)
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  const { zstdCompressSync } = await import('node:zlib');
  expect(await outcomeOf(zstdCompressSync(tar))).toBe('backup_unreadable');
});

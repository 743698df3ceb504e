import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../domain/error.ts';
import { type CsvRow, readCsv } from './csv.ts';

async function rowsOf(input: Readable): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of readCsv(input)) rows.push(row);
  return rows;
}

const read = (...chunks: (string | Buffer)[]) => rowsOf(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));

async function refusal(...chunks: (string | Buffer)[]): Promise<{ code: string; message: string }> {
  const error = await read(...chunks).catch((thrown: unknown) => thrown);
  if (error instanceof AppError) return { code: error.code, message: error.message };
  throw new Error('the file was accepted', { cause: error });
}

const lines = (rows: CsvRow[]) => rows.map((row) => [row.line, ...row.cells]);

test('a byte order mark and any line ending are accepted, also mixed', async () => {
  expect(lines(await read('\uFEFFHandle,Title\r\na,A\nb,B\rc,C\r\n'))).toEqual([
    [1, 'Handle', 'Title'],
    [2, 'a', 'A'],
    [3, 'b', 'B'],
    [4, 'c', 'C'],
  ]);
});

test.each([
  ['tabs', 'ID\t"GTIN, EAN"\tName\n1\t2\tA, B\n'],
  ['commas', 'ID,"GTIN\t EAN",Name\n1,2,"A, B"\n'],
  ['commas and not its semicolons', 'ID,"GTIN; EAN; UPC; ISBN",Name\n1,2,"A, B"\n'],
  ['semicolons', '\ufeffID;"GTIN, UPC, EAN, or ISBN";Name\r\n1;2;A, B\r\n'],
])('cells between %s are told from text with the other sign', async (_, content) => {
  expect((await read(content))[1]?.cells).toEqual(['1', '2', 'A, B']);
});

test('line numbers count the breaks inside quotes and rows without text', async () => {
  const file = 'Handle,Body\r\na,"one\r\ntwo\nthree"\r\n\r\n,\r\nb,"""quoted"", twice"\r\n';
  expect(lines(await read(file))).toEqual([
    [1, 'Handle', 'Body'],
    [2, 'a', 'one\r\ntwo\nthree'],
    [7, 'b', '"quoted", twice'],
  ]);
});

test('a quote inside an unquoted cell is text', async () => {
  expect(lines(await read('Handle,Title\nbolt,5" bolt\n'))).toContainEqual([2, 'bolt', '5" bolt']);
});

test('a last row without a line break is marked as unterminated', async () => {
  expect((await read('Handle\na\n')).at(-1)).toMatchObject({ unterminated: false });
  expect((await read('Handle\na')).at(-1)).toMatchObject({ unterminated: true });
});

test('a file that ends inside a quote is refused, and the message names the row', async () => {
  expect(await refusal('Handle,Title\na,A\nb,"B\nand mo')).toMatchObject({
    code: 'csv_invalid',
    message: expect.stringContaining('line 3'),
  });
});

test('a file that cannot be read to its end is refused', async () => {
  async function* broken() {
    yield Buffer.from('Handle,Title\na,A\n');
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
  }
  await expect(rowsOf(Readable.from(broken()))).rejects.toMatchObject({ code: 'file_unreadable' });
});

test('an unclosed quote is refused before it fills the memory', async () => {
  async function* endless() {
    yield Buffer.from('Handle,Title\na,"');
    for (;;) yield Buffer.alloc(65_536, 'x');
  }
  await expect(rowsOf(Readable.from(endless()))).rejects.toMatchObject({
    code: 'csv_invalid',
    message: expect.stringContaining('line 2'),
  });
});

test.each([
  ['nothing', ''],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a JPEG', Buffer.from('ffd8ffe000104a46494600010100', 'hex')],
])('%s is not CSV', async (_, content) => {
  expect(await refusal(content)).toMatchObject({ code: 'csv_invalid' });
});

test('a file of a spreadsheet program is refused, and the message says how to save it', async () => {
  expect(await refusal(Buffer.from('504b030414000600080000002100', 'hex'))).toMatchObject({
    code: 'csv_invalid',
    message: expect.stringMatching(/Excel file.* save it as “CSV UTF-8”/),
  });
});

test.each([
  ['UTF-16 with its mark', Buffer.from('\uFEFFHandle,Title\na,A\n', 'utf16le')],
  ['UTF-16 without', Buffer.from('Handle,Title\na,A\n', 'utf16le')],
  ['UTF-16 big-endian', Buffer.from('Handle,Title\na,A\n', 'utf16le').swap16()],
  ['Latin-1', Buffer.from('Handle,Title\na,A\nb,Caf\xe9\n', 'latin1')],
  ['a character cut at the end', Buffer.from('Handle,Title\na,é').subarray(0, -1)],
])('%s is refused as another encoding', async (_, content) => {
  expect(await refusal(content)).toMatchObject({ code: 'csv_encoding' });
});

test('the message names the line that is not UTF-8, also far into the file and across chunks', async () => {
  const good = Buffer.from(`Handle,Title\n${'é,é\n'.repeat(5_000)}`);
  const bad = Buffer.from('b,Caf\xe9\n', 'latin1');
  const cut = good.length - 3; // within the last é
  const { message } = await refusal(good.subarray(0, cut), Buffer.concat([good.subarray(cut), bad]));
  expect(message).toContain('line 5002');
});

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', ' ', ',', '"', '\n', '\r\n', ';') });
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

test('any table is read back unchanged, in chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 1, max: 9 }),
      async (table, ending, step) => {
        const bytes = Buffer.from(table.map((row) => row.map(quoted).join(',') + ending).join(''));
        const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) =>
          bytes.subarray(i * step, (i + 1) * step),
        );
        const rows = await read(...chunks);
        expect(rows.map((row) => row.cells)).toEqual(table.filter((row) => row.some((text) => text !== '')));
      },
    ),
  );
});

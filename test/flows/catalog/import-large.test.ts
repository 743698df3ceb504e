import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';

const { db, url, drop } = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'catalog-import-'));
afterAll(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

const FILE_BYTES = 200_000_000;
const MEMORY_MB_MAX = 150; // above what importing one row needs
const SIZES = ['S', 'M', 'L', 'XL'];

const HEADER = 'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src';
const BODY = `"${'<p>It keeps you warm, ""dry"" and dressed.</p>\r\n'.repeat(50)}"`;

/** Writes four variants with a description of usual length. */
function rowsOf(product: number): string {
  return SIZES.map((size, index) => {
    const [title, body, name] = index === 0 ? [`Jacket ${product}`, BODY, 'Size'] : ['', '', ''];
    const image = `https://cdn.example/jackets/${product}-${index}.jpg`;
    return `jacket-${product},${title},${body},,${name},${size},J-${product}-${size},"1,299.00",${image}\r\n`;
  }).join('');
}

async function writeLargeFile(path: string): Promise<{ products: number }> {
  const written = { products: 0 };
  function* chunks() {
    let bytes = 0;
    yield `${HEADER}\r\n`;
    while (bytes < FILE_BYTES) {
      const chunk = Array.from({ length: 100 }, () => rowsOf(written.products++)).join('');
      bytes += chunk.length;
      yield chunk;
    }
  }
  await pipeline(Readable.from(chunks()), createWriteStream(path));
  return written;
}

/** Runs `./service catalog import` in processes of its own and measures their peak memory. */
async function importInProcess(file: string): Promise<{ code: number | null; peakMb: number; answer: string }> {
  const { BASE_URL: _, ...environment } = process.env; // leaves out the address that the test runner may have
  const run = fileURLToPath(new URL('../../../bootstrap/run.mjs', import.meta.url));
  const child = spawn(process.execPath, [run, 'service', 'catalog', 'import', file, '--json'], {
    env: { ...environment, DATABASE_URL: url, DATA_DIR: join(folder, 'data'), SECRET_KEY: TEST_SECRET_KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let answer = '';
  child.stdout.on('data', (chunk) => {
    answer += chunk;
  });
  const peaks = new Map<string, number>();
  const watch = setInterval(() => void notePeaks(String(child.pid), peaks), 25);
  const code = await ended;
  clearInterval(watch);
  return { code, answer, peakMb: Math.max(...peaks.values()) };
}

/** The kernel keeps the highest resident size of each process, so the last reading is the peak. */
async function notePeaks(pid: string, peaks: Map<string, number>): Promise<void> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => ''); // the process may have ended
  const peakKb = /^VmHWM:\s+(\d+)/m.exec(await read('status'))?.[1];
  if (peakKb) peaks.set(pid, Number(peakKb) / 1024);
  const children = (await read(`task/${pid}/children`)).split(' ').filter((one) => one.trim() !== '');
  await Promise.all(children.map((one) => notePeaks(one, peaks)));
}

test.skipIf(process.platform !== 'linux')(
  'imports a file of 200 MB with at most 150 MB of memory above idle',
  async () => {
    await createTestStore(db);
    const small = join(folder, 'small.csv');
    await writeFile(small, `${HEADER}\r\n${rowsOf(0)}`);
    const idle = await importInProcess(small);
    expect(idle.code).toBe(0);

    const large = join(folder, 'large.csv');
    const { products } = await writeLargeFile(large);
    const started = Date.now();
    const { code, answer, peakMb } = await importInProcess(large);
    const seconds = (Date.now() - started) / 1000;
    expect(JSON.parse(answer).data).toMatchObject({
      rows: { read: products * SIZES.length, refused: 0 },
      products: { created: products - 1, unchanged: 1 },
      issues: [],
    });
    expect(code).toBe(0);
    const [count] = await db.query<{ variants: number }>('SELECT count(*) AS variants FROM variant');
    expect(count?.variants).toBe(products * SIZES.length);
    const above = peakMb - idle.peakMb;
    console.info(
      `${products * SIZES.length} variants in ${seconds.toFixed(1)} s, ${above.toFixed(0)} MB above ${idle.peakMb.toFixed(0)} MB`,
    );
    expect(above).toBeGreaterThan(0);
    expect(above).toBeLessThan(MEMORY_MB_MAX);
  },
  180_000,
);

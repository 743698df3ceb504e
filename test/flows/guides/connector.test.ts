import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readChanged, readEverything } from '../../../src/core/connections/jobs.ts';
import { openConnection } from '../../../src/core/connections/queries.ts';
import { commandLine } from '../../support/command-line.ts';
import { storeOrder } from '../../support/commerce-contract.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

// Runs every command of the guide as written and in its order, so that copied commands work. Only the port is another one.

const { core, database } = await useCore();
const PORT = String(20_000 + (process.pid % 20_000));

const folder = await mkdtemp(join(tmpdir(), 'connector-guide-'));
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) child.kill();
  await rm(folder, { recursive: true, force: true });
});

const guide = await readFile(new URL('../../../docs/guides/connect-any-platform.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);
const words = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

const env: Record<string, string> = {};

/** Starts the example, or runs its helper to the end. Resolves with what it printed until then. */
async function node(args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  if (args[0]?.endsWith('main.mjs')) return String((await once(child.stdout, 'data'))[0]);
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  expect({ args, code, text }).toMatchObject({ code: 0 });
  return text;
}

test('the commands of the guide do what it says', async () => {
  const storeId = await createTestStore(database.db, { slug: 'fjord' });
  const ordersOf = async () => (await openConnection(core, storeId))?.platform.orders;
  await writeFile(join(folder, 'settings.json'), (blocks('json')[0] ?? '').replace('4100', PORT));
  const { url } = database;
  const cli = commandLine({
    DATABASE_URL: url,
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET_KEY,
    WEBHOOK_PRIVATE_TARGETS: 'allow',
  });
  const said = new Map<string, string>();
  let sent: unknown;
  for (const line of blocks('sh').flatMap((block) => block.trim().split('\n'))) {
    const [command = '', ...args] = words(line);
    // What the guide refers to has sold something by then.
    const order = line.includes(' fulfil ') ? await (await ordersOf())?.create(storeOrder()) : undefined;
    const assigned = /^export (\w+)=(.*)$/.exec(line);
    if (assigned) env[assigned[1] ?? ''] = assigned[2] ?? '';
    else if (command === 'node') said.set(line, await node(args));
    else {
      const { code, out, err } = await cli.run(
        ...args.map((arg) => (arg === 'settings.json' ? join(folder, arg) : arg)),
      );
      expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
      said.set(line, out);
    }
    if (order) sent = await (await ordersOf())?.fulfilments(order.ref);
    while ((await readEverything(core)) + (await readChanged(core)) > 0);
  }
  const printed = (part: string) => [...said].find(([line]) => line.includes(part))?.[1] ?? '';
  expect(printed('connection connect')).toContain('Connected');
  expect(printed('connection show')).toContain('1 listed, 1 new');
  expect(printed('products show')).toContain('Harbour Lamp');
  expect(printed('connection issues')).toContain('Nothing differs');
  expect(printed('disconnect')).toContain('not connected with a platform');
  expect(sent).toMatchObject([{ carrier: 'DHL', trackingNumber: '00340434161094000000' }]);
  expect(said.size).toBeGreaterThan(8);
  const stock = await database.db.query(`SELECT in_stock AS "inStock" FROM variant WHERE external_id = '5011'`);
  expect(stock).toEqual([{ inStock: 5 }]);
}, 120_000);

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStore } from '../../../src/core/stores/queries.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { commandLine } from '../../support/command-line.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { freePorts } from '../../support/service-process.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../../support/system.ts';
import { type Receiver, startReceiver, verifyPost } from '../../support/webhooks.ts';

let system: System;
let receiver: Receiver;
let cli: ReturnType<typeof commandLine>;
let strict: ReturnType<typeof commandLine>;
let folder: string;
let store: string;
let open: StoreWithWaitlist;

beforeAll(async () => {
  system = await startSystem({ webhookPrivateTargets: true });
  folder = await mkdtemp(join(tmpdir(), 'webhooks-cli-'));
  const environment = {
    DATABASE_URL: system.db.url,
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET_KEY,
  };
  cli = commandLine({ ...environment, WEBHOOK_PRIVATE_TARGETS: 'allow' });
  strict = commandLine({ ...environment, WEBHOOK_PRIVATE_TARGETS: 'refuse' });
  open = await createStoreWithWaitlist(system);
  store = (await readStore(system.db, open.storeId)).slug;
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

const inStore = (...args: string[]) => cli.json('webhooks', ...args, '--store', store);

test('creates an endpoint, tests it, shows its deliveries, rotates its secret, disables and removes it', async () => {
  const made = await inStore('create', '--url', receiver.url, '--description', 'ERP', '--types', 'preorder.placed');
  expect(made).toMatchObject({ code: 0, data: { url: receiver.url, enabled: true, types: ['preorder.placed'] } });
  const { id, secret } = made.data;
  expect(await inStore('list')).toMatchObject({ code: 0, data: [{ id, description: 'ERP', waiting: 0 }] });
  expect(JSON.stringify(await inStore('list'))).not.toContain(secret);

  expect(await inStore('test', id)).toMatchObject({ code: 0, data: { taken: true, status: 204, failure: null } });
  receiver.answer = (_, response) => response.writeHead(500).end('\u001b[31mno');
  expect(await inStore('test', id)).toMatchObject({ code: 1, data: { taken: false, status: 500 } });
  const { out } = await cli.run('webhooks', 'test', id, '--store', store);
  expect(out).toContain('Not taken: It answered 500.');
  expect(out).not.toContain('\u001b');
  const log = await inStore('deliveries', id, '--failed');
  expect(log.data).toHaveLength(2);
  const [{ id: message }] = log.data;
  expect(log.data[0]).toMatchObject({ type: 'webhook.test', state: 'failed', body: { type: 'webhook.test', store } });
  expect((await cli.run('webhooks', 'delivery', id, message, '--store', store)).out).toContain('It answered 500.');

  const rotated = await inStore('rotate-secret', id);
  expect(rotated).toMatchObject({ code: 0, data: { old_secret: secret } });
  expect(await inStore('rotate-secret', id)).toMatchObject({ code: 1, error: { code: 'secret_rotating' } });
  const atOnce = await inStore('rotate-secret', id, '--at-once');
  expect(atOnce).toMatchObject({ code: 0, data: { old_secret: null } });

  expect(await inStore('disable', id)).toMatchObject({ code: 0, data: { enabled: false, disabled_reason: 'asked' } });
  expect(await inStore('resend', id, '--failed')).toMatchObject({ code: 1, error: { code: 'webhook_disabled' } });
  expect(await inStore('enable', id)).toMatchObject({ code: 0, data: { enabled: true } });
  expect(await inStore('resend', id, '--failed')).toMatchObject({ code: 0, data: { queued: 0 } }); // tests are not resent
  expect(await inStore('remove', id)).toMatchObject({ code: 0 });
  for (const verb of ['show', 'remove', 'test', 'enable', 'disable', 'deliveries', 'rotate-secret']) {
    expect(await inStore(verb, id), verb).toMatchObject({ code: 1, error: { code: 'webhook_not_found' } });
  }
});

test('delivers events from a running service', async () => {
  receiver.answer = (_, response) => response.writeHead(204).end();
  receiver.posts.length = 0;
  const { data } = await inStore('create', '--url', receiver.url);
  await changeWaitlistState(system.deps, open, 'pause');
  await expect.poll(() => receiver.posts.map(({ type }) => type), { timeout: 10_000 }).toHaveLength(2);
  expect(receiver.posts.map(({ type }) => type).sort()).toEqual(['stock.changed', 'waitlist.changed']);
  for (const post of receiver.posts) verifyPost(post, data.secret);
  await expect.poll(async () => (await inStore('show', data.id)).data.waiting).toBe(0);
  await inStore('remove', data.id);
});

test('refuses wrong input before it writes anything', async () => {
  const refused = async (run: typeof cli, ...args: string[]) => {
    const { code, error } = await run.json('webhooks', ...args, '--store', store);
    return [code, error.code, error.param];
  };
  const ofUrl = [2, 'invalid_parameter', 'url'];
  for (const url of [
    'https://127.0.0.1/',
    'http://shop.example/',
    'https://[::ffff:10.0.0.1]/',
    'nonsense',
    'https://a:b@c.example/',
  ]) {
    expect(await refused(strict, 'create', '--url', url), url).toEqual(ofUrl);
  }
  expect(await refused(cli, 'create')).toEqual([2, 'missing_parameter', 'url']);
  const url = ['--url', receiver.url];
  for (const type of ['preorder.*', 'webhook.test', '__proto__', '']) {
    expect(await refused(cli, 'create', ...url, '--types', type), type).toEqual([2, 'invalid_parameter', 'types']);
  }
  expect(await refused(cli, 'create', ...url, '--description', 'x'.repeat(201))).toEqual([
    2,
    'invalid_parameter',
    'description',
  ]);
  for (const id of ['x', '00000000-0000-4000-8000-000000000000', "'; DROP TABLE store; --"]) {
    expect(await refused(cli, 'show', id), id).toEqual([1, 'webhook_not_found', undefined]);
  }
  expect((await inStore('list')).data).toEqual([]);
  const { id } = (await inStore('create', ...url)).data;
  expect(await refused(cli, 'resend', id)).toEqual([2, 'missing_parameter', 'message_id']);
  expect(await refused(cli, 'resend', id, '--failed', '--message-id', id)).toEqual([
    2,
    'missing_parameter',
    'message_id',
  ]);
  expect(await refused(cli, 'resend', id, '--message-id', id)).toEqual([1, 'webhook_not_found', undefined]);
  expect(await refused(cli, 'delivery', id, 'x')).toEqual([1, 'webhook_not_found', undefined]);
  await inStore('remove', id);
});

test('publishes the schema of every type', async () => {
  const response = await fetch(`${system.baseUrl}/webhook-events.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/schema+json');
  const schema = await response.json();
  expect(schema.$id).toBe(`${system.baseUrl}/webhook-events.json`);
  expect(schema.oneOf).toHaveLength(Object.keys(schema.$defs).length);
  expect(schema.$defs['preorder.placed'].properties.version.const).toBe(1);
});

test('runs every command of the guide, with the receiver from the guide', async () => {
  const guide = await readFile(new URL('../../../docs/guides/webhooks.md', import.meta.url), 'utf8');
  const code = /```js\n(.*?)```/s.exec(guide)?.[1] ?? '';
  const [port = 0] = await freePorts(1);
  await writeFile(join(folder, 'receiver.mjs'), code);
  await symlink(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  const lines = [...guide.matchAll(/```sh\n(.*?)```/gs)].flatMap((match) => (match[1] ?? '').trim().split('\n'));
  expect(lines.length).toBeGreaterThan(8);

  let endpoint = '';
  let said = '';
  let child: ReturnType<typeof spawn> | undefined;
  try {
    for (const line of lines) {
      const args = line.replaceAll('fjord', store).replaceAll('ENDPOINT', endpoint).replace('8089', String(port));
      const answer = await cli.json(...args.split(' ').slice(1));
      expect(answer, line).toMatchObject({ code: 0 });
      if (!line.includes(' create ')) continue;
      endpoint = answer.data.id;
      const env = { PATH: process.env.PATH, WEBHOOK_SECRET: answer.data.secret, RECEIVER_PORT: String(port) };
      child = spawn(process.execPath, [join(folder, 'receiver.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout?.on('data', (chunk) => {
        said += chunk;
      });
      await expectListening(port);
      const forged = await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', body: '{"type":"forged"}' });
      expect(forged.status).toBe(400);
    }
    await expect.poll(() => said).toContain('webhook.test');
    expect(said).not.toContain('forged');
  } finally {
    child?.kill();
  }
});

async function expectListening(port: number): Promise<void> {
  await expect
    .poll(
      () =>
        new Promise((resolve) => {
          const socket = createConnection(port, '127.0.0.1');
          socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
          socket.on('connect', () => socket.destroy());
        }),
      { timeout: 10_000 },
    )
    .toBe(true);
}

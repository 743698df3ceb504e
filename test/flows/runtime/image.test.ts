import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packService } from '../../../deploy/pack.ts';
import { createTestDatabase } from '../../support/database.ts';
import { openPodman, PODMAN, type Podman } from '../../support/podman.ts';
import { freePorts } from '../../support/service-process.ts';

// Two compilers, an image, and Node five times.
const timeout = 240_000;

const NODE = 'localhost/node-of-the-tests';
const IMAGE = 'localhost/waitlist-preorder-service';
const READY_MS_MAX = 60_000;
const LAYERS_MB_MAX = 20; // what the archive unpacks to, and nothing else

// What the compose file takes from `.env`, in arguments.
const BACKUPS = /\$\{BACKUPS\W*\}/;
const RECIPIENT = /\$\{BACKUP_RECIPIENT\W*\}/;
// Where the guide puts the secrets, and the backups unless another folder is named.
const OF_THE_OPERATOR = ['deploy/.env', 'deploy/backups/backup'];

type Service = {
  read_only: boolean;
  tmpfs: string[];
  cap_drop: string[];
  security_opt: string[];
  stop_grace_period: string;
  volumes: string[];
  command?: string[];
  healthcheck?: { test: [string, ...string[]] };
};

describe.skipIf(PODMAN === undefined)('the image of deploy/Containerfile', { timeout }, () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let folder: string;
  let podman: Podman;
  let services: Record<string, Service>;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'image-'));
    podman = await openPodman();
    const unpacked = join(folder, 'unpacked');
    await pipeline(createReadStream(await packService(folder, () => {})), createGunzip(), extract(unpacked));
    const [name = ''] = await readdir(unpacked);
    const root = join(unpacked, name);
    services = parse(await readFile(join(root, 'deploy/compose.yaml'), 'utf8'), { merge: true }).services;
    await mkdir(join(root, 'deploy/backups'));
    for (const path of OF_THE_OPERATOR) await writeFile(join(root, path), 'secret');
    await podman.importNode(NODE);
    const file = join(root, 'deploy/Containerfile');
    await expectDone('build', '--network', 'host', '-f', file, '--build-arg', `NODE_IMAGE=${NODE}`, '-t', IMAGE, root);
  }, timeout);
  afterAll(async () => {
    await podman.remove();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command of Podman. Resolves with its output. */
  async function expectDone(...args: string[]): Promise<string> {
    const { code, output } = await podman.run(...args);
    expect(code, `podman ${args[0]}: ${output}`).toBe(0);
    return output;
  }

  /** What the compose file says of a service, as arguments of `podman run`. The network is the machine's, where PostgreSQL is. */
  function argsOf(name: string, env: Record<string, string> = {}): string[] {
    const service = services[name];
    if (service === undefined) throw new Error(`there is no service ${name}`);
    const all = {
      DATABASE_URL: database.url,
      SECRET_KEY: 'a key of 32 characters for a test',
      BASE_URL: 'http://127.0.0.1:4000',
      ...env,
    };
    return [
      '--name',
      name,
      '--network',
      'host',
      ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
      ...service.volumes.flatMap((one) => ['--volume', one.replace(BACKUPS, join(folder, 'backups'))]),
      ...service.tmpfs.flatMap((path) => ['--tmpfs', path]),
      ...service.cap_drop.flatMap((one) => ['--cap-drop', one]),
      ...service.security_opt.flatMap((one) => ['--security-opt', one]),
      ...Object.entries(all).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      IMAGE,
      ...(service.command ?? []).map((one) => one.replace(RECIPIENT, '')),
    ];
  }

  /** Ends a container as `compose` does. Returns how long it took. */
  async function expectEnd(name: string, code = 0): Promise<number> {
    const graceS = Number.parseInt(services[name]?.stop_grace_period ?? '', 10);
    const began = performance.now();
    await expectDone('stop', '--time', `${graceS}`, name);
    const ms = performance.now() - began;
    expect((await expectDone('inspect', '--format', '{{.State.ExitCode}}', name)).trim(), name).toBe(`${code}`);
    return ms;
  }

  test('has the archive and nothing else above Node, none of the operator’s files, and a user without rights', async () => {
    const size = async (image: string) => Number(await expectDone('inspect', '--format', '{{.Size}}', image));
    expect((await size(IMAGE)) - (await size(NODE))).toBeLessThan(LAYERS_MB_MAX * 1_000_000);
    expect((await expectDone('inspect', '--format', '{{.Config.User}}', IMAGE)).trim()).toBe('1000:1000');
    const list = "JSON.stringify(fs.readdirSync('deploy', { recursive: true }))";
    expect(JSON.parse(await expectDone('run', '--rm', '--network', 'host', IMAGE, 'node', '-p', list))).toEqual([
      'backup.sh',
    ]);
  });

  test('migrates, serves, works and ends as the compose file runs it', async () => {
    const [port = 0, adminPort = 0, workerPort = 0] = await freePorts(3);
    const ports = { PORT: `${port}`, PORTAL_PORT: '', ADMIN_PORT: `${adminPort}`, SHUTDOWN_PAUSE: '1' };
    expect(await expectDone('run', ...argsOf('migrate'))).toContain('is up to date');
    await expectDone('run', '--detach', ...argsOf('serve', ports));
    await expectDone('run', '--detach', ...argsOf('worker', { ADMIN_PORT: `${workerPort}` }));

    for (const [name, at] of Object.entries({ serve: port, worker: workerPort })) {
      const [, program = '', ...args] = services[name]?.healthcheck?.test ?? ['CMD'];
      const look = args.map((arg) => arg.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${at}`));
      const isHealthy = async () => (await podman.run('exec', name, program, ...look)).code === 0;
      const until = Date.now() + READY_MS_MAX;
      while (!(await isHealthy())) {
        if (Date.now() > until) throw new Error(`${name} is not ready: ${(await podman.run('logs', name)).output}`);
        await sleep(1_000);
      }
    }
    expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(200);

    const status = await expectDone('exec', 'serve', 'node', '-p', "fs.readFileSync('/proc/1/status', 'utf8')");
    expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    const touch = (path: string) => podman.run('exec', 'serve', 'node', '-e', `fs.writeFileSync('${path}', '')`);
    expect((await touch('/data/file')).code).toBe(0);
    for (const path of ['/service/file', '/file']) expect((await touch(path)).output).toMatch(/EROFS|EACCES/);

    expect(await expectEnd('serve')).toBeLessThan(15_000); // the pause of a second, and no request that has begun
    expect(await expectEnd('worker')).toBeLessThan(15_000);
    expect(await expectDone('diff', 'serve')).not.toContain('/service/');
  });

  test('writes a backup as the compose file runs it, and ends at once while it waits for the next', async () => {
    const backups = join(folder, 'backups');
    await mkdir(backups);
    await chmod(backups, 0o777); // for user 1000
    await expectDone('run', '--detach', ...argsOf('backup'));
    const logs = async () => (await podman.run('logs', 'backup')).output;
    await expect.poll(logs, { timeout: READY_MS_MAX, interval: 500 }).toContain('Restored as of');
    expect(await readdir(backups)).toHaveLength(1);
    expect(await expectEnd('backup', 128 + 15)).toBeLessThan(10_000);
  });
});

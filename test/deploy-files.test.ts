import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { PROJECT } from './checks/project.ts';
import { freePorts } from './support/service-process.ts';

type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  stop_grace_period?: string;
  volumes?: string[];
  depends_on?: string[] | Record<string, unknown>;
};

const read = (path: string) => readFile(PROJECT + path, 'utf8');
const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(
  await read('deploy/compose.yaml'),
  { merge: true },
);
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'waitlist-preorder-service');

describe('deploy/compose.yaml', () => {
  test('gives our processes variables that they read, and those that they need', async () => {
    const table = await read('docs/guides/operating.md');
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'serve', 'worker', 'backup']);
    for (const [, { environment = {} }] of ours) {
      for (const name of Object.keys(environment)) expect(table).toContain(`\`${name}\``);
      expect(Object.keys(environment)).toEqual(expect.arrayContaining(['BASE_URL', 'DATABASE_URL', 'SECRET_KEY']));
    }
  });

  test('asks for the values of env.example', async () => {
    const asked = [...(await read('deploy/compose.yaml')).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    const given = [...(await read('deploy/env.example')).matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
    expect(new Set(asked)).toEqual(new Set(given));
  });

  test('gives the database and our processes the time to end', () => {
    for (const [name, { image, stop_grace_period: time }] of Object.entries(compose.services))
      if (image !== 'caddy:2') expect(time, name).toBe('75s');
  });

  // In the next version's folder it would be another mount, for which the database is stopped, and a folder that is removed leaves none.
  test('mounts no file of its folder into the database', () => {
    expect(compose.services.database?.volumes).toEqual(['database:/var/lib/postgresql']);
  });

  test('names only services, volumes and files that are there', async () => {
    const names = Object.keys(compose.services);
    for (const { depends_on: needed = [], volumes = [] } of Object.values(compose.services)) {
      for (const one of Array.isArray(needed) ? needed : Object.keys(needed)) expect(names).toContain(one);
      for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
        if (source.startsWith('./')) await read(`deploy/${source.slice(2)}`);
        else if (!source.startsWith('$')) expect(Object.keys(compose.volumes)).toContain(source);
      }
    }
  });
});

test('the guide says how to pin every image of others', async () => {
  const { images = '' } =
    /image inspect --format .* (?<images>\S+ \S+ \S+)$/m.exec(await read('docs/guides/deploy.md'))?.groups ?? {};
  const base = [...(await read('deploy/Containerfile')).matchAll(/^ARG NODE_IMAGE=(\S+)/gm)].map(([, name]) => name);
  const others = Object.values(compose.services).map(({ image }) => image);
  const named = [...others, ...base].filter((image) => image !== 'waitlist-preorder-service');
  expect(new Set(images.split(' '))).toEqual(new Set(named));
});

test('the proxy tells browsers to come back over TLS alone', async () => {
  const caddyfile = await read('deploy/Caddyfile');
  const sites = caddyfile.match(/^\{\$\w+\} \{[^}]*?header Strict-Transport-Security max-age=\d{8,}$/gm);
  expect(sites).toHaveLength(caddyfile.match(/^\{\$\w+\} \{/gm)?.length ?? 0);
});

test('the log of Caddy has no address of a link', async () => {
  const [, wanted = '', instead = ''] =
    /request>uri regexp `\(\?i\)(.*)` `(.*)`$/m.exec(await read('deploy/Caddyfile')) ?? [];
  const logged = (uri: string) => uri.replaceAll(new RegExp(wanted, 'gi'), instead);
  for (const path of ['/links/manage/', '//LINKS/manage/', '/links%2Fmanage/', '/%6cinks/x/', '/shopify/app?id_token='])
    expect(logged(`${path}secret`)).toMatch(/^\/+((links|shopify)\/-|(links)?%-)$/i);
  expect(logged('/api/v1/waitlists?key=public')).toBe('/api/v1/waitlists?key=public');
});

test('a credential of systemd is a secret that the service reads from a file', async () => {
  const [dropIn = '', guide, table] = await Promise.all(
    ['deploy/systemd/credentials.conf', 'docs/guides/deploy.md', 'docs/guides/operating.md'].map(read),
  );
  const [, id = ''] = /^LoadCredential=([\w-]+):\//m.exec(dropIn) ?? [];
  const [, variable = '', file] = /^Environment=(\w+)_FILE=%d\/(.+)$/m.exec(dropIn) ?? [];
  expect(file).toBe(id);
  expect(table).toContain(`\`${variable}\``);
  // A drop-in for each unit whose name begins so: those of the processes, and that of a command.
  expect(guide).toContain('/etc/systemd/system/waitlist-.service.d/credentials.conf');
  expect(await read('deploy/systemd/waitlist')).toContain('--unit="waitlist-');
});

test('image, compose file and units start what the archive has', async () => {
  const names = ['serve', 'worker', 'migrate'];
  const units = await Promise.all(
    ['serve@', 'worker', 'migrate'].map((name) => read(`deploy/systemd/waitlist-${name}.service`)),
  );
  const texts = [
    await read('deploy/Containerfile'),
    ...ours.map(([, { command = [] }]) => command.join(' ')),
    ...units,
  ];
  const started = texts.flatMap((text) => [...text.matchAll(/dist\/server\/(\w+)\.js/g)].map(([, name]) => name));
  expect(new Set(started)).toEqual(new Set(names));
});

describe('the start of a service by systemd', () => {
  const unit = () => read('deploy/systemd/waitlist-serve@.service').then((text) => text.replaceAll('%i', '1'));

  /** Returns what the process is given where the file of the environment says so. */
  async function givenWith(file: Record<string, string>) {
    const text = await unit();
    const [, own = ''] = /^Environment=(.*)$/m.exec(text) ?? [];
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(text) ?? [];
    const line = command.replaceAll('$$', '$').replace('/usr/bin/node dist/server/serve.js', '/usr/bin/env');
    const unitEnv = Object.fromEntries(own.split(' ').map((one) => one.split('=', 2)));
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { env: { ...unitEnv, ...file } });
    return Object.fromEntries(stdout.split('\n').map((one) => one.split('=', 2)));
  }

  test('gives it ports of its own, whatever the file of the environment says', async () => {
    const ports = { PORT: '4010', ADMIN_PORT: '4012', PORTAL_PORT: '4014' };
    expect(await givenWith({})).toMatchObject(ports);
    expect(await givenWith({ PORT: '4000', ADMIN_PORT: '4002', PORTAL_PORT: '4004' })).toMatchObject(ports);
    expect(await givenWith({ PORTAL_PORT: '' })).toMatchObject({ ...ports, PORTAL_PORT: '' });
  });

  // `node -e SCRIPT`, which systemd runs beside the service until it is ready.
  const look = async (mainPid: number, { port = 0, host }: { port?: number; host?: string } = {}) => {
    const script = /^ExecStartPost=\/usr\/bin\/node -e "(.*)"$/m.exec(await unit())?.[1] ?? '';
    const asked = port || (await freePorts(1)).join();
    const env = { ...process.env, MAINPID: `${mainPid}`, ...(host === undefined ? {} : { ADMIN_HOST: host }) };
    return spawn(process.execPath, ['-e', script.replace('4012', `${asked}`)], { env, stdio: 'ignore' });
  };

  test('fails once the service has ended, so that it is started again', async () => {
    const ended = spawn(process.execPath, ['-e', '']);
    await once(ended, 'exit');
    const [code] = await once(await look(ended.pid ?? 0), 'exit');
    expect(code).toBe(1);
  });

  test('goes on while the service runs and is not ready', async () => {
    const looking = await look(process.pid);
    expect(await Promise.race([once(looking, 'exit'), sleep(1_500, 'goes on')])).toBe('goes on');
    looking.kill();
  });

  test.each(['', '127.0.0.1', '127.0.0.2', '0.0.0.0', '::', '::1', 'localhost'])(
    'ends when the service is ready at ADMIN_HOST=%s',
    async (host) => {
      let isReady = false;
      const server = createServer((request, response) => {
        response.writeHead(isReady && request.url === '/health/ready' ? 200 : 503).end('{}');
        isReady = true;
      });
      await once(server.listen(0, host || '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const looking = await look(process.pid, { port, host });
      const ended = once(looking, 'exit').then(([code]) => code);
      expect(await Promise.race([ended, sleep(8_000, 'goes on')])).toBe(0);
      looking.kill();
      server.close();
    },
  );
});

import { execFile, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PROJECT } from './checks/project.ts';
import { findProgram } from './support/programs.ts';
import { freePorts } from './support/service-process.ts';

// The proxies of deploy/ as they really are, while no process of the service answers: then they log each request as an error.

const nginx = findProgram('nginx');
const caddy = findProgram('caddy');
const HOST = 'preorders.example.com';
const SECRET = 'c2VjcmV0LW9mLWEtbWFpbA';
const HIDDEN = [
  '/links/manage/',
  '//links/manage/',
  '/LINKS/manage/',
  '/links%2Fmanage/',
  '/%6cinks/manage/',
  '/shopify/app?id_token=',
];
const SHOWN = ['/api/v1/waitlists?key=', '/admin/api/v1/stores?after=', '/links-of-nobody?about='];

let folder: string;
let end = async () => {};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxy-'));
});
afterEach(async () => {
  await end();
  await rm(folder, { recursive: true });
});

test.skipIf(nginx === undefined)(
  'no log of nginx has the address of a link, and both have the other requests',
  async () => {
    const [port = 0, closed = 0] = await freePorts(2);
    const [key, certificate] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
    const made = `req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout ${key} -out ${certificate}`;
    await promisify(execFile)('openssl', made.split(' '));
    const servers = (await readFile(`${PROJECT}deploy/nginx.conf`, 'utf8'))
      .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll(/(?<=server 127\.0\.0\.1:)40\d\d/g, `${closed}`)
      .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${certificate};`)
      .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`)
      .replaceAll('/var/log/nginx/', `${folder}/`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
    const main = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
    await writeFile(join(folder, 'nginx.conf'), `${main}\nhttp {\n${paths.join('\n')}\n${servers}}\n`);
    run([nginx ?? '', '-e', `${folder}/error.log`, '-c', join(folder, 'nginx.conf')], 'error.log');
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    await askAll(
      (path) => statusOf(https.request({ agent, port, host: '127.0.0.1', path, headers: { host: HOST } })),
      502,
    );
    for (const log of ['access.log', 'error.log']) await expectNoSecret(log);
  },
);

test.skipIf(caddy === undefined)(
  'no log of Caddy has the address of a link, and it has the other requests',
  async () => {
    const [port = 0, closed = 0] = await freePorts(2);
    const file = (await readFile(`${PROJECT}deploy/Caddyfile`, 'utf8'))
      .replace(/^\{$/m, `{\n\tadmin off\n\thttp_port ${port}\n\tdefault_bind 127.0.0.1`)
      .replaceAll(/serve:40\d\d/g, `127.0.0.1:${closed}`)
      .replaceAll('lb_try_duration 30s', 'lb_try_duration 1s');
    await writeFile(join(folder, 'Caddyfile'), file);
    const names = { SHOP_HOST: `http://${HOST}:${port}`, PORTAL_HOST: `http://portal.example.com:${port}` };
    run([caddy ?? '', 'run', '--config', join(folder, 'Caddyfile')], 'caddy.log', { ...names, HOME: folder });
    await askAll(
      (path) => statusOf(http.request({ port, host: '127.0.0.1', path, headers: { host: `${HOST}:${port}` } })),
      503,
    );
    await expectNoSecret('caddy.log');
  },
);

/** Starts a proxy that writes what it says into a file of the folder. */
function run([program = '', ...options]: string[], log: string, environment: Record<string, string> = {}): void {
  const output = openSync(join(folder, log), 'a');
  const child = spawn(program, options, { stdio: ['ignore', output, output], env: { ...process.env, ...environment } });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  end = () => {
    child.kill();
    return ended;
  };
}

/** Asks for each path, once the proxy answers at all. */
async function askAll(ask: (path: string) => Promise<number | undefined>, status: number): Promise<void> {
  await expect.poll(() => ask('/').catch(() => 0), { timeout: 20_000 }).toBe(status);
  for (const path of [...HIDDEN, ...SHOWN]) expect(await ask(path + SECRET)).toBe(status);
}

function statusOf(request: http.ClientRequest): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  request.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode)));
  request.on('error', reject).end();
  return promise;
}

async function expectNoSecret(name: string): Promise<void> {
  const log = await readFile(join(folder, name), 'utf8');
  for (const path of SHOWN) expect(log).toContain(path + SECRET);
  const others = SHOWN.reduce((text, path) => text.replaceAll(path + SECRET, ''), log);
  expect(others).not.toContain(SECRET);
}

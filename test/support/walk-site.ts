import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packService } from '../../deploy/pack.ts';
import { openDatabase } from '../../src/platform/db.ts';
import { PROJECT } from '../checks/project.ts';
import { TEST_SECRET_KEY } from './merchant.ts';

const ask = promisify(execFile);

export const HOST = 'preorders.example.com';
/** The address of the proxy before the proxy. */
export const CDN = '127.0.99.1';

/** Where the processes show their numbers: an address as of a private network. */
const ADMIN_HOST = '127.0.0.2';

/** Resolves with whether the unit of the number can work. */
export const isReady = (number: number) =>
  fetch(`http://${ADMIN_HOST}:40${number}2/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Where the machine has the certificate of the operator's own authority. */
export const AUTHORITY = '/etc/authority.pem';

// The machine shares the network of this one, where ports 4000 to 4014 may be taken: other numbers in place of 0 and 1.
export const NUMBERS = [6, 7];
export const renumber = (line: string) =>
  line.replaceAll(/(?<=waitlist-serve@|127\.0\.0\.1:40)[01]/g, (number) => `${NUMBERS[Number(number)]}`);

type Ports = { port: number; cdnPort: number };

/** Writes into a folder what an operator has before the guide begins: two versions of the archive, a certificate, the files of proxies. */
export async function writeSite(folder: string, { port, cdnPort }: Ports): Promise<void> {
  const archive = await packService(folder, () => {});
  await writeNextVersion(folder, archive);
  const [key, certificate] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  const names = `-subj /CN=${HOST} -addext subjectAltName=DNS:${HOST}`;
  await ask('sh', [
    '-c',
    `openssl req -x509 -newkey rsa:2048 -nodes -days 60 ${names} -keyout ${key} -out ${certificate}`,
  ]);
  await writeFile(join(folder, 'nginx.conf'), inHttp('nginx', await proxyOf(port)));
  await writeFile(join(folder, 'cdn.conf'), inHttp('cdn', cdnOf({ port, cdnPort })));
}

/** Writes an archive of the same code as another version, which has one migration more. */
async function writeNextVersion(folder: string, archive: string): Promise<void> {
  const name = 'waitlist-preorder-service-0.2.0';
  await mkdir(join(folder, name));
  await ask('tar', ['xzf', archive, '--strip-components=1', '-C', join(folder, name)]);
  await writeFile(join(folder, name, 'migrations/9999_next.sql'), 'ALTER TABLE preorder ADD COLUMN next text;\n');
  await ask('tar', ['czf', join(folder, `${name}.tar.gz`), '-C', folder, name]);
  await rm(join(folder, name), { recursive: true });
}

const inHttp = (name: string, servers: string) =>
  `worker_processes 1;\npid /run/${name}.pid;\nevents {}\nhttp {\n${servers}\n}\n`;

/** Our proxy for this machine: a port and a certificate of the test, in place of those of the operator. */
const proxyOf = async (port: number) =>
  renumber(await readFile(join(PROJECT, 'deploy/nginx.conf'), 'utf8'))
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll(/ssl_certificate .*;/g, 'ssl_certificate /media/cert.pem;')
    .replaceAll(/ssl_certificate_key .*;/g, 'ssl_certificate_key /media/key.pem;');

const cdnOf = ({ port, cdnPort }: Ports) =>
  `access_log off; server { listen 127.0.0.1:${cdnPort} ssl; ssl_certificate /media/cert.pem; ssl_certificate_key /media/key.pem;
   location / { proxy_pass https://127.0.0.1:${port}; proxy_bind ${CDN}; proxy_ssl_server_name on; proxy_ssl_name ${HOST};
   proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; } }`;

/** Returns the file of the environment. The certificate comes from an authority of the operator's own. */
export const environmentOf = ({ port, databaseUrl }: { port: number; databaseUrl: string }) =>
  Object.entries({
    BASE_URL: `https://${HOST}:${port}`,
    PORTAL_URL: `https://portal.example.com:${port}`,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: TEST_SECRET_KEY,
    TRUST_PROXY: '127.0.0.1',
    SHUTDOWN_PAUSE: '3',
    NODE_EXTRA_CA_CERTS: AUTHORITY,
    ADMIN_HOST,
    ADMIN_PORT: `40${NUMBERS[0]}2`, // where the doctor asks; the units have their own
    PORTAL_PORT: '4004', // the units have their own
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Makes the role and the database of the guide. Returns the address for the service, and one for the audit of the books. */
export async function makeDatabase(serverUrl: string): Promise<{ service: string; books: string }> {
  const admin = openDatabase({ url: serverUrl, poolConnectionsMax: 1 });
  await admin.query("CREATE ROLE waitlist LOGIN CREATEDB PASSWORD 'walks'");
  await admin.query('CREATE DATABASE waitlist OWNER waitlist');
  await admin.close();
  const books = Object.assign(new URL(serverUrl), { pathname: '/waitlist' });
  const service = Object.assign(new URL(books), { username: 'waitlist', password: 'walks' });
  return { service: service.href, books: `${books.href}?application_name=walk` };
}

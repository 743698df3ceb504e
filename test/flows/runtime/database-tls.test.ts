import 'reflect-metadata'; // which the next import needs
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOBODY_UID } from '../../../src/platform/data-dir.ts';
import { PROJECT } from '../../checks/project.ts';
import { type OwnPostgres, ownPostgres } from '../../support/own-postgres.ts';

// Each row of the guide's table of TLS to the database (docs/guides/operating.md), at a server whose certificate a private authority has made.

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

let folder: string;
let server: OwnPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-tls-'));
  await makeCertificates();
  const at = (name: string) => join(folder, name);
  server = await ownPostgres({
    settings: ['ssl=on', `ssl_cert_file=${at('server.pem')}`, `ssl_key_file=${at('server.key')}`],
  });
}, 60_000);
afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Makes an authority, `ca.pem`, and of it a certificate for localhost. */
async function makeCertificates(): Promise<void> {
  const dates = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const [authority, own] = await Promise.all([newKeys(), newKeys()]);
  const ca = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Private Authority',
    keys: authority,
    signingAlgorithm: KEYS,
    extensions: [new BasicConstraintsExtension(true)],
    ...dates,
  });
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=localhost',
    issuer: ca.subject,
    publicKey: own.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: KEYS,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
    ...dates,
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64');
  await writeFile(join(folder, 'ca.pem'), ca.toString('pem'));
  await writeFile(join(folder, 'server.pem'), certificate.toString('pem'));
  await writeFile(join(folder, 'server.key'), `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`, {
    mode: 0o600,
  });
  if (process.getuid?.() !== 0) return;
  // The server runs as another user then.
  for (const path of [folder, join(folder, 'server.key')]) await chown(path, NOBODY_UID, NOBODY_UID);
}

const newKeys = () => crypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);

/** Runs a command at this address, in a process of its own: Node reads NODE_EXTRA_CA_CERTS at its start. */
async function said(host: string, query: string, env: Record<string, string> = {}): Promise<string> {
  const url = new URL(server.url);
  url.hostname = host;
  const args = [join(PROJECT, 'bootstrap/run.mjs'), 'service', 'migrate', '--plan', '--json'];
  const all = {
    PATH: process.env.PATH,
    DATABASE_URL: `${url.href}?${query.replace('CA', join(folder, 'ca.pem'))}`,
    ...env,
  };
  const ran = promisify(execFile)(process.execPath, args, { env: all, maxBuffer: 64e6 });
  return ran.then(
    () => 'connected',
    ({ stdout }: { stdout: string }) => JSON.parse(stdout).error.message,
  );
}

const UNKNOWN = /its certificate comes from an authority that is not known here/;
const OTHER_NAME = /its certificate is for another name than the host/;

test.each<[string, string, string | RegExp]>([
  ['localhost', 'sslmode=require', UNKNOWN],
  ['localhost', 'sslmode=prefer', UNKNOWN],
  ['localhost', 'sslmode=verify-full&sslrootcert=system', UNKNOWN],
  ['localhost', 'sslmode=verify-full&sslrootcert=CA', 'connected'],
  ['127.0.0.1', 'sslmode=verify-full&sslrootcert=CA', OTHER_NAME],
  ['localhost', 'sslmode=verify-ca&sslrootcert=CA', 'connected'],
  ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=CA', OTHER_NAME],
  ['127.0.0.1', 'sslmode=no-verify', 'connected'],
])('%s?%s: %s', { timeout: 60_000 }, async (host, query, outcome) => {
  expect(await said(host, query)).toEqual(typeof outcome === 'string' ? outcome : expect.stringMatching(outcome));
});

test('NODE_EXTRA_CA_CERTS makes the authority known', { timeout: 60_000 }, async () => {
  expect(await said('localhost', 'sslmode=require', { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') })).toBe('connected');
});

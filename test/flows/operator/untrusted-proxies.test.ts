import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { freePorts, runService, type ServiceProcess } from '../../support/service-process.ts';

// A CDN before the proxy that TRUST_PROXY does not name: on the port of shoppers and on that of the portal.

const ADMIN_HOST = '::1'; // any address but the default

let database: TestDatabase;
let folder: string;
let env: Record<string, string>;
let service: ServiceProcess;
let ports: { shop: number; portal: number; admin: number };

beforeAll(async () => {
  const [shop = 0, portal = 0, admin = 0] = await freePorts(3);
  ports = { shop, portal, admin };
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'untrusted-'));
  env = {
    BASE_URL: `http://127.0.0.1:${shop}`,
    PORT: `${shop}`,
    PORTAL_PORT: `${portal}`,
    ADMIN_PORT: `${admin}`,
    ADMIN_HOST,
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    DATA_DIR: folder,
    TRUST_PROXY: '127.0.0.1',
  };
  service = runService(['serve'], { env });
  await service.says('"serving"');
});
afterAll(async () => {
  service.child.kill();
  await service.ended;
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const metric = async (name: string) => {
  const text = await (await fetch(`http://[${ADMIN_HOST}]:${ports.admin}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
};

async function ask(port: number, proxy: string): Promise<void> {
  for (const shopper of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
    await fetch(`http://127.0.0.1:${port}/api/nothing`, { headers: { 'x-forwarded-for': `${shopper}, ${proxy}` } });
  }
}

async function doctor() {
  const { data } = await commandLine(env).json('doctor');
  return data.findings.find(({ check }: { check: string }) => check === 'proxies');
}

test('is counted once on both ports, named in the log, and found by the doctor', async () => {
  expect(await doctor()).toMatchObject({ standing: 'ok', says: expect.stringContaining('Every proxy') });
  await ask(ports.shop, '203.0.113.9');
  await ask(ports.portal, '203.0.113.9');
  await ask(ports.portal, '203.0.113.10');
  expect(await metric('waitlist_untrusted_proxies_total')).toBe(2);
  expect(await metric('waitlist_refused_total{code="not_found"}')).toBe(9);
  for (const address of ['203.0.113.9', '203.0.113.10']) await service.says(`before ${address}, which is not trusted`);
  expect(await doctor()).toMatchObject({
    standing: 'warning',
    says: expect.stringMatching(/^2 addresses that TRUST_PROXY does not name/),
    todo: expect.stringContaining('TRUST_PROXY'),
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { freePorts, runService } from '../../support/service-process.ts';
import { openSlowNetwork } from '../../support/slow-network.ts';

// Who replaces one process after the other, as systemd's units do, goes on when the port of the metrics says that the new one is ready.

let database: TestDatabase;
let network: Awaited<ReturnType<typeof openSlowNetwork>>;
beforeAll(async () => {
  database = await createTestDatabase();
  network = await openSlowNetwork(Number(new URL(database.url).port), 100); // what a start does becomes visible steps
});
afterAll(async () => {
  network.close();
  await database.drop();
});

test('a service is ready only once its own port answers', async () => {
  const [port = 0, adminPort = 0] = await freePorts(2);
  const { child, ended } = runService(['serve'], {
    env: {
      DATABASE_URL: Object.assign(new URL(database.url), { port: `${network.port}` }).href,
      SECRET_KEY: TEST_SECRET_KEY,
      BASE_URL: `http://127.0.0.1:${port}`,
      PORT: `${port}`,
      ADMIN_PORT: `${adminPort}`,
    },
  });
  const isReady = (at: number) =>
    fetch(`http://127.0.0.1:${at}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(() => isReady(adminPort), { interval: 5, timeout: 45_000 }).toBe(true);
  expect(await isReady(port)).toBe(true);
  child.kill();
  expect(await ended).toBe(0);
});

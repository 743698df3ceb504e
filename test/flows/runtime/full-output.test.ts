import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { freePorts } from '../../support/service-process.ts';

const FULL = '/dev/full'; // each write to it fails as to a full disk

test.skipIf(!existsSync(FULL)).each(['serve', 'worker'])(
  'a %s whose log cannot be written goes on, and says so once',
  async (role) => {
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'full-output-'));
    const full = await open(FULL, 'w');
    const [port, adminPort] = await freePorts(2);
    let kill = () => true;
    try {
      const child = spawn(process.execPath, [`src/main/${role}.ts`], {
        stdio: ['ignore', full.fd, 'pipe'],
        env: {
          DATABASE_URL: database.url,
          SECRET_KEY: TEST_SECRET_KEY,
          DATA_DIR: folder,
          PORT: `${port}`,
          ADMIN_PORT: `${adminPort}`,
          BASE_URL: `http://127.0.0.1:${port}`,
          SHUTDOWN_PAUSE: '0',
        },
      });
      const said = text(child.stderr ?? expect.fail('no stream'));
      const closed = once(child, 'close');
      kill = () => child.kill('SIGKILL');
      const ready = () =>
        fetch(`http://127.0.0.1:${adminPort}/health/ready`).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(ready, { timeout: 30_000 }).toBe(200);
      child.kill('SIGTERM');
      const [code] = await closed;
      expect({ code, said: await said }).toEqual({
        code: 0,
        said: 'The log cannot be written (ENOSPC). The service goes on, and keeps up to 1 MB of lines until it can be.\n',
      });
    } finally {
      kill();
      await full.close();
      await rm(folder, { recursive: true, force: true });
      await database.drop();
    }
  },
  60_000,
);

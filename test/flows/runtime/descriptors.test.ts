import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { freePorts } from '../../support/service-process.ts';

const LIMIT = 400; // a start reads all migrations at once
const LINE = 'no file descriptor is left';

test('a process without a free descriptor says so once, and serves again once it has some', async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'descriptors-'));
  const [port = 0] = await freePorts(1);
  const child = spawn('sh', ['-c', `ulimit -n ${LIMIT} && exec "$0" src/main/serve.ts`, process.execPath], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      DATA_DIR: folder,
      PORT: `${port}`,
      BASE_URL: `http://127.0.0.1:${port}`,
      SHUTDOWN_PAUSE: '0',
    },
  });
  const closed = once(child, 'close');
  const sockets: Socket[] = [];
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const logs = (text: string) => expect.poll(() => said, { timeout: 60_000 }).toContain(text);
  try {
    await logs('"serving"');
    for (let count = 0; count < LIMIT; count += 1) sockets.push(connect(port, '127.0.0.1').on('error', () => {}));
    await logs(LINE);
    for (const socket of sockets) socket.destroy();
    await logs('there are file descriptors again');
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    expect(said.split(LINE)).toHaveLength(2);
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
    await database.drop();
  }
}, 180_000);

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TEST_SECRET_KEY } from '../test/support/merchant.ts';
import { freePorts } from '../test/support/service-process.ts';

export const SERVICE_SECRET_KEY = TEST_SECRET_KEY;

/** Starts the service in a process of its own, with its rate limits, logs and metrics. The log is a file in `folder`. */
export async function startService({
  databaseUrl,
  folder,
}: {
  databaseUrl: string;
  folder: string;
}): Promise<{ child: ChildProcess; port: number }> {
  const [port = 0, adminPort = 0] = await freePorts(2);
  const log = await open(join(folder, 'log'), 'w');
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/main/serve.ts', import.meta.url))], {
    env: {
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      BASE_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: SERVICE_SECRET_KEY,
      TRUST_PROXY: '127.0.0.1',
      DATA_DIR: folder,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', log.fd, 'inherit'],
  });
  await log.close();
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
  }
  return { child, port };
}

/** Starts a worker in a process of its own, which may call the stand-ins of this machine. */
export async function startWorker({
  databaseUrl,
  baseUrl,
  folder,
}: {
  databaseUrl: string;
  baseUrl: string;
  folder: string;
}): Promise<ChildProcess> {
  const path = join(folder, 'worker.log');
  const log = await open(path, 'w');
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/main/worker.ts', import.meta.url))], {
    env: {
      BASE_URL: baseUrl,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: SERVICE_SECRET_KEY,
      WEBHOOK_PRIVATE_TARGETS: 'allow',
      DATA_DIR: folder,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', log.fd, 'inherit'],
  });
  await log.close();
  while (!(await readFile(path, 'utf8')).includes('"working"')) {
    if (child.exitCode !== null) throw new Error(`the worker ended with ${child.exitCode}`);
    await sleep(50);
  }
  return child;
}

export async function endProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return response?.ok ?? false;
}

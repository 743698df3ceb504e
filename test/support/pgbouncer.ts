import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/db.ts';
import { type Pooler, type PoolerOptions, SESSIONS } from './pooler.ts';
import { findProgram } from './programs.ts';
import { freePorts } from './service-process.ts';

/** The path of the installed PgBouncer, or undefined. */
export const PGBOUNCER = findProgram('pgbouncer');

const READY_MS_MAX = 10_000;

/** Starts PgBouncer like `startPooler`. It has to be installed. `settings`: further lines of its file. */
export async function startPgBouncer(
  url: string,
  options: PoolerOptions & { settings?: readonly string[] } = {},
): Promise<Pooler> {
  if (PGBOUNCER === undefined) throw new Error('PgBouncer is not installed');
  const { sessions = SESSIONS, dropsSettings = false, settings = [] } = options;
  const { hostname, port, username, password, pathname } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  await chmod(folder, 0o755); // started by root, it runs as another user
  const [own = 0] = await freePorts(1);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'pool_mode = transaction',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      `default_pool_size = ${sessions}`,
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users.txt')}`,
      ...(dropsSettings ? ['ignore_startup_parameters = options,extra_float_digits'] : []),
      ...settings,
      '',
    ].join('\n'),
  );
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const server = spawn(PGBOUNCER, ['-q', ...asOther, file], { stdio: 'ignore' });
  const ended = once(server, 'exit');
  const pooled = `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`;
  const isReady = async () => {
    const client = new URL(pooled);
    const db = openDatabase({ url: client.href, directUrl: url, poolConnectionsMax: 1 });
    return db.query('SELECT 1').then(
      () => db.close().then(() => true),
      () => db.close().then(() => false),
    );
  };
  for (const until = Date.now() + READY_MS_MAX; !(await isReady()); await sleep(50)) {
    if (Date.now() > until) throw new Error('the pooler does not answer');
  }
  return {
    url: pooled,
    async stop() {
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

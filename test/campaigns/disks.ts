import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { type Fault, runFaults, type Turns } from './faults.ts';
import type { Stage } from './stage.ts';
import type { Report } from './table.ts';
import { tell } from './tell.ts';

const SHOPPERS = 8;
const BETWEEN_MS = 2_000;
const STRUCK_MS = 5_000;
const LOOK_MS = 250;
const HUNG_MS = 30_000;
const DISK_MB = 1_024;
const PIECE = Buffer.alloc(1024 * 1024);

const run = promisify(execFile);

/** A disk of its own, in memory. */
type Disk = { folder: string; fill(): Promise<void>; empty(): Promise<void>; remount(how: 'ro' | 'rw'): Promise<void> };

/** Mounts a disk; resolves with null where this process may not. */
async function mountDisk(): Promise<(Disk & { remove(): Promise<void> }) | null> {
  const folder = await mkdtemp(join(tmpdir(), 'disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const file = await open(filler, 'a');
      try {
        for (;;) await file.write(PIECE);
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(filler, { force: true }),
    async remount(how) {
      await run('mount', ['-o', `remount,${how}`, folder]);
    },
    async remove() {
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** The server takes a new file for its log often, so that it soon meets the end of the disk. */
async function postgresOn({ folder }: Disk): Promise<OwnPostgres> {
  return ownPostgres({ under: folder, settings: ['wal_recycle=off', 'min_wal_size=32MB', 'max_wal_size=64MB'] });
}

const full = (disk: Disk): Fault => ({
  name: 'disk of the database full',
  server: () => postgresOn(disk),
  async strike(stage) {
    for (let left = STRUCK_MS; left > 0; left -= LOOK_MS) {
      await disk.fill();
      await stage.db.query('SELECT pg_switch_wal()').catch(() => {});
      await sleep(LOOK_MS);
    }
    await disk.empty();
    await backAgain(stage);
  },
});

const readOnlyDisk = (disk: Disk): Fault => ({
  name: 'database restarts on a read-only disk',
  server: () => postgresOn(disk),
  async strike({ server }) {
    await server.stop('immediate');
    await disk.remount('ro');
    await server.start().catch(() => {});
    await sleep(STRUCK_MS);
    await disk.remount('rw');
    await server.start();
  },
});

/** Managed databases refuse all writes when their disk is nearly full. */
const readOnly: Fault = {
  name: 'database read-only',
  async strike({ db }) {
    await setReadOnly(db, 'on');
    await sleep(STRUCK_MS);
    await setReadOnly(db, 'off');
  },
};

async function setReadOnly(db: Stage['db'], value: 'on' | 'off'): Promise<void> {
  await db.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
  await db.query('SELECT pg_reload_conf()');
}

/**
 * The server ends when it cannot write its log, and an operator starts it once there is room. Seldom it runs on and answers nothing: PostgreSQL
 * 18 was seen to wait for ever after a recovery that failed. Then the operator kills it first.
 */
async function backAgain({ db, server }: Stage): Promise<void> {
  for (let since = performance.now(); ; await sleep(LOOK_MS)) {
    const answered = await db.query('SELECT 1').catch(() => []);
    if (answered.length > 0) return;
    if (performance.now() - since > HUNG_MS) {
      tell('PostgreSQL runs and does not answer: it is killed');
      await server.kill().catch(() => {});
      since = performance.now();
    }
    await server.start().catch(() => {});
  }
}

/** The disk under the database is full or read-only, or the database takes no writes, while shoppers buy and jobs run. */
export async function* runDisks(turns: Turns): AsyncGenerator<Report> {
  const options = { ...turns, shoppers: SHOPPERS, betweenMs: BETWEEN_MS };
  yield* runFaults([readOnly], options);
  const disk = await mountDisk();
  if (disk === null) {
    process.stderr.write('A full disk and a read-only one need a mount of their own, which this user may not make.\n');
    return;
  }
  try {
    yield* runFaults([full(disk), readOnlyDisk(disk)], options);
  } finally {
    await disk.remove();
  }
}

import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import { freePorts, runService, type ServiceProcess } from './service-process.ts';

/** The last line that `npm start` prints. */
export const READY = 'Ctrl-C ends everything.';
/** An unprivileged user that every Linux has; initdb needs a user with a name. */
export const DAEMON = 1;
const isRoot = process.getuid?.() === 0;
const projectFile = fileURLToPath(new URL('../../bootstrap/run.mjs', import.meta.url));
export const daemonMayRead =
  isRoot && spawnSync('test', ['-r', projectFile], { uid: DAEMON, gid: DAEMON }).status === 0;

/** Gives each test a data folder and ports, and ends its processes after it. */
export function useFolder(uid?: number) {
  const here = { dataDir: '', env: {} as Record<string, string>, running: [] as ServiceProcess[] };
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runtime-'));
    if (uid !== undefined) await chown(folder, uid, uid);
    const names = ['PORT', 'ADMIN_PORT', 'DEMO_PORT', 'STRIPE_PORT'];
    const ports = await freePorts(names.length);
    here.dataDir = join(folder, 'data');
    here.env = { DATA_DIR: here.dataDir, ...Object.fromEntries(names.map((name, at) => [name, `${ports[at]}`])) };
  });
  afterEach(async () => {
    for (const { child } of here.running) child.kill();
    await Promise.all(here.running.splice(0).map(({ ended }) => ended));
    await rm(folder, { recursive: true, force: true });
  });
  const run = (args: string[], extra: Record<string, string> = {}, project?: string) => {
    const env = { ...here.env, ...extra };
    const service = runService(args, { env, project, ...(uid === undefined ? {} : { uid }) });
    here.running.push(service);
    return service;
  };
  const start = async (extra: Record<string, string> = {}) => {
    const service = run(['start'], extra);
    await service.says(READY);
    return service;
  };
  return { here, run, start };
}

/** The users that start the service. `possible`: only root may start it as another user. */
export const STARTERS = [
  { who: 'the user of the tests', uid: undefined, possible: true },
  { who: 'an unprivileged user, started by root', uid: DAEMON, possible: daemonMayRead },
];

import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPodman } from './podman.ts';
import { findProgram } from './programs.ts';

const IMAGE = 'localhost/machine-of-the-tests';
const NAME = 'machine';
const LINKS = ['bin', 'sbin', 'lib', 'lib64'];
const FOLDERS = ['etc/systemd/system', 'opt', 'proc', 'root', 'run', 'sys', 'tmp', 'dev', 'usr', 'var/lib', 'var/log'];

/** The programs that are missing here to start a machine with systemd and a proxy: Podman, systemd, nginx. */
export const WITHOUT_MACHINES = ['podman', 'systemd-run', 'nginx'].filter((name) => findProgram(name) === undefined);

const ANSWERS_MS_MAX = 120_000;

export type Machine = {
  /** Runs a line of a shell as root. Resolves with its exit code and its output, of both streams. */
  shell(line: string): Promise<{ code: number; output: string }>;
  /** Cuts its power. */
  cut(): Promise<void>;
  /** Boots it. Resolves when systemd answers. */
  boot(): Promise<void>;
  remove(): Promise<void>;
};

/**
 * Starts a machine in a container: systemd as its first process, the programs of this machine, the Node of this process, a disk of its
 * own, and the network of this machine. `folder` is at /media.
 */
export async function startMachine(folder: string): Promise<Machine> {
  const podman = await openPodman();
  const root = await mkdtemp(join(tmpdir(), 'machine-'));
  const expectDone = async (...args: string[]) => {
    const { code, output } = await podman.run(...args);
    if (code !== 0) throw new Error(`podman ${args[0]}: ${output}`);
  };
  const shell: Machine['shell'] = (line) => podman.run('exec', NAME, 'sh', '-ec', line);
  const answers = async () => {
    for (const until = performance.now() + ANSWERS_MS_MAX; ; ) {
      const { output } = await shell('systemctl is-system-running || true');
      if (/running|degraded|starting/.test(output)) return;
      if (performance.now() > until) throw new Error(`systemd does not answer in its container: ${output}`);
      await sleep(200);
    }
  };
  await layOut(root);
  await podman.importFolder(root, IMAGE);
  const node = `${process.execPath}:/usr/bin/node:ro`;
  const volumes = ['/usr:/usr:O', node, `${folder}:/media:ro`].flatMap((volume) => ['--volume', volume]);
  const options = ['--systemd', 'always', '--privileged', '--network', 'host', ...volumes];
  await expectDone('run', '--detach', '--name', NAME, ...options, IMAGE, '/lib/systemd/systemd');
  await answers();
  return {
    shell,
    cut: () => expectDone('kill', NAME),
    async boot() {
      await expectDone('start', NAME);
      await answers();
    },
    async remove() {
      await podman.remove();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function layOut(root: string): Promise<void> {
  for (const folder of FOLDERS) await mkdir(join(root, folder), { recursive: true });
  for (const name of LINKS) await symlink(`usr/${name}`, join(root, name));
  for (const file of ['ld.so.cache', 'nsswitch.conf']) await copyFile(`/etc/${file}`, join(root, 'etc', file));
  await writeFile(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  await writeFile(join(root, 'etc/group'), 'root:x:0:\n');
  await writeFile(join(root, 'etc/machine-id'), '');
}

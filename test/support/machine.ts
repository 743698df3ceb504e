import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPodman, PODMAN } from './podman.ts';
import { findProgram } from './programs.ts';

const IMAGE = 'localhost/machine-of-the-tests';
const NAME = 'machine';
const LINKS = ['bin', 'sbin', 'lib', 'lib64'];
const FOLDERS = ['etc/systemd/system', 'opt', 'proc', 'root', 'run', 'sys', 'tmp', 'dev', 'usr', 'var/lib', 'var/log'];

/** True if a machine with systemd can be started here. */
export const HAS_MACHINES = PODMAN !== undefined && findProgram('systemd-run') !== undefined;

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
    for (;;) {
      const { output } = await shell('systemctl is-system-running || true');
      if (/running|degraded|starting/.test(output)) return;
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

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { pack } from 'tar-fs';
import { findProgram } from './programs.ts';

const ask = promisify(execFile);

/** The path of the installed Podman, or undefined. */
export const PODMAN = findProgram('podman');

export type Podman = {
  /** Runs a command of Podman. Resolves with its exit code and its output, of both streams. */
  run(...args: string[]): Promise<{ code: number; output: string }>;
  /** Makes an image that has the Node of this process, the programs that an image of the service needs, and nothing else. */
  importNode(name: string): Promise<void>;
  /** Makes an image of a folder. */
  importFolder(root: string, name: string): Promise<void>;
  /** Removes all its containers and images. */
  remove(): Promise<void>;
};

// Less than any user may have: a container in another container cannot raise them, and Podman's own are higher.
const LIMITS = ['nofile=4096:4096', 'nproc=4096:4096'];
const PROGRAMS = ['sh', 'mkdir', 'chown', 'sleep', 'readlink', 'dirname'];

/** Prepares Podman with images and containers in a folder of their own. It has to be installed. */
export async function openPodman(): Promise<Podman> {
  if (PODMAN === undefined) throw new Error('Podman is not installed');
  const podman = PODMAN;
  const folder = await mkdtemp(join(tmpdir(), 'podman-'));
  const settings = join(folder, 'containers.conf');
  // Debian's other runtime, crun, refuses the control groups of some machines.
  const runtime = findProgram('runc') ? '[engine]\nruntime = "runc"\n' : '';
  await writeFile(settings, `[containers]\ndefault_ulimits = ${JSON.stringify(LIMITS)}\n${runtime}`);
  const start = (args: readonly string[]) => {
    const own = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
    const child = spawn(podman, [...own, ...args], { env: { ...process.env, CONTAINERS_CONF: settings } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
    return { stdin: child.stdin, ended };
  };
  const run: Podman['run'] = (...args) => start(args).ended;
  const importFolder: Podman['importFolder'] = async (root, name) => {
    const { stdin, ended } = start(['import', '-', name]);
    await pipeline(pack(root, { map: (header) => ({ ...header, uid: 0, gid: 0 }) }), stdin);
    const { code, output } = await ended;
    if (code !== 0) throw new Error(output);
  };
  return {
    run,
    importFolder,
    async importNode(name) {
      const root = join(folder, 'node');
      await copyNode(root);
      await importFolder(root, name);
    },
    async remove() {
      await run('rm', '--all', '--force', '--time', '0');
      await run('rmi', '--all', '--force');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies Node, the programs, and the shared libraries that they need. */
async function copyNode(root: string): Promise<void> {
  const programs = [process.execPath, ...PROGRAMS.map((name) => findProgram(name) ?? name)];
  const { stdout } = await ask('ldd', programs);
  const libraries = [...new Set(stdout.match(/\/[^\s()]+\.so[^\s():]*/g))];
  for (const folder of ['tmp', 'bin', 'usr/bin']) await mkdir(join(root, folder), { recursive: true });
  for (const library of libraries) {
    await mkdir(join(root, dirname(library)), { recursive: true });
    await copyFile(library, join(root, library));
  }
  for (const program of programs) {
    const name = program === process.execPath ? 'node' : basename(program);
    await copyFile(program, join(root, 'usr/bin', name));
  }
  await symlink('../usr/bin/sh', join(root, 'bin/sh'));
}

import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

export type ServiceOptions = {
  env: Record<string, string>;
  /** The user to run as; only root may choose it. */
  uid?: number;
  /** Starts it by npm, like a user, with npm and its shell in between. */
  throughNpm?: boolean;
  /** The folder of a copy of the project. */
  project?: string | undefined;
  /** The folder of an unpacked archive, which is started in place of the sources. */
  archive?: string | undefined;
};

export type ServiceProcess = {
  child: ChildProcess;
  /** Its output so far, of both streams. */
  output(): string;
  /** Resolves when it has printed `text`. Rejects with its whole output if it ends before. */
  says(text: string): Promise<void>;
  /** Resolves with the exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>;
};

/** Runs a command, with only the given environment. */
export function runService(args: readonly string[], options: ServiceOptions): ServiceProcess {
  const { env, uid, archive, project = PROJECT } = options;
  const [file, ...given] = commandOf(args, options);
  const child = spawn(file, given, {
    cwd: archive ?? project,
    env: { PATH: process.env.PATH, DEMO_HISTORY: 'off', SHUTDOWN_PAUSE: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let said = '';
  let heard = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      heard();
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return {
    child,
    output: () => said,
    ended,
    says(text) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      heard = () => said.includes(text) && resolve();
      heard();
      void ended.then((how) => reject(new Error(`ended with ${how} before it printed “${text}”: ${said}`)));
      return promise;
    },
  };
}

function commandOf(
  [role = '', ...args]: readonly string[],
  { throughNpm = false, archive, project = PROJECT }: ServiceOptions,
): [string, ...string[]] {
  if (archive !== undefined) return [process.execPath, join(archive, 'dist/server', `${role}.js`), ...args];
  if (throughNpm) return ['npm', 'run', '--silent', role, ...args];
  return [process.execPath, join(project, 'bootstrap/run.mjs'), role, ...args];
}

// Below the ephemeral ports, so the system does not give the port to a connection before the service listens on it.
const PORTS = { from: 15_000, until: 32_000 };

/** Finds free ports. They are not reserved, so use them soon. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(PORTS.from, PORTS.until);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false; // the port is in use
  }
  await once(server.close(), 'close');
  return true;
}

/** Lists the running processes whose command line or environment names `folder`, by id. */
export async function processesOf(folder: string): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return {
        pid: Number(pid),
        command: command.replaceAll('\0', ' '),
        names: `${command}${environment}`.includes(folder),
      };
    }),
  );
  return found.filter(({ command, names }) => names && command !== '').map(({ pid, command }) => ({ pid, command }));
}

import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const INSTALL_MINUTES_MAX = 10;
const START_MS_MAX = 120_000;
const COMMAND_MS_MAX = 300_000;

/** A platform's own server, which tests start as a process of its own: nothing of it is imported. */
export type PlatformServer = { output(): string; stop(): Promise<void> };

/**
 * Installs a platform into the cache from its pinned `package.json` and lockfile in `test/platforms`, once, and says so. Returns the
 * folder. Throws if the registry does not answer: a test without its server fails.
 */
export async function installPlatform(name: string): Promise<string> {
  const from = join(PROJECT, 'test/platforms', name);
  const folder = join(PROJECT, '.cache/platforms', name);
  const lock = await readFile(join(from, 'package-lock.json'));
  const mark = createHash('sha256').update(lock).digest('hex');
  const installed = await readFile(join(folder, 'installed'), 'utf8').catch(() => '');
  await mkdir(folder, { recursive: true });
  if (installed !== mark) {
    console.log(`platforms: installing ${name} from the registry, once; this may take some minutes`);
    await rm(join(folder, 'installed'), { force: true });
    for (const file of ['package.json', 'package-lock.json']) await cp(join(from, file), join(folder, file));
    await cp(join(PROJECT, '.npmrc'), join(folder, '.npmrc'));
    await install(name, folder);
    await writeFile(join(folder, 'installed'), mark);
  }
  await cp(from, folder, { recursive: true, filter: (path) => !path.endsWith('package-lock.json') });
  return folder;
}

async function install(name: string, folder: string): Promise<void> {
  try {
    const timeout = INSTALL_MINUTES_MAX * 60_000;
    await promisify(execFile)('npm', ['ci', '--no-progress'], { cwd: folder, timeout, maxBuffer: 32 << 20 });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).slice(-2_000) : String(error);
    throw new Error(`${name} could not be installed: is the npm registry there? npm said:\n${said}`);
  }
}

// What the platforms' own templates have for new projects.
const COMPILER_OPTIONS = {
  target: 'es2021',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  strictPropertyInitialization: false,
  skipLibCheck: true,
  esModuleInterop: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  useDefineForClassFields: false,
  types: ['node'],
};

/** Copies an example into a platform's folder and compiles it there into `outDir`, as the guides say. Throws with the compiler's errors. */
export async function compileExample(name: string, folder: string, outDir: string): Promise<void> {
  const source = join(folder, 'example');
  await rm(source, { recursive: true, force: true });
  await cp(join(PROJECT, 'examples', name), source, { recursive: true });
  const compilerOptions = { ...COMPILER_OPTIONS, rootDir: 'example', outDir };
  const config = { compilerOptions, include: ['example'], exclude: [] }; // else all that is in `outDir` is left out
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', folder], { timeout: COMMAND_MS_MAX });
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    throw new Error(`${name} does not compile in a project of its users:\n${said.slice(0, 4_000)}`);
  }
}

type Run = { folder: string; args: readonly string[]; env: Record<string, string> };
type Start = Run & { ready: string };

/** Runs a command of a platform to its end. Throws with what it said if it fails. */
export async function runPlatform({ folder, args, env }: Run): Promise<void> {
  const options = { cwd: folder, env: environment(folder, env), timeout: COMMAND_MS_MAX, maxBuffer: 32 << 20 };
  await promisify(execFile)(process.execPath, [...args], options);
}

const environment = (folder: string, env: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  ...env,
});

/** Starts a server on the Node of the tests, and resolves once it has printed `ready`. */
export async function startPlatform({ folder, args, env, ready }: Start): Promise<PlatformServer> {
  const child = spawn(process.execPath, [...args], {
    cwd: folder,
    env: environment(folder, env),
    stdio: ['pipe', 'pipe', 'pipe'], // its input ends with this process, and it with that
  });
  let said = '';
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-200_000);
      if (said.includes(ready)) resolve();
    });
  }
  void ended.then(() => reject(new Error(`the server ended before it was ready: ${said.slice(-4_000)}`)));
  const late = () => reject(new Error(`the server did not start in ${START_MS_MAX / 1_000} s: ${said.slice(-4_000)}`));
  const timer = setTimeout(late, START_MS_MAX);
  const stop = async () => {
    child.kill('SIGKILL'); // its database goes with it
    await ended;
  };
  try {
    await promise;
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return { output: () => said, stop };
}

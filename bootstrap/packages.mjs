import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, link, mkdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const TELL_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 200;
// All packages take 700 MB, and npm's cache may be on the same disk.
const FREE_MB_MIN = 1_000;
const INSTALL_MS_MAX = 15 * 60_000; // after this time another process may have the same pid

/**
 * Installs the missing packages of package-lock.json. npm's own record in node_modules shows which are installed, without a
 * network or a write. Development packages stay once they are installed.
 */
export async function ensurePackages(development) {
  if (missingPackages(await locked(), await installed(), development) === 0) return;
  const unlock = await lockInstall();
  try {
    const before = await installed();
    const missing = missingPackages(await locked(), before, development);
    if (missing === 0) return; // another process has installed them meanwhile
    await requireWritable();
    await requireSpace();
    const withDevelopment = development || Object.values(before ?? {}).some((one) => one.dev);
    const which = withDevelopment ? ', those for development too' : '';
    tell(`Installing ${missing} packages into node_modules${which} (once, and when package-lock.json changes)`);
    await install(withDevelopment);
  } finally {
    await unlock();
  }
}

async function locked() {
  return JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')).packages;
}

async function installed() {
  try {
    return JSON.parse(await readFile(join(ROOT, 'node_modules', '.package-lock.json'), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Returns how many required packages are missing or have another version; all, if they were installed for another machine. */
function missingPackages(wanted, present, development) {
  const required = Object.entries(wanted).filter(
    ([path, one]) => path !== '' && !one.optional && !one.devOptional && (development || !one.dev),
  );
  if (present === undefined || Object.values(present).some((one) => !isForThisMachine(one))) return required.length;
  return required.filter(([path, one]) => present[path]?.version !== one.version).length;
}

function isForThisMachine({ os, cpu }) {
  return (os === undefined || matches(os, process.platform)) && (cpu === undefined || matches(cpu, process.arch));
}

/** Matches a name against a field like `os` in package.json: a name or a list of names, which `!` may exclude. */
function matches(one, name) {
  const list = [one].flat();
  return !list.includes(`!${name}`) && (list.includes(name) || list.every((one) => one.startsWith('!')));
}

async function install(development) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;
  const ticker = setInterval(() => tell(`  … ${seconds()}`), TELL_EVERY_MS);
  const args = ['ci', development ? '--include=dev' : '--omit=dev', '--include=optional', '--loglevel=error'];
  try {
    // The lockfile has every package's hash, so the cache is as trustworthy as the registry.
    const done = (await runNpm([...args, '--prefer-offline'])) || (await runNpm(args));
    if (!done) throw new Error('npm could not install the packages (its own message is above). Nothing was started.');
  } finally {
    clearInterval(ticker);
  }
  tell(`Installed in ${seconds()}`);
}

/** Runs npm with its output on standard error, because standard output belongs to the command. */
function runNpm(args) {
  const { npm_execpath: npm = '' } = process.env;
  const [file, first] = basename(npm) === 'npm-cli.js' ? [process.execPath, [npm]] : ['npm', []];
  return new Promise((resolve) => {
    const shell = process.platform === 'win32' && file === 'npm'; // on Windows npm is a script
    const child = spawn(file, [...first, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2], shell });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

async function requireWritable() {
  for (const folder of [ROOT, join(ROOT, 'node_modules')]) {
    await access(folder, constants.W_OK).catch((error) => {
      if (error.code === 'ENOENT') return;
      throw new Error(
        `The packages in node_modules are not those of package-lock.json, and ${folder} is not yours to write. Run "npm ci" as the user who owns it.`,
      );
    });
  }
}

async function requireSpace() {
  const { bavail, bsize } = await statfs(ROOT);
  const megabytes = Math.floor((bavail * bsize) / 1e6);
  if (megabytes >= FREE_MB_MIN) return;
  throw new Error(
    `The disk of ${ROOT} has ${megabytes} MB left, and the packages need ${FREE_MB_MIN} MB. Free some space and try again.`,
  );
}

/** Locks the installation: two first starts at the same time would remove each other's packages. */
async function lockInstall() {
  const path = join(ROOT, '.cache', 'install.pid');
  const draft = `${path}.${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, String(process.pid));
    await waitForLock(draft, path); // making a link is atomic, so the lock file is never empty
    return () => rm(path, { force: true });
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS') await requireWritable();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function waitForLock(draft, path) {
  for (let reported = false; ; await sleep(LOOK_EVERY_MS)) {
    try {
      return await link(draft, path);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const pid = Number(await readFile(path, 'utf8').catch(() => ''));
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (pid > 0 && (pid === process.pid || !isAlive(pid) || age > INSTALL_MS_MAX)) await rm(path, { force: true });
    else if (!reported) {
      reported = true;
      tell(`Waiting for process ${pid}, which installs the packages`);
    }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function tell(text) {
  process.stderr.write(`${text}\n`);
}

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT } from './packages.mjs';

const FOLLOW_PARENT = pathToFileURL(fileURLToPath(new URL('follow-parent.mjs', import.meta.url))).href;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
// A terminal's Ctrl-C reaches us from the terminal and again from npm; both are one.
const SAME_SIGNAL_MS = 500;
const PARENT_LOOK_MS = 250;
// What V8 made of the sources is kept by their content: a later start takes two thirds of its time. Node leaves it out
// where the folder cannot be written.
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, '.cache', 'node') };

/**
 * Runs the command in our place: signals go to it, its end is ours, and it never outlives us. Resolves with false when
 * the binary cannot be run at all.
 */
export function runChild(binary, args, { cwd }) {
  const child = spawn(binary.path, [...binary.options, `--import=${FOLLOW_PARENT}`, ...args], {
    cwd,
    env: { ...COMPILED, ...process.env },
    // The channel is how the child notices that we are gone, even by kill -9.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  forwardSignals(child);
  endWithNpm(child);
  return new Promise((resolve) => {
    child.once('error', () => {
      if (child.pid === undefined) resolve(false);
    });
    child.once('exit', (code, signal) => {
      process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
      resolve(true);
    });
  });
}

function forwardSignals(child) {
  let last = 0;
  for (const signal of SIGNALS) {
    const forward = () => {
      const now = Date.now();
      if (now - last < SAME_SIGNAL_MS) return;
      last = now;
      child.kill(signal);
    };
    process.on(signal, forward);
    child.once('exit', () => process.off(signal, forward));
    child.once('error', () => process.off(signal, forward));
  }
}

/**
 * A killed `npm start` is not told to us: only who our parents are changes. Without npm between, another parent is no
 * news (a shell that was closed after `nohup`).
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = parents();
  const look = setInterval(() => {
    if (parents() === before) return;
    clearInterval(look);
    child.kill('SIGTERM');
  }, PARENT_LOOK_MS);
  look.unref();
}

/** Our parent up to npm: npm runs us in a shell, and some shells stay in between. */
function parents() {
  const { ppid } = process;
  try {
    const status = readFileSync(`/proc/${ppid}/status`, 'utf8');
    const isShell = /^Name:\t\w*sh$/m.test(status);
    return isShell ? `${ppid} ${/^PPid:\t(\d+)$/m.exec(status)?.[1]}` : `${ppid}`;
  } catch {
    return `${ppid}`; // only Linux can be asked so cheaply
  }
}

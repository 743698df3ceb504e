import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT } from './packages.mjs';

const FOLLOW_PARENT = pathToFileURL(fileURLToPath(new URL('follow-parent.mjs', import.meta.url))).href;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
// One Ctrl-C can arrive twice: from the terminal and from npm.
const SAME_SIGNAL_MS = 500;
const PARENT_LOOK_MS = 250;
// V8's compiled code is cached by content, so later starts take two thirds of the time. Node does not cache if the folder is not
// writable.
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, '.cache', 'node') };

/**
 * Runs the command as a child. Forwards signals to it, exits with its code, and makes sure that it does not outlive this
 * process. Resolves with false if the binary cannot be run.
 */
export function runChild(binary, args, { cwd }) {
  const child = spawn(binary.path, [...binary.options, `--import=${FOLLOW_PARENT}`, ...args], {
    cwd,
    env: { ...COMPILED, ...process.env },
    // Through the channel the child notices that this process is gone, even by kill -9.
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
 * Ends the child when npm was killed. This process gets no signal then; it only gets another parent. Without npm, another parent
 * must not end the child: a shell may be closed after `nohup`.
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

/** Returns the pids of the parent processes up to npm. npm starts us through a shell, and some shells stay in between. */
function parents() {
  const { ppid } = process;
  try {
    const status = readFileSync(`/proc/${ppid}/status`, 'utf8');
    const isShell = /^Name:\t\w*sh$/m.test(status);
    return isShell ? `${ppid} ${/^PPid:\t(\d+)$/m.exec(status)?.[1]}` : `${ppid}`;
  } catch {
    return `${ppid}`; // only Linux has /proc
  }
}

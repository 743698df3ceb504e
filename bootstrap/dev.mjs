// `npm run dev` runs what `npm start` runs, and restarts it when the code changes. Data stays, because the database's folder is the
// same. If the code cannot start, the next change starts it again. Arguments are Node's: `npm run dev -- --inspect`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './packages.mjs';

const WATCHED = ['src', 'packages/stripe-stand-in', 'demo', 'migrations'];
const IS_CODE = /(?<!\.test)\.(?:ts|tsx|css|sql|html)$/;
// An editor may write a file in several steps, and a checkout of a branch many files.
const SETTLE_MS = 50;
const START = join(ROOT, 'src/main/start.ts');

let wake = () => {};
let changed = new Set();
let stopping = false;

for (const folder of WATCHED) {
  watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
    if (file === null || !IS_CODE.test(file)) return;
    changed.add(join(folder, file));
    wake();
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopping = true;
    wake();
  });
}

while (!stopping) {
  // Through the channel the child notices that this process is gone, even by kill -9.
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(2), START], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  void ended.then(([code]) => code && say(`ended with ${code}; the next change starts it again`));
  await nextChange();
  child.kill('SIGTERM'); // after Ctrl-C the child also gets the terminal's signal; it treats both as one
  await ended;
  if (stopping) break;
  const files = [...changed];
  changed = new Set();
  say(
    `${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''} changed: starting again`,
  );
}

process.exit(); // the watchers would keep the process alive

/** Resolves when files have changed and no further change follows, or when this process must stop. */
async function nextChange() {
  while (changed.size === 0 && !stopping) await new Promise((resolve) => (wake = resolve));
  for (let size = 0; size !== changed.size && !stopping; ) {
    size = changed.size;
    await sleep(SETTLE_MS);
  }
}

function say(text) {
  console.log(`\ndev: ${text}`);
}

// `npm run dev` runs what `npm start` runs. Open pages show a change of the frames at once; after any other change of the code the
// service is restarted. Data stays, because the database's folder is the same. If the code cannot start, the next change starts it
// again. Arguments are Node's: `npm run dev -- --inspect`.
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
// What the running service can build anew (`src/main/live.ts`).
const FRAMES = ['frames', 'ui', 'live'].map((folder) => join('src', 'browser', folder, '/'));
// Pages and mails of the service have them too, and take them once.
const TOKENS = join('src', 'browser', 'ui', 'tokens.css');

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
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(2), START, '--live'], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  void ended.then(([code]) => code && say(`ended with ${code}; the next change starts it again`));
  let files = await nextChange();
  while (!stopping && child.connected && files.every(isOfFrames)) {
    say(`${namesOf(files)} changed: open pages show it`);
    child.send('frames changed');
    files = await nextChange();
  }
  child.kill('SIGTERM'); // after Ctrl-C the child also gets the terminal's signal; it treats both as one
  await ended;
  changed = new Set(); // what changed meanwhile, the next start reads
  if (!stopping) say(`${namesOf(files)} changed: starting again`);
}

process.exit(); // the watchers would keep the process alive

/** Resolves with the changed files when no further change follows, or when this process must stop. */
async function nextChange() {
  while (changed.size === 0 && !stopping) await new Promise((resolve) => (wake = resolve));
  for (let size = 0; size !== changed.size && !stopping; ) {
    size = changed.size;
    await sleep(SETTLE_MS);
  }
  const files = [...changed];
  changed = new Set();
  return files;
}

function isOfFrames(file) {
  return file !== TOKENS && FRAMES.some((folder) => file.startsWith(folder));
}

function namesOf(files) {
  const [first, ...others] = files;
  return others.length > 2 ? `${first} and ${others.length} more` : files.join(', ');
}

function say(text) {
  console.log(`\ndev: ${text}`);
}

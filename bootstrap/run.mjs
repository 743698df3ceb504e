// The entry point of every command, in plain JavaScript for Node 20.19. It installs the packages that the command needs and runs
// the command on the pinned Node, which is one of these packages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { nodeBinaries } from './node-binary.mjs';
import { ensurePackages, ROOT } from './packages.mjs';

const ENTRIES = {
  start: { file: 'src/main/start.ts', development: false },
  dev: { file: 'bootstrap/dev.mjs', development: true },
  serve: { file: 'src/main/serve.ts', development: false },
  worker: { file: 'src/main/worker.ts', development: false },
  migrate: { file: 'src/main/migrate.ts', development: false },
  // An import reads files of any size. Without this limit V8 lets memory grow with short-lived rows instead of collecting them.
  service: { file: 'src/main/cli.ts', development: false, options: ['--max-semi-space-size=8'] },
  openapi: { file: 'packages/describe.ts', development: true },
  browsers: { file: 'bootstrap/browsers.mjs', development: true },
  test: { file: 'bootstrap/test.mjs', development: true },
  'test:all': { file: 'bootstrap/test.mjs', development: true, args: ['--all'] },
  'test:ci': { file: 'bootstrap/test.mjs', development: true, args: ['--ci'] },
  'test:night': { file: 'bootstrap/test.mjs', development: true, args: ['--night'] },
  unit: { file: 'bootstrap/test.mjs', development: true, args: ['--project', 'unit'] },
  'test:platforms': { file: 'bootstrap/test.mjs', development: true, args: ['--project', 'platforms'] },
  check: { file: 'bootstrap/check.mjs', development: true },
  bench: { file: 'bootstrap/bench.mjs', development: true },
  simulate: { file: 'test/simulator/main.ts', development: true },
  campaign: { file: 'test/campaigns/main.ts', development: true },
  'shopify-stand-in': { file: 'test/shopify-stand-in.ts', development: true },
  'try-stripe': { file: 'bootstrap/try-stripe.mjs', development: true },
  packages: { file: 'packages/check.ts', development: true },
  pack: { file: 'deploy/pack.ts', development: true },
  release: { file: 'deploy/release.ts', development: true },
  vulnerabilities: { file: 'deploy/vulnerabilities.ts', development: false },
  'try-packages': { file: 'packages/try.ts', development: true },
};
const MISUSED = 2;

async function main([command, ...args]) {
  const entry = ENTRIES[command];
  if (entry === undefined) {
    return refuse(`There is no command "${command ?? ''}". There are: ${Object.keys(ENTRIES).join(', ')}.`, MISUSED);
  }
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    return refuse(`Node 20.19 or newer is needed, and this is ${process.version}.`, 1);
  }
  try {
    await ensurePackages(entry.development);
  } catch (error) {
    return refuse(error.message, 1);
  }
  const file = join(ROOT, entry.file);
  if (!existsSync(file)) return refuse(`${entry.file} is missing: this copy of the project is not whole.`, 1);
  const { inspect, rest } = splitInspect(entry, args);
  const given = [...(entry.options ?? []), ...inspect, file, ...(entry.args ?? []), ...rest];
  const binaries = nodeBinaries();
  for (const binary of binaries) {
    const ran = await runChild(binary, given, { cwd: workingFolder(command) });
    if (ran) return undefined;
  }
  return refuse(
    `Node 22.18 or newer is needed to run this, and ${process.version} is older. The pinned one is not there for ${process.platform}-${process.arch}, or cannot run here. Install a newer Node from https://nodejs.org and try again.`,
    1,
  );
}

/**
 * Splits off `--inspect` and the like, which are options of the Node that runs the command. Commands that start other processes
 * get them as arguments, for those.
 */
function splitInspect({ file }, args) {
  const isNodes = (arg) => !/^(bootstrap|test)\//.test(file) && /^--inspect(-brk|-wait)?(=|$)/.test(arg);
  return { inspect: args.filter(isNodes), rest: args.filter((arg) => !isNodes(arg)) };
}

/** Returns the user's folder for `npm run service`, because npm changes to the project's folder and file names are relative. */
function workingFolder(command) {
  const { npm_lifecycle_event: script, INIT_CWD: from } = process.env;
  return command === 'service' && script === 'service' && from ? from : process.cwd();
}

function refuse(sentence, code) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = code;
}

await main(process.argv.slice(2));

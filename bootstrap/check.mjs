// `npm run check` checks the code without running it. Prints one line a step. All steps run even if one fails, so that one run
// shows all faults.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { checkPackages } from '../packages/check.ts';
import { checkBoundaries } from '../test/checks/boundaries.ts';
import { checkBrowserCode } from '../test/checks/browser-code.ts';
import { checkHouseRules } from '../test/checks/house-rules.ts';
import { checkMessages } from '../test/checks/messages.ts';
import { checkMigrations } from '../test/checks/migrations.ts';
import { checkOpenApi } from '../test/checks/openapi.ts';
import { checkPlainWords } from '../test/checks/plain-words.ts';
import { PROJECT } from '../test/checks/project.ts';
import { checkSizes } from '../test/checks/sizes.ts';
import { checkVersions } from '../test/checks/versions.ts';
import { checkVocabulary } from '../test/checks/vocabulary.ts';

const require = createRequire(import.meta.url);
// The native compiler needs a seventh of the time. What reads types by the compiler's own functions uses the package `typescript`.
const tsc = join(dirname(require.resolve('typescript-native/package.json')), 'bin/tsc');
const types = (folder) => () => {
  // The incremental build skips files that have not changed since the last check.
  const remembered = join(PROJECT, '.cache', `types-${folder.replaceAll(/\W/g, '')}.tsbuildinfo`);
  return run(tsc, '-p', folder, '--incremental', '--tsBuildInfoFile', remembered);
};
const knip = join(dirname(require.resolve('knip')), '../bin/knip.js');

// Steps that run in other processes, as many at once as there are cores, the longest first.
const TOOLS = [
  ['types of the server', types('.')],
  ['types of the tests', types('test')],
  ['types of the browser', types('src/browser')],
  ['types of the packages', types('packages')],
  ['format and lint', () => run(require.resolve('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.')],
  ['dead code', () => run(knip, '--no-progress')],
  ['code that only tests use', () => run(knip, '--no-progress', '--production')],
];
// The program of the tests holds nearly all of the sources, and its incremental build reads what changed.
const QUICK_TOOLS = ['types of the tests', 'format and lint'];
// Steps that run in this process.
const OWN = [
  ['openapi.json', checkOpenApi],
  ['import directions', checkBoundaries],
  ['packages for npm', checkPackagesHere],
  ['texts', checkMessages],
  ['sizes', checkSizes],
  ['house rules', checkHouseRules],
  ['words of the platform', checkVocabulary],
  ['code for browsers', checkBrowserCode],
  ['plain words', checkPlainWords],
  ['migrations', () => checkMigrations()],
  ['versions', checkVersions],
];

if (import.meta.main) process.exitCode = (await check()) === 0 ? 0 : 1;

/** Runs every step, or those that are quick after a change. Resolves with the number of failed ones. */
export async function check({ quick = false } = {}) {
  const started = Date.now();
  const tools = quick ? TOOLS.filter(([name]) => QUICK_TOOLS.includes(name)) : TOOLS;
  const lanes = [OWN.values(), ...Array(availableParallelism()).fill(tools.values())];
  const results = await Promise.all(lanes.map(runInOrder));
  const failed = results.flat().filter((passed) => !passed).length;
  const steps = tools.length + OWN.length;
  const verdict = failed === 0 ? `all ${steps} steps passed` : `${failed} of ${steps} steps failed`;
  console.log(`check: ${verdict} (${seconds(started)} s)`);
  return failed;
}

/** Runs steps until the list is empty. Several calls may share a list. */
async function runInOrder(steps) {
  const results = [];
  for (const [name, step] of steps) results.push(await timed(name, step));
  return results;
}

async function timed(name, step) {
  const began = Date.now();
  try {
    const found = await step();
    console.log(`✓ ${name}${found ? `: ${found}` : ''} (${seconds(began)} s)`);
    return true;
  } catch (error) {
    console.log(`✗ ${name} (${seconds(began)} s)\n${indent(error.message)}`);
    return false;
  }
}

/** Runs a script with this Node binary. Shows its output only if it fails. */
function run(...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => (code === 0 ? resolve() : reject(new Error(output.trim() || `${signal}`))));
  });
}

async function checkPackagesHere() {
  const packed = await checkPackages(join(PROJECT, '.cache/packages'));
  return packed.map(({ tarball }) => basename(tarball)).join(', ');
}

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(1);
}

function indent(text) {
  return text.replaceAll(/^/gm, '    ');
}

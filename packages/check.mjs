// Builds the packages, packs them as npm would publish them, and looks at the result with the eyes of those who install
// it: publint for package.json and files, arethetypeswrong for how every kind of project finds the types.
import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { buildPackage, PACKAGES } from './build.mjs';

// Both packages are ECMAScript modules, as every Node that is still maintained can also `require`; what only older ones
// would miss is no fault.
const NOT_FOR_US = new Set(['node10', 'node16-cjs']);

if (import.meta.main) {
  const folder = fileURLToPath(new URL('../.cache/packages', import.meta.url));
  for (const { tarball } of await checkPackages(folder)) console.log(tarball);
}

/** Writes each package and its tarball into `folder`; throws with all that is wrong with any of them. */
export async function packPackages(folder) {
  const packed = [];
  for (const name of PACKAGES) {
    const built = await buildPackage(name, folder);
    packed.push({ name, built, tarball: await pack(built, folder) });
  }
  return packed;
}

/** What is wrong with them, a line each. */
export async function problemsOf({ name, tarball }) {
  const data = await readFile(tarball);
  const bytes = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(new Uint8Array(bytes)));
  return [
    ...messages.map((message) => `${name}: publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`),
    ...(types ? [] : [`${name}: attw: it has no types`]),
    ...problems
      .filter(({ resolutionKind }) => !NOT_FOR_US.has(resolutionKind))
      .map((problem) => `${name}: attw: ${JSON.stringify(problem)}`),
  ];
}

/** Resolves with the names of what was checked. */
export async function checkPackages(folder) {
  const packed = await packPackages(folder);
  const problems = (await Promise.all(packed.map(problemsOf))).flat();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return packed;
}

async function pack(built, folder) {
  await mkdir(folder, { recursive: true });
  const said = await npm(['pack', '--json', '--pack-destination', folder], built);
  const [{ filename }] = Object.values(JSON.parse(said));
  return join(folder, filename);
}

/** Resolves with what npm wrote. */
export function npm(args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`npm ${args[0]}: ${err || out}`))));
  });
}

import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { buildPackage, PACKAGES } from './build.ts';
import { writeTarballs } from './pack.ts';

// Ignored, because they concern only old versions of Node. The packages are ECMAScript modules, which every maintained
// version of Node can also `require`.
const IGNORED_RESOLUTIONS = ['node10', 'node16-cjs'];

export type PackedPackage = { name: string; tarball: string };

if (import.meta.main) {
  const { values } = parseArgs({ options: { release: { type: 'string' } } });
  const folder = fileURLToPath(new URL('../.cache/packages', import.meta.url));
  for (const { tarball } of await checkPackages(folder)) console.log(tarball);
  if (values.release) {
    for (const name of await writeTarballs(values.release)) console.log(join(values.release, name));
  }
}

/** Builds the packages into `folder` and packs them as npm would publish them. */
export async function packPackages(folder: string): Promise<PackedPackage[]> {
  const packed: PackedPackage[] = [];
  for (const name of PACKAGES) packed.push(await packBuilt(name, await buildPackage(name, folder), folder));
  return packed;
}

/** Packs the packages and checks the tarballs with publint and arethetypeswrong. Throws with the problems of all packages. */
export async function checkPackages(folder: string): Promise<PackedPackage[]> {
  const packed = await packPackages(folder);
  const problems = (await Promise.all(packed.map(problemsOf))).flat();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return packed;
}

/**
 * Returns one line for each problem. publint checks package.json and its files; arethetypeswrong checks that every kind of
 * project finds the types.
 */
export async function problemsOf({ name, tarball }: PackedPackage): Promise<string[]> {
  const data = new Uint8Array(await readFile(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true });
  const analysis = await checkPackage(createPackageFromTarballData(data));
  const wrong = analysis.types ? analysis.problems : [];
  return [
    ...messages.map((message) => `${name}: publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`),
    ...(analysis.types ? [] : [`${name}: attw: it has no types`]),
    ...wrong
      .filter((problem) => !('resolutionKind' in problem && IGNORED_RESOLUTIONS.includes(problem.resolutionKind)))
      .map((problem) => `${name}: attw: ${JSON.stringify(problem)}`),
  ];
}

/** Makes the tarball that npm would publish of a built package. */
export async function packBuilt(name: string, built: string, folder: string): Promise<PackedPackage> {
  await mkdir(folder, { recursive: true });
  const said = await npm(['pack', '--json', '--no-update-notifier', '--pack-destination', folder], built);
  const [packed] = Object.values(JSON.parse(said) as Record<string, { filename: string }>);
  if (!packed) throw new Error(`npm packed nothing: ${said}`);
  return { name, tarball: join(folder, packed.filename) };
}

/** Runs npm. Resolves with its output; rejects with its output and errors if it fails. */
export function npm(args: string[], cwd: string): Promise<string> {
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
    child.once('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`npm ${args.join(' ')} ended with ${code}:\n${err}${out}`)),
    );
  });
}

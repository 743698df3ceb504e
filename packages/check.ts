import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { buildPackage, PACKAGES } from './build.ts';

// The packages are ECMAScript modules, which every Node that is still maintained can also `require`; what only older
// ones would miss is no fault.
const NOT_FOR_US = ['node10', 'node16-cjs'];

export type PackedPackage = { name: string; tarball: string };

if (import.meta.main) {
  const folder = fileURLToPath(new URL('../.cache/packages', import.meta.url));
  for (const { tarball } of await checkPackages(folder)) console.log(tarball);
}

/** Builds the packages into `folder`, and packs them as npm would publish them. */
export async function packPackages(folder: string): Promise<PackedPackage[]> {
  const packed: PackedPackage[] = [];
  for (const name of PACKAGES) packed.push(await packBuilt(name, await buildPackage(name, folder), folder));
  return packed;
}

/** The same, and looks at the result as those who install it do. Throws with all that is wrong with any of them. */
export async function checkPackages(folder: string): Promise<PackedPackage[]> {
  const packed = await packPackages(folder);
  const problems = (await Promise.all(packed.map(problemsOf))).flat();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return packed;
}

/** A line each: publint for package.json and its files, arethetypeswrong for how every kind of project finds the types. */
export async function problemsOf({ name, tarball }: PackedPackage): Promise<string[]> {
  const data = new Uint8Array(await readFile(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true });
  const analysis = await checkPackage(createPackageFromTarballData(data));
  const wrong = analysis.types ? analysis.problems : [];
  return [
    ...messages.map((message) => `${name}: publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`),
    ...(analysis.types ? [] : [`${name}: attw: it has no types`]),
    ...wrong
      .filter((problem) => !('resolutionKind' in problem && NOT_FOR_US.includes(problem.resolutionKind)))
      .map((problem) => `${name}: attw: ${JSON.stringify(problem)}`),
  ];
}

/** The tarball that npm would publish of a built package. */
export async function packBuilt(name: string, built: string, folder: string): Promise<PackedPackage> {
  await mkdir(folder, { recursive: true });
  const said = await npm(['pack', '--json', '--no-update-notifier', '--pack-destination', folder], built);
  const [packed] = Object.values(JSON.parse(said) as Record<string, { filename: string }>);
  if (!packed) throw new Error(`npm packed nothing: ${said}`);
  return { name, tarball: join(folder, packed.filename) };
}

/** Resolves with what npm wrote; rejects with what it complained of. */
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

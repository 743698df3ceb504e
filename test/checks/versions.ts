import { readFile } from 'node:fs/promises';
import { PROJECT } from './project.ts';

type Dependencies = Record<string, string>;
type Manifest = { dependencies?: Dependencies; devDependencies?: Dependencies; optionalDependencies?: Dependencies };
type Lockfile = { packages: Record<string, Manifest & { resolved?: string; version?: string }> };

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

// `npm:` gives a second version of a package a name of its own.
const EXACT = /^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Every version is exact, the lockfile says the same, is whole, and says nothing about where packages were fetched from. */
export async function checkVersions(): Promise<string> {
  const manifest = await readJson<Manifest>('package.json');
  const { packages } = await readJson<Lockfile>('package-lock.json');
  const problems = Object.entries(packages)
    .filter(([path, { resolved }]) => path !== '' && resolved !== undefined)
    .map(([path]) => `package-lock.json: ${path} names an address ("resolved")`);
  problems.push(...missingForOtherMachines(packages));
  let count = 0;
  for (const kind of KINDS) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
      count += 1;
      if (!EXACT.test(version)) problems.push(`package.json: ${name} ${version} is not exact`);
      if (packages['']?.[kind]?.[name] !== version) {
        problems.push(`package-lock.json: ${name} ${version} is missing; run npm install`);
      }
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return `${count} exact`;
}

/** npm leaves out what it could not find, without a word, and then `npm ci` refuses the lockfile on every machine. */
function missingForOtherMachines(packages: Lockfile['packages']): string[] {
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `package-lock.json: ${name} of ${path} is missing: take a version that exists for every machine`),
  );
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(PROJECT + path, 'utf8'));
}

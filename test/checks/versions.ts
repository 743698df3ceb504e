import { readFile } from 'node:fs/promises';
import { PACKAGES } from '../../packages/build.ts';
import { PROJECT } from './project.ts';

type Dependencies = Record<string, string>;
type Manifest = {
  version: string;
  license: string;
  engines: Dependencies;
  dependencies?: Dependencies;
  devDependencies?: Dependencies;
  optionalDependencies?: Dependencies;
};
type Lockfile = { packages: Record<string, Partial<Manifest> & { resolved?: string; integrity?: string }> };

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

// `npm:` installs a second version of a package under another name.
const EXACT = /^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

// Older hashes (SHA-1) can be forged.
const HASH = /^sha512-[\w+/]{86}==$/;

/** Checks that every version is exact, and that the lockfile has the same versions, is complete, and has the hash of each package. */
export async function checkVersions(): Promise<string> {
  const manifest = await readJson<Manifest>('package.json');
  const { packages } = await readJson<Lockfile>('package-lock.json');
  const problems = [...unboundPackages(packages), ...missingForOtherMachines(packages)];
  for (const name of PACKAGES) problems.push(...(await problemsOfPackage(name, { manifest, packages })));
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

type Project = { manifest: Manifest; packages: Lockfile['packages'] };

/** Checks that a package has the project's version, and depends on the versions that the tests ran with. */
async function problemsOfPackage(name: string, { manifest, packages }: Project): Promise<string[]> {
  const path = `packages/${name}/package.json`;
  const { version, license, engines, dependencies = {} } = await readJson<Manifest>(path);
  const differs =
    [version, license, engines.node].join() !== [manifest.version, manifest.license, manifest.engines.node].join();
  const siblings = Object.fromEntries(PACKAGES.map((one) => [`waitlist-preorder-${one}`, manifest.version]));
  const wrong = Object.entries(dependencies).filter(
    ([dependency, wanted]) => wanted !== (siblings[dependency] ?? packages[`node_modules/${dependency}`]?.version),
  );
  return [
    ...(differs ? [`${path}: version, licence or engines are not those of package.json`] : []),
    ...wrong.map(([dependency, wanted]) => `${path}: ${dependency} ${wanted} is not the version of package-lock.json`),
  ];
}

/**
 * Finds packages that the lockfile binds to an address, which not every machine can reach, or to no hash: the hash alone says what a
 * registry has to send.
 */
export function unboundPackages(packages: Lockfile['packages']): string[] {
  return Object.entries(packages).flatMap(([path, { resolved, integrity }]) => {
    if (path === '') return [];
    return [
      ...(resolved === undefined ? [] : [`package-lock.json: ${path} names an address ("resolved")`]),
      ...(HASH.test(integrity ?? '') ? [] : [`package-lock.json: ${path} has no hash ("integrity")`]),
    ];
  });
}

/**
 * Finds optional dependencies that the lockfile lacks. npm silently leaves out what it could not find, and then `npm ci` refuses
 * the lockfile on every machine.
 */
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

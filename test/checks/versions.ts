import { readFile } from 'node:fs/promises';
import { PROJECT } from './project.ts';

type Dependencies = Record<string, string>;
type Manifest = { dependencies?: Dependencies; devDependencies?: Dependencies; optionalDependencies?: Dependencies };
type Lockfile = { packages: Record<string, Manifest & { resolved?: string; version?: string }> };

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** Every version is exact, the lockfile says the same, and says nothing about where packages were fetched from. */
export async function checkVersions(): Promise<string> {
  const manifest = await readJson<Manifest>('package.json');
  const { packages } = await readJson<Lockfile>('package-lock.json');
  const problems = Object.entries(packages)
    .filter(([path, { resolved }]) => path !== '' && resolved !== undefined)
    .map(([path]) => `package-lock.json: ${path} names an address ("resolved")`);
  let count = 0;
  for (const kind of KINDS) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
      count += 1;
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) problems.push(`package.json: ${name} ${version} is not exact`);
      if (packages['']?.[kind]?.[name] !== version) {
        problems.push(`package-lock.json: ${name} ${version} is missing; run npm install`);
      }
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return `${count} exact`;
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(PROJECT + path, 'utf8'));
}

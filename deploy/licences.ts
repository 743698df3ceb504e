import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Metafile } from 'esbuild';
import { PROJECT } from '../src/platform/project.ts';

type Manifest = { name: string; version: string; license?: string };

// What may be given on with a product under any licence, as long as its text goes with it.
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/** Returns the folders of the libraries in a bundle, below the project's. */
export function foldersOfLibraries({ inputs }: Metafile): string[] {
  const folders = Object.keys(inputs).map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(folders.filter((folder) => folder !== undefined))];
}

/** Returns the licences of libraries as one text. Throws for a licence that is not known to be permissive. */
export async function licenceTexts(folders: Iterable<string>): Promise<string> {
  const parts = await Promise.all([...folders].map(licenceOf));
  return parts.sort().join('\n');
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license = '' } = await readManifest(folder);
  if (
    !license
      .replace(/[()]/g, '')
      .split(' OR ')
      .some((one) => ACCEPTED.has(one))
  )
    throw new Error(`The licence of ${name} ${version} is “${license}”, which deploy/licences.ts does not accept.`);
  const files = await readdir(join(PROJECT, folder));
  const kept = files.filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
  const texts = await Promise.all(kept.map((file) => readFile(join(PROJECT, folder, file), 'utf8')));
  return [`${name} ${version} (${license})`, '='.repeat(70), ...texts.map((text) => text.trim()), ''].join('\n');
}

type Sbom = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string; 'bom-ref': string } };
  components: { name: string; group?: string; version: string; 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

/** Returns the libraries as a CycloneDX document, made by npm. It says nothing of when it was made, so equal sources make it equal. */
export async function sbomOf(folders: Iterable<string>): Promise<string> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: PROJECT, maxBuffer: 2 ** 26 });
  const { serialNumber: _number, ...sbom }: Sbom = JSON.parse(stdout);
  const project = await readManifest('.');
  const manifests = await Promise.all([...folders].map(readManifest));
  const shipped = new Set(manifests.map(({ name, version }) => `${name}@${version}`));
  const { timestamp: _time, ...metadata } = sbom.metadata;
  const own = { ...metadata.component, name: project.name };
  const isShipped = (ref: string) => shipped.has(ref) || ref === own['bom-ref'];
  const whole = {
    ...sbom,
    metadata: { ...metadata, component: own },
    components: sbom.components.filter((one) => shipped.has(one['bom-ref'])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => isShipped(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
  };
  if (whole.components.length !== shipped.size)
    throw new Error(`npm lists ${whole.components.length} of the ${shipped.size} libraries that are shipped`);
  return `${JSON.stringify(whole, null, 2)}\n`;
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(PROJECT, folder, 'package.json'), 'utf8'));
}

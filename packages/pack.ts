import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-fs';
import { buildPackage, SERVED_PACKAGES } from './build.ts';

type Manifest = { name: string; version: string; dependencies?: Record<string, string>; bundleDependencies?: string[] };

const CHECKSUMS = 'SHA256SUMS';
const INSTALLED = fileURLToPath(new URL('../node_modules', import.meta.url));

if (import.meta.main) for (const name of await writeTarballs(process.argv[2] ?? '.')) console.log(name);

/**
 * Builds the packages that a service serves and writes a tarball of each into `folder`, with their checksums. A tarball holds the packages
 * that it depends on, so npm installs it from any address without asking a registry. Resolves with the names of the files.
 */
export async function writeTarballs(folder: string): Promise<string[]> {
  const temporary = await mkdtemp(join(tmpdir(), 'packages-'));
  try {
    await mkdir(folder, { recursive: true });
    const built: { manifest: Manifest; path: string }[] = [];
    for (const name of SERVED_PACKAGES) {
      const path = await buildPackage(name, temporary);
      const manifest = await bundle(path, built);
      built.push({ manifest, path });
      await writeTarball(path, join(folder, tarballName(manifest)));
    }
    const names = built.map(({ manifest }) => tarballName(manifest));
    const lines = await Promise.all(names.map(async (name) => `${await sha256Of(join(folder, name))}  ${name}\n`));
    await writeFile(join(folder, CHECKSUMS), lines.join(''));
    return [...names, CHECKSUMS];
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function tarballName({ name, version }: Manifest): string {
  return `${name}-${version}.tgz`;
}

/** Copies everything that the built package depends on into it, with what that depends on in turn. Resolves with its manifest. */
async function bundle(path: string, earlier: readonly { manifest: Manifest; path: string }[]): Promise<Manifest> {
  const manifest = await readManifest(path);
  const own = new Map(earlier.map((one) => [one.manifest.name, one.path]));
  const needed = Object.keys(manifest.dependencies ?? {});
  if (needed.length === 0) return manifest;
  for (const name of needed) {
    const from = own.get(name) ?? join(INSTALLED, name);
    await cp(from, join(path, 'node_modules', name), { recursive: true });
    needed.push(...Object.keys((await readManifest(from)).dependencies ?? {}).filter((one) => !needed.includes(one)));
  }
  const bundled = { ...manifest, bundleDependencies: Object.keys(manifest.dependencies ?? {}) };
  await writeFile(join(path, 'package.json'), `${JSON.stringify(bundled, null, 2)}\n`);
  return bundled;
}

async function readManifest(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
}

/** Writes the same bytes whenever the content is the same, so that every process serves the same tarball. */
async function writeTarball(path: string, file: string): Promise<void> {
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map((one) => relative(path, join(one.parentPath, one.name)));
  const entries = pack(path, {
    entries: files.sort(),
    map: (header) => ({
      ...header,
      name: join('package', header.name),
      mode: 0o644,
      mtime: new Date(0),
      uid: 0,
      gid: 0,
    }),
  });
  await pipeline(entries, createGzip({ level: 9 }), createWriteStream(file));
}

async function sha256Of(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

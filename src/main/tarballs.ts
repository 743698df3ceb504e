import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../platform/project.ts';
import type { Tarballs } from '../surfaces/sdk/package-routes.ts';

const PACKER = join(PROJECT, 'packages/pack.ts');
/** Where the archive of `npm run pack` has the tarballs. */
const PACKED = join(PROJECT, 'dist/packages');
const BUILD_MS_MAX = 120_000;
// After a failure, such as a full disk. Without the pause each request would start a compiler.
const TRY_AGAIN_MS = 60_000;

/**
 * Returns a function that reads the tarball of a package. The first call builds them all, in a process of its own,
 * because the compiler would hold up the requests of this one for seconds; the archive has them built. They are kept in memory:
 * three, of some kilobytes.
 */
export function createTarballs(): Tarballs {
  let built: Promise<Map<string, Buffer>> | undefined;
  return async (name) => {
    if (built === undefined) {
      built = buildTarballs();
      built.catch(() => {
        setTimeout(() => {
          built = undefined;
        }, TRY_AGAIN_MS).unref();
      });
    }
    const tarball = (await built).get(name);
    if (!tarball) throw new Error(`packages/pack.ts wrote no ${name}`);
    return tarball;
  };
}

/** Resolves with the tarballs by name: `loader`, `react`, `admin-client`. */
async function buildTarballs(): Promise<Map<string, Buffer>> {
  if (existsSync(PACKED)) return readTarballs(PACKED);
  const folder = await mkdtemp(join(tmpdir(), 'tarballs-'));
  try {
    await promisify(execFile)(process.execPath, [PACKER, folder], { timeout: BUILD_MS_MAX });
    return await readTarballs(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readTarballs(folder: string): Promise<Map<string, Buffer>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  const read = files.map(async (file): Promise<[string, Buffer]> => {
    const [, name = ''] = /^waitlist-preorder-([a-z-]+)-\d/.exec(file) ?? [];
    return [name, await readFile(join(folder, file))];
  });
  return new Map(await Promise.all(read));
}

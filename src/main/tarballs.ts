import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Tarballs } from '../surfaces/sdk/package-routes.ts';

const PACKER = fileURLToPath(new URL('../../packages/pack.ts', import.meta.url));
const BUILD_MS_MAX = 120_000;
// After a failure, such as a full disk. Without the pause each request would start a compiler.
const TRY_AGAIN_MS = 60_000;

/**
 * Returns a function that reads the tarball of a package. The first call builds them all, in a process of its own,
 * because the compiler would hold up the requests of this one for seconds. They are kept in memory: three, of some kilobytes.
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
  const folder = await mkdtemp(join(tmpdir(), 'tarballs-'));
  try {
    await promisify(execFile)(process.execPath, [PACKER, folder], { timeout: BUILD_MS_MAX });
    const files = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
    const read = files.map(async (file): Promise<[string, Buffer]> => {
      const [, name = ''] = /^waitlist-preorder-([a-z-]+)-\d/.exec(file) ?? [];
      return [name, await readFile(join(folder, file))];
    });
    return new Map(await Promise.all(read));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

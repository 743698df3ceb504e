import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../src/platform/project.ts';
import { TEST_SECRET_KEY } from '../support/merchant.ts';
import { runService } from '../support/service-process.ts';

const run = promisify(execFile);

/** The code of an earlier version, in a folder of its own. */
export type Older = {
  project: string;
  /** Brings an empty database to its schema, as operators do. Also installs its packages. */
  migrate(databaseUrl: string): Promise<void>;
  /** Its own functions, which know its schema. */
  load(): Promise<OlderCode>;
  remove(): Promise<void>;
};

type OlderCode = Pick<typeof import('../support/core.ts'), 'createCore' | 'createOffer'> &
  Pick<typeof import('../../src/core/accounts/commands/connect.ts'), 'connectAccount'> &
  Pick<typeof import('../support/opened-stand-ins.ts'), 'openedStandIns'>;

/** Takes the code of a commit, branch or tag out of the repository. */
export async function openOlder(ref: string): Promise<Older> {
  const project = await mkdtemp(join(tmpdir(), 'older-'));
  const remove = () => rm(project, { recursive: true, force: true });
  try {
    const archive = join(project, 'archive.tar');
    await run('git', ['archive', '--output', archive, ref, '--'], { cwd: PROJECT });
    await run('tar', ['xf', archive, '-C', project]);
    await rm(archive);
    if (await hasSamePackages(project)) await symlink(join(PROJECT, 'node_modules'), join(project, 'node_modules'));
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    project,
    async migrate(databaseUrl) {
      const env = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET_KEY };
      const { ended, output } = runService(['migrate'], { project, env });
      if ((await ended) !== 0) throw new Error(`${ref} does not migrate: ${output()}`);
    },
    async load() {
      const paths = [
        'test/support/core.ts',
        'src/core/accounts/commands/connect.ts',
        'test/support/opened-stand-ins.ts',
      ];
      const [core, connect, opened] = await Promise.all(paths.map((path) => import(join(project, path))));
      return { ...core, ...connect, ...opened };
    },
    remove,
  };
}

/** Other packages the older code installs itself. */
async function hasSamePackages(project: string): Promise<boolean> {
  const [ours, its] = await Promise.all(
    [PROJECT, project].map((one) => readFile(join(one, 'package-lock.json'), 'utf8')),
  );
  return ours === its;
}

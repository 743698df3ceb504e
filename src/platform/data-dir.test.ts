import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareDataDir } from './data-dir.ts';

test.each([
  [0o755, 0o700],
  [0o770, 0o700],
  [0o700, 0o700],
  [0o1777, 0o1777], // shared by all users of the machine
])('a data folder of %o is used as %o', async (before, after) => {
  const folder = await mkdtemp(join(tmpdir(), 'data-dir-'));
  await chmod(folder, before);
  await prepareDataDir(folder);
  expect((await stat(folder)).mode & 0o7777).toBe(after);
  await rm(folder, { recursive: true });
});

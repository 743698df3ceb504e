import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareDataDir, readOrMakeSecret } from './data-dir.ts';
import { SetupError } from './setup-error.ts';

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

test('a secret whose file cannot be used is refused in a sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'data-dir-'));
  await mkdir(join(folder, 'secret-key'));
  const refused = readOrMakeSecret(folder, 'secret-key');
  await expect(refused).rejects.toThrow(SetupError);
  await expect(refused).rejects.toThrow(/secret-key can be neither read nor made \(EISDIR\)/);
  await rm(folder, { recursive: true });
});

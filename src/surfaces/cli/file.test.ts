import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFile } from './file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-file-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const refused = (message: string) =>
  expect.objectContaining({
    code: 'invalid_parameter',
    message: expect.stringContaining(message),
    info: { param: 'file' },
  });

test('a file is written completely, and no draft stays beside it', async () => {
  await writeFile(join(folder, 'export.csv'), ['a', 'b'], 'file');
  expect(await readFile(join(folder, 'export.csv'), 'utf8')).toBe('ab');
  expect(await readdir(folder)).toEqual(['export.csv']);
});

test('a device is written to and not replaced by a file', async () => {
  const path = join(folder, 'null');
  await symlink('/dev/null', path);
  await writeFile(path, ['a'], 'file');
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
  async function* rows() {
    yield 'Ada';
    throw new Error('the database went away');
  }
  await expect(writeFile(path, rows(), 'file')).rejects.toThrow('the database went away');
  expect(await readdir(folder)).toEqual(['null']);
});

test('a path that cannot be a file is refused with a sentence, and nothing is left behind', async () => {
  await mkdir(join(folder, 'directory'));
  await expect(writeFile(join(folder, 'directory'), ['a'], 'file')).rejects.toThrow(refused('it is a folder'));
  await expect(writeFile(join(folder, 'no', 'a.csv'), ['a'], 'file')).rejects.toThrow(
    refused('its folder does not exist'),
  );
  expect(await readdir(folder)).toEqual(['directory']);
});

test('a failed export leaves no partial file and no data behind', async () => {
  async function* rows() {
    yield 'Ada';
    throw new Error('the database went away');
  }
  await expect(writeFile(join(folder, 'export.csv'), rows(), 'file')).rejects.toThrow('the database went away');
  expect(await readdir(folder)).toEqual([]);
});

test('no draft is left if a folder of the same name appears meanwhile', async () => {
  const path = join(folder, 'export.csv');
  async function* rows() {
    yield 'Ada';
    await mkdir(path);
  }
  await expect(writeFile(path, rows(), 'file')).rejects.toThrow(refused('cannot be written'));
  expect(await readdir(folder)).toEqual(['export.csv']);
});

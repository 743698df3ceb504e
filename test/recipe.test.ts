import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { applyPatch, parsePatch, type StructuredPatch } from 'diff';
import { afterAll, expect, test } from 'vitest';
import { PROJECT } from './checks/project.ts';

// The recipe of CONTRIBUTING.md for a setting of a waitlist that is on or off, followed in a copy of the project.

const FILES_MAX = 8;
const NOT_COPIED = ['node_modules', '.git', '.cache', 'data'];
const patches = parsePatch(await readFile(`${PROJECT}test/recipes/gift-wrap.patch`, 'utf8'));
const copy = await mkdtemp(join(tmpdir(), 'recipe-'));
afterAll(() => rm(copy, { recursive: true }));

async function makeCopy(): Promise<void> {
  const names = (await readdir(PROJECT)).filter((name) => !NOT_COPIED.includes(name));
  for (const name of names)
    await cp(join(PROJECT, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  await symlink(join(PROJECT, 'node_modules'), join(copy, 'node_modules'), 'dir');
}

const pathOf = ({ newFileName = '' }: StructuredPatch) => newFileName.replace(/^b\//, '');

async function applyRecipe(): Promise<void> {
  for (const patch of patches) {
    const path = join(copy, pathOf(patch));
    const isNew = patch.oldFileName === '/dev/null';
    const text = applyPatch(isNew ? '' : await readFile(path, 'utf8'), patch, { fuzzFactor: 2 });
    if (text === false) throw new Error(`test/recipes/gift-wrap.patch no longer fits ${pathOf(patch)}: make it again.`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

async function run(...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, args, { cwd: copy, maxBuffer: 64 * 1024 * 1024 }).catch((error) => {
    throw new Error(`node ${args.join(' ')} failed:\n${error.stdout}\n${error.stderr}`);
  });
}

/** Compiles what the change reaches, where the check has compiled the rest before. */
async function compile(project: string): Promise<void> {
  const known = `.cache/types-${project.replaceAll(/[./]/g, '')}.tsbuildinfo`;
  await mkdir(join(copy, '.cache'), { recursive: true });
  await cp(join(PROJECT, known), join(copy, known)).catch(() => {});
  const how = ['--noEmit', '--incremental', '--tsBuildInfoFile', known];
  await run('node_modules/typescript/bin/tsc', '-p', project, ...how);
}

test('a setting of a waitlist that is on or off touches eight files at most, and all else follows', {
  timeout: 600_000,
}, async () => {
  expect(patches.length).toBeLessThanOrEqual(FILES_MAX);
  const recipe = /^\| a setting of a waitlist that is on or off \|(.*)\|$/m.exec(
    await readFile(`${PROJECT}CONTRIBUTING.md`, 'utf8'),
  );
  const unnamed = patches
    .map(pathOf)
    .filter((path) => !/^(migrations|test)\//.test(path) && !recipe?.[1]?.includes(path));
  expect(unnamed, 'what the recipe of CONTRIBUTING.md does not name').toEqual([]);
  await makeCopy();
  await applyRecipe();
  await run('bootstrap/run.mjs', 'openapi');
  for (const project of ['.', 'src/browser']) await compile(project);
  const tests = ['test/api/admin-fields.test.ts', 'test/flows/waitlists/gift-wrap.test.ts'];
  await run('bootstrap/run.mjs', 'test', ...tests);
});

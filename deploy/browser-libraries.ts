import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { OPTIONS } from '../src/platform/browser-build.ts';
import { PROJECT } from '../src/platform/project.ts';
import { foldersOfLibraries } from './licences.ts';

/** Returns the folders of all libraries whose code browsers get from the service. */
export async function librariesOfBrowsers(): Promise<string[]> {
  const root = join(PROJECT, 'src/browser');
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const scripts = found.filter(({ name }) => /^main\.tsx?$/.test(name));
  const { metafile } = await build({
    ...OPTIONS,
    absWorkingDir: PROJECT,
    entryPoints: scripts.map(({ parentPath, name }) => relative(PROJECT, join(parentPath, name))),
    format: 'esm',
    splitting: true,
    metafile: true,
  });
  return foldersOfLibraries(metafile);
}

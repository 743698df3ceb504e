import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The scripts of a bench's pages, by their names in `bench/browser`. */
export type PageScripts = (name: string) => string;

/** Builds scripts of `bench/browser`. The returned function throws for any other one. */
export async function buildPageScripts(names: readonly string[]): Promise<PageScripts> {
  const folder = fileURLToPath(new URL('browser/', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: names.map((name) => `${folder}${name}.ts`),
    outdir: '/',
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [path.slice(1), text]));
  return (name) => {
    const text = texts.get(`${name}.js`);
    if (text === undefined) throw new Error(`bench/browser/${name}.ts is not built`);
    return text;
  };
}

/** Returns a block of data that a script of the page reads by its id. */
export const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

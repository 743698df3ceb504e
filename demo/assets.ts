import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PRODUCT_PICTURES, readPictures } from './pictures.ts';

export type Asset = { type: string; body: Buffer; etag: string };

/** The assets of the demo store's pages: scripts, style and pictures. */
export type Assets = { find(path: string): Asset | undefined };

const SCRIPT = 'text/javascript; charset=utf-8';
const SVG = 'image/svg+xml; charset=utf-8';

/** Builds scripts and style in the same way as the service's browser code, and reads the pictures. */
export async function buildAssets(): Promise<Assets> {
  const built = await build();
  const kept = new Map<string, Asset>([
    ['/assets/store.js', asset(SCRIPT, built('/store.js'))],
    ['/assets/store.css', asset('text/css; charset=utf-8', built('/store.css'))],
    ['/assets/stage.js', asset(SCRIPT, built('/stage.js'))],
    ...[...(await readPictures())].map(([name, svg]) => [`/images/${name}.svg`, asset(SVG, svg)] as const),
    ...(await Promise.all(PRODUCT_PICTURES.map(readThumbnail))),
  ]);
  return { find: (path) => kept.get(path) };
}

/** The picture in the form that mails can carry: few mail programs show SVG. */
async function readThumbnail(name: string): Promise<[string, Asset]> {
  return [
    `/images/${name}.jpg`,
    asset('image/jpeg', await readFile(new URL(`thumbnails/${name}.jpg`, import.meta.url))),
  ];
}

/** Resolves with a function that returns a built file's text. */
async function build(): Promise<(path: string) => string> {
  const esbuild = await import('esbuild');
  const folder = fileURLToPath(new URL('./browser', import.meta.url));
  const { outputFiles } = await esbuild.build({
    entryPoints: ['store.ts', 'store.css', 'stage.ts'].map((file) => `${folder}/${file}`),
    outdir: '/',
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2022'],
    charset: 'utf8',
    logLevel: 'silent',
  });
  await esbuild.stop();
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  return (path) => texts.get(path) ?? '';
}

function asset(type: string, content: string | Buffer): Asset {
  const body = Buffer.from(content);
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { drawPicture } from './pictures.ts';

export type Asset = { type: string; body: Buffer; etag: string };

/** The assets of the demo store's pages: script, style and pictures. Each is cached once it is made. */
export type Assets = { find(path: string): Asset | undefined };

/** Builds script and style in the same way as the service's browser code. Pictures are drawn on their first request. */
export async function buildAssets(): Promise<Assets> {
  const built = await build();
  const kept = new Map<string, Asset>([
    ['/assets/shop.js', asset('text/javascript; charset=utf-8', built.script)],
    ['/assets/shop.css', asset('text/css; charset=utf-8', built.style)],
  ]);
  return {
    find(path) {
      const found = kept.get(path);
      if (found) return found;
      const picture = drawPicture(/^\/images\/([a-z0-9-]+)\.svg$/.exec(path)?.[1] ?? '');
      if (picture === undefined) return undefined;
      const made = asset('image/svg+xml', picture);
      kept.set(path, made);
      return made;
    },
  };
}

async function build(): Promise<{ script: string; style: string }> {
  const esbuild = await import('esbuild');
  const folder = fileURLToPath(new URL('./browser', import.meta.url));
  const { outputFiles } = await esbuild.build({
    entryPoints: [`${folder}/shop.ts`, `${folder}/shop.css`],
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
  const text = (ending: string) => outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}

function asset(type: string, text: string): Asset {
  const body = Buffer.from(text);
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { buildPageScripts } from './page-scripts.ts';

// Its licence allows only use for tests, so it is not a dependency and is only stored in the cache.
const PACKAGE = '@calcom/embed-core@1.5.3';
const FOLDER = fileURLToPath(new URL('../.cache/cal-embed/', import.meta.url));
const SCRIPT = `${FOLDER}node_modules/@calcom/embed-core/dist/embed/embed.js`;

/** A stub of its frame. */
const stubOf = (script: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Stub</title>
<body style="font: 16px sans-serif"><p>Pick a time</p>
<script>${script}</script>`;

/** Serves the script of Cal.com's embed and the stub of its frame from a minimal server: prepared answers, Brotli. */
export async function serveCalEmbed(): Promise<{ port: number; close(): void }> {
  const script = brotliCompressSync(await embedScript());
  const frame = brotliCompressSync(stubOf((await buildPageScripts(['cal-stub']))('cal-stub')));
  const server = createServer(({ url = '' }, response) => {
    const isScript = url.startsWith('/embed/embed.js');
    const type = isScript ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br' });
    response.end(isScript ? script : frame);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function embedScript(): Promise<Buffer> {
  const kept = await readFile(SCRIPT).catch(() => undefined);
  if (kept) return kept;
  console.log(`fetching ${PACKAGE} from npm into .cache (once, only for this comparison)`);
  await mkdir(FOLDER, { recursive: true });
  const args = ['install', '--prefix', FOLDER, '--no-save', '--ignore-scripts', '--loglevel=error', PACKAGE];
  const child = spawn('npm', args, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`npm could not install ${PACKAGE}.`);
  return readFile(SCRIPT);
}

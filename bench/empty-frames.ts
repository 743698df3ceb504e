import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { buildPageScripts } from './page-scripts.ts';

// What a page can do at best with frames of another site: a script that adds frames with next to nothing in them.

const documentOf = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Empty</title><body>${body}`;

/** Serves a script that adds empty frames, and their documents, ready and compressed. */
export async function serveEmptyFrames(): Promise<{ port: number; close(): void }> {
  const scripts = await buildPageScripts(['empty-frames', 'empty-button']);
  const press = `<button id="button">Pre-order</button><script>${scripts('empty-button')}</script>`;
  const answers: Record<string, { type: string; body: Buffer }> = {
    '/empty.js': { type: 'text/javascript', body: brotliCompressSync(scripts('empty-frames')) },
    '/price': { type: 'text/html', body: brotliCompressSync(documentOf('<p>129.00</p>')) },
    '/button': { type: 'text/html', body: brotliCompressSync(documentOf(press)) },
    '/checkout': { type: 'text/html', body: brotliCompressSync(documentOf('<form><input></form>')) },
  };
  const server = createServer(({ url = '' }, response) => {
    const { type, body } = answers[url] ?? { type: 'text/plain', body: brotliCompressSync('') };
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br' });
    response.end(body);
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

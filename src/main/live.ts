import type { ServerResponse } from 'node:http';
import type { BrowserBuild } from '../platform/browser-build.ts';
import type { App } from '../platform/http.ts';
import { buildLive } from '../platform/live-build.ts';
import type { Deps } from '../surfaces/deps.ts';

/** What `npm run dev` adds to the service: open frames show a change of their code at once. */
export type Live = {
  browser: BrowserBuild;
  /** Adds the stream of changes. It has to come before the routes: their policies get the stream's address. */
  addTo(app: App): void;
};

// The message of `bootstrap/dev.mjs`.
const FRAMES_CHANGED = 'frames changed';
// The browser connects again after so long when the service has started again.
const CONNECT_AGAIN_MS = 100;

export async function startLive({ answers }: Pick<Deps, 'answers'>, options: { readable: boolean }): Promise<Live> {
  const readers = new Set<ServerResponse>();
  const build = await buildLive(options);
  const showChange = async () => {
    try {
      await build.rebuild();
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      return;
    }
    answers.flush();
    for (const reader of readers) reader.write('data:\n\n');
  };
  // One build after the other, so that an older one never replaces a newer one.
  let building = Promise.resolve();
  process.on('message', (message) => {
    if (message === FRAMES_CHANGED) building = building.then(showChange);
  });
  return {
    browser: build.browser,
    addTo(app) {
      app.addHook('onSend', async (_request, reply) => {
        const policy = reply.getHeader('content-security-policy');
        if (typeof policy === 'string') reply.header('content-security-policy', withStream(policy));
      });
      app.get('/live', { schema: { hide: true } }, (_request, reply) => {
        const { raw } = reply.hijack();
        raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        raw.write(`retry: ${CONNECT_AGAIN_MS}\n\n`);
        readers.add(raw);
        raw.on('close', () => readers.delete(raw));
      });
      app.addHook('preClose', async () => {
        for (const reader of readers) reader.end();
      });
    },
  };
}

/** Allows a page to connect to its own origin, as most do anyway. */
function withStream(policy: string): string {
  return policy.includes('connect-src ')
    ? policy.replace('connect-src ', "connect-src 'self' ")
    : `${policy}; connect-src 'self'`;
}

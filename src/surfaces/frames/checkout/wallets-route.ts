import { createHash } from 'node:crypto';
import { createCompression } from '../../../platform/compression.ts';
import type { App } from '../../../platform/http.ts';

/** The script of the checkout's wallets, as its document names it. */
export type WalletsScript = { src: string; integrity: string };

const PATH = '/frames/1/wallets.js';

/** Returns the script's address, with the hash that lets a browser run no other. */
export function walletsScript(baseUrl: string, script: string): WalletsScript {
  const hash = createHash('sha256').update(script).digest('base64');
  return { src: `${baseUrl}${PATH}?${encodeURIComponent(hash.slice(0, 12))}`, integrity: `sha256-${hash}` };
}

/** Returns the source that allows the script in a policy, which has no query. */
export const sourceOfScript = ({ src }: WalletsScript): string => src.replace(/\?.*/, '');

/**
 * Registers `GET /frames/1/wallets.js`. It is no part of the checkout's document, because only shoppers with a wallet need it. While
 * servers are being replaced it may be of another build; the browser then refuses it by its hash, and there are no wallets.
 */
export function registerWalletsScript(app: App, script: string): void {
  const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`;
  app.get(PATH, { schema: { hide: true }, onSend: createCompression() }, (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=86400, immutable',
        'cross-origin-resource-policy': 'same-origin',
        etag,
      })
      .send(script),
  );
}

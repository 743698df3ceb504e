import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const brotli = promisify(brotliCompress);

// A placement's document is small and every product page waits for it: quality 11 takes 4 ms, off the main thread. The
// checkout's document would take 100 ms at 11; quality 8 takes 4 ms and its result is within a tenth of that size.
const SMALL_CHARACTERS_MAX = 16_000;
const QUALITY = { small: 11, large: 8 };
// Many shoppers request a document before its content changes, so compressed documents are cached.
const ENTRIES_MAX = 200;

/**
 * Returns an `onSend` hook for text bodies with a strong ETag. It compresses with Brotli if the browser accepts that, each
 * body once. The ETag of a compressed response is weak, because its bytes differ from the uncompressed one.
 */
export function createCompression() {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: ENTRIES_MAX });
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const etag = reply.getHeader('etag');
    reply.header('vary', 'Accept-Encoding');
    if (typeof payload !== 'string' || typeof etag !== 'string' || !acceptsEncoding(request, 'br')) return payload;
    const body = kept.get(etag) ?? compress(payload);
    kept.set(etag, body);
    reply.header('content-encoding', 'br').header('etag', `W/${etag}`);
    return body;
  };
}

/** Returns true if Accept-Encoding names the encoding without `q=0`. */
export function acceptsEncoding(request: FastifyRequest, encoding: 'br' | 'gzip'): boolean {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`).test(accepted);
}

function compress(text: string): Promise<Buffer> {
  return brotli(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: text.length > SMALL_CHARACTERS_MAX ? QUALITY.large : QUALITY.small,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  });
}

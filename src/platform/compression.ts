import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const brotli = promisify(brotliCompress);

// A placement's document is small, and every product page waits for it: the best costs 4 ms, off the main thread. On the
// checkout's it would cost 100 ms, and 8 is within a tenth of it in 4 ms.
const SMALL_CHARACTERS_MAX = 16_000;
const QUALITY = { small: 11, large: 8 };
// A document is asked for by many shoppers between two changes of what it shows; this many documents are kept.
const ENTRIES_MAX = 200;

/**
 * An `onSend` hook for answers whose body is text with a strong ETag: sends it with Brotli where the browser takes that,
 * and compresses the same body once. The ETag is a weak one then: the content is the same, the bytes are others.
 */
export function createCompression() {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: ENTRIES_MAX });
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const etag = reply.getHeader('etag');
    reply.header('vary', 'Accept-Encoding');
    if (typeof payload !== 'string' || typeof etag !== 'string' || !takesEncoding(request, 'br')) return payload;
    const body = kept.get(etag) ?? compress(payload);
    kept.set(etag, body);
    reply.header('content-encoding', 'br').header('etag', `W/${etag}`);
    return body;
  };
}

/** Whether Accept-Encoding names it, and not with `q=0`. */
export function takesEncoding(request: FastifyRequest, encoding: 'br' | 'gzip'): boolean {
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

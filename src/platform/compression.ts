import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

type Encoding = keyof typeof compressors;

// A placement's document is small and every product page waits for it: quality 11 takes 4 ms, off the main thread. The
// checkout's document would take 100 ms at 11; quality 8 takes 4 ms and its result is within a tenth of that size.
const SMALL_CHARACTERS_MAX = 16_000;
const QUALITY = { small: 11, large: 8 };
// zlib's own best level. It takes 2 ms for the checkout's document.
const GZIP_LEVEL = 9;
// Many shoppers request a document before its content changes, so compressed documents are cached.
const ENTRIES_MAX = 200;

/**
 * Returns an `onSend` hook for text bodies with a strong ETag. It compresses with Brotli if the client accepts that, else with gzip,
 * each body once. The ETag of a compressed response is weak, because its bytes differ from the uncompressed one.
 */
export function createCompression() {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: ENTRIES_MAX });
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const etag = reply.getHeader('etag');
    reply.header('vary', 'Accept-Encoding');
    const encoding = (['br', 'gzip'] as const).find((name) => acceptsEncoding(request, name));
    if (typeof payload !== 'string' || typeof etag !== 'string' || !encoding) return payload;
    const key = `${encoding} ${etag}`;
    const body = kept.get(key) ?? compress(payload, encoding);
    kept.set(key, body);
    reply.header('content-encoding', encoding).header('etag', `W/${etag}`);
    return body;
  };
}

// Below this many characters the headers are most of an answer.
const WORTH_CHARACTERS = 1_000;
// Each answer of data is another one, so it is not kept: a tenth of the time of the best level, and a few per cent more bytes.
const FAST_QUALITY = 4;

/** An `onSend` hook for answers of data that change from request to request: compresses those that are worth it. */
export async function compressData(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  reply.header('vary', 'Accept-Encoding');
  if (typeof payload !== 'string' || payload.length < WORTH_CHARACTERS || !acceptsEncoding(request, 'br'))
    return payload;
  reply.header('content-encoding', 'br');
  return compressors.br(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: FAST_QUALITY } });
}

/** Returns true if Accept-Encoding names the encoding without `q=0`. */
export function acceptsEncoding(request: FastifyRequest, encoding: Encoding): boolean {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`).test(accepted);
}

function compress(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressors.gzip(text, { level: GZIP_LEVEL });
  return compressors.br(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: text.length > SMALL_CHARACTERS_MAX ? QUALITY.large : QUALITY.small,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  });
}

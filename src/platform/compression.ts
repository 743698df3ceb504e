import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

type Encoding = keyof typeof compressors;

// A placement's document is small and every product page waits for it: quality 11 takes 4 ms, off the main thread. The
// checkout's document would take 100 ms at 11; quality 8 takes 4 ms and its result is within a tenth of that size.
const SMALL_CHARACTERS_MAX = 16_000;
const QUALITY = { quick: 8, best: 11 };
// A document that has not changed for so long is compressed once more, as well as it goes. One that changes all the time never is.
const SETTLED_MS = 10_000;
// zlib's own best level. It takes 2 ms for the checkout's document.
const GZIP_LEVEL = 9;
// Many shoppers request a document before its content changes, so compressed documents are cached.
const ENTRIES_MAX = 200;

type Kept = { body: Promise<Buffer>; at: number; isBest: boolean };

/**
 * Returns an `onSend` hook for text bodies with a strong ETag. It compresses with Brotli if the client accepts that, else with gzip,
 * each body once, and a large one once more when it has settled. The ETag of a compressed response is weak, because its bytes differ
 * from the uncompressed one.
 */
export function createCompression() {
  const kept = new LRUCache<string, Kept>({ max: ENTRIES_MAX });
  let isImproving = false; // one body at a time, so that it never takes more than one thread
  async function improve(entry: Kept, text: string): Promise<void> {
    isImproving = true;
    const body = await brotli(text, QUALITY.best).catch(() => entry.body);
    Object.assign(entry, { body: Promise.resolve(body), isBest: true });
    isImproving = false;
  }
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const etag = reply.getHeader('etag');
    reply.header('vary', 'Accept-Encoding');
    const encoding = (['br', 'gzip'] as const).find((name) => acceptsEncoding(request, name));
    if (typeof payload !== 'string' || typeof etag !== 'string' || !encoding) return payload;
    const key = `${encoding} ${etag}`;
    const entry = kept.get(key) ?? compress(payload, encoding);
    kept.set(key, entry);
    if (!entry.isBest && !isImproving && Date.now() - entry.at > SETTLED_MS) void improve(entry, payload);
    reply.header('content-encoding', encoding).header('etag', `W/${etag}`);
    return entry.body;
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

function compress(text: string, encoding: Encoding): Kept {
  const at = Date.now();
  if (encoding === 'gzip') return { body: compressors.gzip(text, { level: GZIP_LEVEL }), at, isBest: true };
  const isBest = text.length <= SMALL_CHARACTERS_MAX;
  return { body: brotli(text, isBest ? QUALITY.best : QUALITY.quick), at, isBest };
}

function brotli(text: string, quality: number): Promise<Buffer> {
  return compressors.br(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  });
}

import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Content = {
  /** A media type with its charset, e.g. `application/json; charset=utf-8`. */
  type: string;
  body: string;
  /** Further headers, names in lower case. */
  headers?: Readonly<Record<string, string>>;
  /** HTTP status, 200 by default. */
  status?: number;
};

/** A complete response, ready to be written to the socket. */
export type ReadyAnswer = {
  /** A string, not a buffer: Node joins a string to the headers and writes once, which takes half the time of two writes. */
  readonly body: string;
  /** The body with a letter for each byte, which Node joins to the headers and writes as it is. */
  readonly bytes: string;
  readonly etag: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `headers`, `COMMON_HEADERS` and the length as a flat list, which Node writes fastest. */
  readonly headerList: readonly string[];
};

/** Headers of every response. Browsers must not guess its type. */
export const COMMON_HEADERS = { 'x-content-type-options': 'nosniff' } as const;

// A CDN may keep an answer for as long as we do, and may serve it a little longer while it fetches the next one.
const SHARED_MAX_AGE_S = 2;
const STALE_WHILE_REVALIDATE_S = 5;

/** Makes a ready answer. `msUntilChange` is the time until it changes by the clock alone; null means never. */
export function makeReadyAnswer(content: Content, msUntilChange: number | null): ReadyAnswer {
  const { body, status = 200 } = content;
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': content.type,
    'cache-control': cacheControl(msUntilChange),
    etag,
    ...content.headers,
  };
  const all = { ...headers, ...COMMON_HEADERS, 'content-length': String(Buffer.byteLength(body)) };
  const bytes = Buffer.from(body).toString('latin1');
  return { body, bytes, etag, status, headers, headerList: Object.entries(all).flat() };
}

/** Returns Cache-Control. Both times shrink shortly before a launch or close, so that no CDN shows the old state after it. */
function cacheControl(msUntilChange: number | null): string {
  const secondsLeft = msUntilChange === null ? Infinity : Math.max(0, Math.floor(msUntilChange / 1000));
  const fresh = Math.min(SHARED_MAX_AGE_S, secondsLeft);
  const stale = Math.min(STALE_WHILE_REVALIDATE_S, secondsLeft - fresh);
  return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${stale}`;
}

/** Sends the answer, or 304 if the caller has it already. */
export function sendReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): FastifyReply {
  reply.headers(answer.headers);
  const { body, etag, status } = answer;
  return etagMatches(request.headers['if-none-match'], etag)
    ? sendUnchanged(request, reply, body)
    : reply.code(status).send(body);
}

/**
 * Sends 304. Its Content-Length must be that of the 200 response, or absent (RFC 9110, 8.6). For a HEAD the framework would
 * send 0 if it had no body to measure.
 */
export function sendUnchanged({ method }: FastifyRequest, reply: FastifyReply, body: string | Buffer): FastifyReply {
  return reply.code(304).send(method === 'HEAD' ? body : undefined);
}

/** Writes the answer to a GET, or 304, without the framework. Returns the status. */
export function writeReady(
  response: ServerResponse,
  answer: ReadyAnswer,
  { requestId, condition }: { requestId: string; condition: string | undefined },
): 200 | 304 {
  if (etagMatches(condition, answer.etag)) {
    response.writeHead(304, { ...answer.headers, ...COMMON_HEADERS, 'x-request-id': requestId }).end();
    return 304;
  }
  response.writeHead(200, [...answer.headerList, 'x-request-id', requestId]);
  response.end(answer.bytes, 'latin1');
  return 200;
}

/** Returns true if If-None-Match matches. It compares weakly (RFC 9110, 13.1.2): `W/"x"` matches `"x"`, and `*` matches all. */
export function etagMatches(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  if (condition.trim() === '*') return true;
  const tags: string[] = condition.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}

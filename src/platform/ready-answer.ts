import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Content = {
  /** A media type with its charset, e.g. `application/json; charset=utf-8`. */
  type: string;
  body: string;
  /** Further headers, names in lower case. */
  headers?: Readonly<Record<string, string>>;
  /** HTTP status; 200 without. */
  status?: number;
};

/** An answer that only has to be written to the socket. */
export type ReadyAnswer = {
  /** A string, not a buffer: Node joins it to the headers and writes once, which costs half of writing both in turn. */
  readonly body: string;
  readonly etag: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The same headers with the length and what every answer carries, as Node writes them fastest. */
  readonly headerList: readonly string[];
};

/** Every answer says that its type is not to be guessed. */
export const COMMON_HEADERS = { 'x-content-type-options': 'nosniff' } as const;

// What a CDN may do with an answer: keep it for as long as we do, and serve it while it fetches the next one.
const SHARED_MAX_AGE_S = 2;
const STALE_WHILE_REVALIDATE_S = 5;

/** `msUntilChange`: when it changes by the clock alone; null for never. */
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
  return { body, etag, status, headers, headerList: Object.entries(all).flat() };
}

/** Close to a launch or close the two numbers shrink, so that no CDN shows the old state after it. */
function cacheControl(msUntilChange: number | null): string {
  const secondsLeft = msUntilChange === null ? Infinity : Math.max(0, Math.floor(msUntilChange / 1000));
  const fresh = Math.min(SHARED_MAX_AGE_S, secondsLeft);
  const stale = Math.min(STALE_WHILE_REVALIDATE_S, secondsLeft - fresh);
  return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${stale}`;
}

/** Sends it, or 304 when the caller has it already. */
export function sendReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): FastifyReply {
  reply.headers(answer.headers);
  const { body, etag, status } = answer;
  return isKnown(request.headers['if-none-match'], etag)
    ? sendUnchanged(request, reply, body)
    : reply.code(status).send(body);
}

/** 304. It tells the length of what 200 would send or none (RFC 9110, 8.6); to a HEAD without a body the framework says 0. */
export function sendUnchanged({ method }: FastifyRequest, reply: FastifyReply, body: string | Buffer): FastifyReply {
  return reply.code(304).send(method === 'HEAD' ? body : undefined);
}

/** As `sendReady`, to the bare response of a GET: returns the status that was sent. */
export function writeReady(
  response: ServerResponse,
  answer: ReadyAnswer,
  { requestId, condition }: { requestId: string; condition: string | undefined },
): 200 | 304 {
  if (isKnown(condition, answer.etag)) {
    response.writeHead(304, { ...answer.headers, ...COMMON_HEADERS, 'x-request-id': requestId }).end();
    return 304;
  }
  response.writeHead(200, [...answer.headerList, 'x-request-id', requestId]);
  response.end(answer.body);
  return 200;
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): `W/"x"` is `"x"`, and `*` is whatever there is. */
export function isKnown(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  if (condition.trim() === '*') return true;
  const tags: string[] = condition.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}

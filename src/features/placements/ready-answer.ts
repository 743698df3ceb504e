import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Content = {
  /** A media type with its charset, e.g. `application/json; charset=utf-8`. */
  type: string;
  body: string;
  /** Further headers, names in lower case. */
  headers?: Readonly<Record<string, string>>;
};

/** An answer that only has to be written to the socket. */
export type ReadyAnswer = {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
};

// What a CDN may do with an answer: keep it for as long as we do, and serve it while it fetches the next one.
const SHARED_MAX_AGE_S = 2;
const STALE_WHILE_REVALIDATE_S = 5;

export function makeReadyAnswer(content: Content, msUntilChange: number | null): ReadyAnswer {
  const body = Buffer.from(content.body);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': content.type,
    'cache-control': cacheControl(msUntilChange),
    etag,
    ...content.headers,
  };
  return { body, etag, headers };
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
  const condition = request.headers['if-none-match'];
  if (condition !== undefined && isMatch(condition, answer.etag)) return reply.code(304).send();
  return reply.send(answer.body);
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): `W/"x"` is `"x"`, and `*` is whatever there is. */
export function isMatch(condition: string, etag: string): boolean {
  if (condition === etag || condition.trim() === '*') return true;
  const tags: string[] = condition.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { textId } from '../../platform/crypto.ts';

/**
 * An `onSend` hook: a read whose answer the client has already is answered with 304 and no body. What has a version of its own keeps that
 * as its ETag, because a change compares it. Other reads get one of their content.
 */
export async function answerUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  if (reply.hasHeader('etag')) return payload;
  const etag = `W/"answer-${textId(payload)}"`;
  reply.header('etag', etag);
  if (request.headers['if-none-match'] !== etag) return payload;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return null;
}

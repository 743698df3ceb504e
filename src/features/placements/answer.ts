import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/error.ts';
import type { Deps } from '../deps.ts';
import type { LoadedAnswer } from './cache.ts';
import { sendReady } from './ready-answer.ts';

export type Question = {
  /** The public API key, as it came. */
  storeKey: string;
  /** What else the answer depends on: `availability 1001`, `button 1001 en`. */
  about: string;
  load: () => Promise<LoadedAnswer>;
};

/**
 * Answers a public read from the cache: counts it against the limits, loads it where it has to, and sends it or 304.
 * Fails with `rate_limited` and with what `load` refuses. Placement documents are answered through it as well:
 *
 *     app.get('/frames/1/button', { schema }, (request, reply) =>
 *       answerRead(deps, { request, reply }, { storeKey, about: `button ${productId} ${locale}`, load }));
 */
export function answerRead(
  deps: Pick<Deps, 'answers' | 'limits'>,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  question: Question,
): FastifyReply | Promise<FastifyReply> {
  const { request, reply } = exchange;
  const key = `${question.storeKey} ${question.about}`;
  const client = request.clientAddress;
  deps.limits.reads.take(`${question.storeKey} ${client}`);
  const ready = deps.answers.peek(key);
  if (ready) return sendReady(request, reply, ready);
  return deps.answers.read(key, question.load).then(
    (answer) => sendReady(request, reply, answer),
    (error: unknown) => {
      // Trying keys is what this limit is against; who uses a real one never meets it.
      if (error instanceof AppError && error.code === 'invalid_api_key') deps.limits.unknownKeys.take(client);
      throw error;
    },
  );
}

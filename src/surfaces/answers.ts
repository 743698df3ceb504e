import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../domain/error.ts';
import type { ReadyLane } from '../platform/http.ts';
import { sendReady } from '../platform/ready-answer.ts';
import type { LoadedAnswer } from './answer-cache.ts';
import type { Deps } from './deps.ts';

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
  const key = keyOf(question);
  const client = request.clientAddress;
  deps.limits.reads.take(client, question.storeKey);
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

/**
 * As `answerRead`, and the next GET of the same address is answered by the ready lane. Only for answers that are sent as
 * they are: no hook of the route runs there.
 */
export async function answerPlainRead(
  deps: Pick<Deps, 'answers' | 'limits'>,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  question: Question,
): Promise<FastifyReply> {
  const reply = await answerRead(deps, exchange, question);
  const { raw, routeOptions } = exchange.request;
  const asked = { key: keyOf(question), storeKey: question.storeKey, route: routeOptions.url ?? '' };
  deps.answers.learn(raw.url ?? '', asked);
  return reply;
}

/** Answers from the cache before the routes are asked. */
export function createReadyLane({ answers, limits }: Pick<Deps, 'answers' | 'limits'>): ReadyLane {
  return (url, clientAddress) => {
    const asked = answers.recall(url);
    if (asked === undefined) return undefined;
    const answer = answers.peek(asked.key);
    if (answer === undefined) return undefined;
    limits.reads.take(clientAddress, asked.storeKey);
    return { answer, route: asked.route };
  };
}

function keyOf({ storeKey, about }: Question): string {
  return `${storeKey} ${about}`;
}

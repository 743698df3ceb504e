import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../domain/error.ts';
import { sendReady } from '../platform/ready-answer.ts';
import type { ReadyLane } from '../platform/ready-lane.ts';
import type { LoadedAnswer } from './answer-cache.ts';
import type { Deps } from './deps.ts';

export type Question = {
  /** The public API key of the request. */
  storeKey: string;
  /** Everything else that the answer depends on: `availability 1001`, `button 1001 en`. */
  about: string;
  load: () => Promise<LoadedAnswer>;
};

/**
 * Answers a public read from the cache: counts it against the limits, loads it if needed, and sends it or 304. Fails with
 * `rate_limited` or with the refusal of `load`. Placement documents use it too:
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
      // This limit is against guessing keys, so requests with a valid key do not count.
      if (error instanceof AppError && error.code === 'invalid_api_key') deps.limits.unknownKeys.take(client);
      throw error;
    },
  );
}

/**
 * Does the same as `answerRead`, and lets the ready lane answer the next GET of the same address. Only for answers that need
 * no hook of their route, because none runs in the ready lane.
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

/** Creates the ready lane, which answers from the cache before routing. */
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

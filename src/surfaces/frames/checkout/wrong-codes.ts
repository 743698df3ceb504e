import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../domain/error.ts';
import type { Deps } from '../../deps.ts';

type WithCode = { key: string; discountCode?: string | null };

/**
 * Runs `work` and counts it if the store does not have its discount code. After too many wrong codes every code is refused,
 * because refusing only wrong ones would show which are right. Only wrong codes count, so that any number of shoppers can
 * send a right one at once. Concurrent guesses all count, and so lengthen the client's wait.
 */
export async function limitWrongCodes<T>(
  { guesses }: Pick<Deps, 'guesses'>,
  { body, clientAddress }: FastifyRequest<{ Body: WithCode }>,
  work: () => Promise<T>,
): Promise<T> {
  if (typeof body.discountCode !== 'string') return work();
  const store = body.key.toLowerCase();
  await guesses.wrongCodes.check(clientAddress, store);
  await guesses.wrongCodesOfStore.check(store);
  return work().catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'discount_not_found') {
      await guesses.wrongCodes.count(clientAddress, store);
      // Unlike `count`, `take` never goes beyond the limit, so a few clients cannot block a whole store for long.
      await guesses.wrongCodesOfStore.take(store);
    }
    throw error;
  });
}

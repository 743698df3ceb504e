import { ProviderError } from '../../integrations/payments/port.ts';
import type { Deps } from '../deps.ts';
import { type EndDeps, endAttempt } from './commands/end-attempt.ts';
import type { MoneyDeps } from './commands/finish-movement.ts';
import { forgetCard } from './commands/forget-card.ts';
import { moveMoney } from './commands/move-money.ts';
import { remind } from './commands/owe.ts';
import { readDueRetries, readForgettableCards, readNearDeadlines } from './queries/dues.ts';
import type { PreorderKey } from './queries/money.ts';
import { readStuckMovements } from './queries/movements.ts';
import { readLeftAttempts } from './queries.ts';

const ROUND_MAX = 50;
// As long as somebody may search for their phone to confirm a payment.
const LEFT_AFTER_MINUTES = 30;
// A job has tried again several times by then; this is for one that is lost.
const STUCK_AFTER_SECONDS = 10 * 60;
const REMIND_HOURS = 24;

/** Charges kept cards again whose time has come. */
export async function retryCharges(deps: MoneyDeps): Promise<number> {
  return eachApart(deps, await readDueRetries(deps.db, ROUND_MAX), ({ storeId, preorderId }) =>
    moveMoney(deps, storeId, preorderId),
  );
}

/** Finishes what was begun, should its job be lost. */
export async function resumeMovements(deps: MoneyDeps): Promise<number> {
  const stuck: PreorderKey[] = await readStuckMovements(deps.db, STUCK_AFTER_SECONDS, ROUND_MAX);
  return eachApart(deps, stuck, ({ storeId, preorderId }) => moveMoney(deps, storeId, preorderId));
}

/** Ends payments that shoppers began by a link and left: what is due may be charged again. */
export async function endLeftAttempts(deps: EndDeps): Promise<number> {
  const left = await readLeftAttempts(deps.db, LEFT_AFTER_MINUTES, ROUND_MAX);
  const ended = await eachApart(deps, left, (attempt) => endAttempt(deps, attempt));
  if (ended > 0) deps.outbox.wake();
  return ended;
}

/** Tells shoppers once more, a day before their place in the queue is given away. */
export async function remindOfDeadlines(deps: Pick<Deps, 'db' | 'log' | 'outbox'>): Promise<number> {
  const near = await readNearDeadlines(deps.db, REMIND_HOURS, ROUND_MAX);
  const told = await eachApart(deps, near, (due) => deps.db.transaction((tx) => remind(tx, due)));
  if (told > 0) deps.outbox.wake();
  return told;
}

/** Has providers forget the cards that will not be charged any more: replaced, paid, or of somebody who was erased. */
export async function forgetCards(deps: MoneyDeps): Promise<number> {
  return eachApart(deps, await readForgettableCards(deps.db, ROUND_MAX), (card) => forgetCard(deps, card));
}

/** One that fails must not keep the others waiting; resolves with how many did not. */
async function eachApart<T>(
  { log }: Pick<Deps, 'log'>,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  for (const item of items) {
    try {
      await work(item);
      done += 1;
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : undefined;
      log.warn({ err: error, kind }, 'the money of a pre-order could not be looked after; the next round tries again');
    }
  }
  return done;
}

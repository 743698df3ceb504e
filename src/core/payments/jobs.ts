import { raiseAlert } from '../alerts/commands.ts';
import type { Deps } from '../deps.ts';
import { keepPlace, readPlace } from '../walk.ts';
import { type EndDeps, endAttempt, touchAttempt } from './commands/end-attempt.ts';
import type { MoneyDeps } from './commands/finish-movement.ts';
import { forgetCard } from './commands/forget-card.ts';
import { moveMoney } from './commands/move-money.ts';
import { remind } from './commands/owe.ts';
import { putOff } from './commands/put-off.ts';
import {
  readDueRetries,
  readFinishedCards,
  readNearDeadlines,
  readReplacedCards,
  readStopped,
} from './queries/dues.ts';
import type { PreorderKey } from './queries/money.ts';
import { readStuckMovements } from './queries/movements.ts';
import { NOT_ASKED, readUnasked } from './queries/unasked.ts';
import { readLeftAttempts } from './queries.ts';
import { processPerStore } from './rounds.ts';

const ROUND_MAX = 50;
// Long enough for a shopper who has to find a phone to confirm the payment.
const LEFT_AFTER_MINUTES = 30;
// By then a job has retried several times, so only the movement of a lost job is older.
const STUCK_AFTER_SECONDS = 10 * 60;
const REMIND_HOURS = 24;
const PUT_OFF_PAGE = 1_000;
const PUT_OFF_PAGES = 20; // after a long outage the next round continues
const CARDS_WALK = 'cards to forget';
const CARDS_PAGE = 50; // a million kept cards in 17 hours, at a round every three seconds

/** Charges kept cards again once their next try is due. */
export async function retryCharges(deps: MoneyDeps): Promise<number> {
  return move(deps, await readDueRetries(deps.db, ROUND_MAX));
}

/** Finishes open movements whose job may be lost. */
export async function resumeMovements(deps: MoneyDeps): Promise<number> {
  return move(deps, await readStuckMovements(deps.db, STUCK_AFTER_SECONDS, ROUND_MAX));
}

function move(deps: MoneyDeps, preorders: readonly PreorderKey[]): Promise<number> {
  return processPerStore(deps, preorders, async ({ storeId, preorderId }) => {
    await moveMoney(deps, storeId, preorderId);
    return 'done';
  });
}

/** Ends payments that shoppers began by a link and left, so that the kept card may be charged again. */
export async function endLeftAttempts(deps: EndDeps): Promise<number> {
  const left = await readLeftAttempts(deps.db, LEFT_AFTER_MINUTES, ROUND_MAX);
  const ended = await processPerStore(deps, left, async (attempt) => {
    await touchAttempt(deps.db, attempt.storeId, attempt.id);
    return (await endAttempt(deps, attempt)) === 'pending' ? 'waits' : 'done';
  });
  if (ended > 0) deps.outbox.wake();
  return ended;
}

/**
 * Stores the later ends of deadlines that outages have put off. Without that, these rows would come first in every round
 * and crowd out others. The stored end only sorts: `clockEnd` decides whether a deadline is over.
 */
export async function putOffDeadlines({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (let page = 0; page < PUT_OFF_PAGES; page += 1) {
    const stopped = await readStopped(db, REMIND_HOURS, PUT_OFF_PAGE);
    await putOff(db, stopped);
    if (stopped.length < PUT_OFF_PAGE) return;
  }
}

/** Raises an alert for each payment whose mail did not arrive, so that the merchant can reach the shopper in another way. */
export async function alertUnasked({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const { storeId, id, reference } of await readUnasked(db)) {
    const next = { step: 'change_contact', about: reference } as const;
    await raiseAlert(db, storeId, { text: NOT_ASKED, subjectId: id, values: { reference }, next });
  }
}

/** Reminds shoppers once, a day before their place in the queue is given away. */
export async function remindOfDeadlines(deps: Pick<Deps, 'db' | 'log' | 'outbox'>): Promise<number> {
  const { near, later } = await readNearDeadlines(deps.db, REMIND_HOURS, ROUND_MAX);
  await putOff(deps.db, later);
  const reminded = await processPerStore(deps, near, async (due) => {
    await deps.db.transaction((tx) => remind(tx, due));
    return 'done';
  });
  if (reminded > 0) deps.outbox.wake();
  return reminded;
}

/**
 * Has providers forget cards that will not be charged any more: replaced cards, cards of finished pre-orders and of erased
 * people. No column marks the end of a pre-order, so each round walks through the next page of kept cards.
 */
export async function forgetCards(deps: MoneyDeps): Promise<number> {
  const replaced = await readReplacedCards(deps.db, ROUND_MAX);
  const after = await readPlace(deps.db, CARDS_WALK);
  const { cards, next } = await readFinishedCards(deps.db, after, { page: CARDS_PAGE, limit: ROUND_MAX });
  const forgotten = await processPerStore(deps, [...replaced, ...cards], async (card) => {
    await forgetCard(deps, card);
    return 'done';
  });
  await keepPlace(deps.db, CARDS_WALK, next);
  return forgotten;
}

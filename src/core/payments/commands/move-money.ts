import { ProviderError } from '../../../integrations/payments/port.ts';
import { gather } from '../../../platform/gather.ts';
import type { PreorderKey } from '../queries/money.ts';
import { type Beginning, type Begun, beginMovement, beginMovements, takesMoney } from './begin-movement.ts';
import { completeLocked, completeMovement, type Ending } from './end-movement.ts';
import { type BookMovement, finishMovement, type MoneyDeps } from './finish-movement.ts';
import { lockFreePreorders } from './lock-preorder.ts';
import { isMovementKnown, noteAskedAgain, takeBackMovement } from './take-back-movement.ts';
import { noteWaiting } from './wait-for-account.ts';

// One round each for the capture, the refund of each attempt and the charge. More rounds mean a fault; a later job
// continues.
const ROUNDS_MAX = 12;

/**
 * Moves the money of a pre-order until nothing is due. Due = what the line items' states should have paid − the ledger's
 * net. It may run twice at once or stop anywhere. An open movement is finished before a new one is begun. A charge without a verdict
 * blocks its own line items only.
 */
export async function moveMoney(deps: MoneyDeps, storeId: string, preorderId: string): Promise<void> {
  await move(deps, writesAlone(deps), { storeId, preorderId, probe: false });
}

/**
 * Returns what does the same as `moveMoney` for many jobs beside each other: it begins and books the movements of a store in common
 * transactions (docs/design/money.md).
 */
export function createMoneyMover(deps: MoneyDeps): (storeId: string, preorderId: string) => Promise<void> {
  const writes = writesTogether(deps);
  return async (storeId, preorderId) => {
    await move(deps, writes, { storeId, preorderId, probe: false });
  };
}

/**
 * Moves the money of one pre-order although the store's account is paused, to learn whether the account works again.
 * Returns false if no capture or charge was due, so that the result says nothing about the account.
 */
export function probeMoney(deps: MoneyDeps, preorder: PreorderKey): Promise<boolean> {
  return move(deps, writesAlone(deps), { ...preorder, probe: true });
}

/** How movements are begun and booked. */
type Writes = { begin(beginning: Beginning): Promise<Begun | null>; book: BookMovement };

function writesAlone(deps: MoneyDeps): Writes {
  return {
    begin: (beginning) => deps.db.transaction((tx) => beginMovement(tx, deps, beginning)),
    book: (movement) => deps.db.transaction((tx) => completeMovement(tx, movement)),
  };
}

/** What another transaction has locked is written alone, so that no other pre-order of the store waits for the lock. */
function writesTogether(deps: MoneyDeps): Writes {
  const alone = writesAlone(deps);
  const beginSome = gather((beginnings: readonly Beginning[]) =>
    deps.db.transaction((tx) => beginMovements(tx, deps, beginnings)),
  );
  const bookSome = gather((movements: readonly Ending[]) => bookFree(deps, movements));
  return {
    async begin(beginning) {
      const begun = await beginSome(beginning.storeId, beginning);
      return begun === undefined ? alone.begin(beginning) : begun;
    },
    async book(movement) {
      if (!(await bookSome(movement.storeId, movement))) await alone.book(movement);
    },
  };
}

/** Books movements of a store. Resolves with false for each whose pre-order another transaction has locked. */
function bookFree({ db }: MoneyDeps, movements: readonly Ending[]): Promise<boolean[]> {
  const storeId = movements[0]?.storeId ?? '';
  const ids = [...new Set(movements.map(({ preorderId }) => preorderId))];
  return db.transaction(async (tx) => {
    const locked = await lockFreePreorders(tx, storeId, ids);
    const isMine = ({ preorderId }: Ending) => locked.has(preorderId);
    await completeLocked(tx, storeId, movements.filter(isMine));
    return movements.map(isMine);
  });
}

async function move(
  deps: MoneyDeps,
  { begin, book }: Writes,
  preorder: PreorderKey & { probe: boolean },
): Promise<boolean> {
  const pending = new Set<string>();
  let taking = false;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const begun = await begin({ ...preorder, pending });
    if (!begun) return taking;
    const { movement, isRetry, isLast, isDue } = begun;
    try {
      if (!isDue && !(await isMovementKnown(deps, movement))) {
        if (await takeBackMovement(deps.db, movement)) continue;
        return taking; // a later round looks again
      }
      if (isRetry && !(await noteAskedAgain(deps.db, movement))) continue;
      taking ||= takesMoney(movement);
      const finished = await finishMovement(deps, movement, { isRetry, book });
      if (finished === 'pending') pending.add(movement.id);
      if (finished === 'booked' && isLast) return taking; // a change in between has a job of its own
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'account') throw error;
      await noteWaiting(deps.db, movement); // the account refused, not the shopper's card: the movement stays open
      return taking;
    }
  }
  return taking;
}

import { AppError } from '../../../domain/error.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import { checkAhead } from '../../../domain/store-time.ts';
import {
  canMove,
  checkLaunchDay,
  checkWindowAhead,
  isOverdue,
  openNow,
  stateAfter,
  type WaitlistAct,
  type WaitlistState,
} from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { readStore } from '../../stores/queries.ts';
import { LAUNCH_WAITS, SHOWN_BATCH_FIRST } from '../queries.ts';
import { checkAmounts } from './amounts.ts';
import { type LockedProduct, type LockedWaitlist, lockedWaitlist, lockProduct, lockProductOf } from './lock.ts';

type StateDeps = Pick<Deps, 'db' | 'paymentsFor'>;
type Target = { storeId: string; waitlistId: string };

/**
 * Changes the state of a waitlist, as the merchant asks. Throws `invalid_transition`, `waitlist_already_open`,
 * `payment_not_configured`, `amount_not_chargeable` or `invalid_dates`. Once it resolves, a paused or closed waitlist grants
 * no more holds. Holds granted before may still be paid.
 */
export async function changeWaitlistState(deps: StateDeps, target: Target, act: WaitlistAct): Promise<void> {
  const { storeId, waitlistId } = target;
  const move = await prepareMove(deps, target);
  await deps.db.transaction(async (tx) => {
    const product = await move(tx, act);
    const detail = { waitlistIds: [waitlistId] };
    await emit(tx, 'waitlist.changed', { storeId, subjectId: product.productId, detail });
  });
}

/** Returns what `changeWaitlistState` would do: it does it, and then undoes it. The locks last for that moment alone. */
export async function previewWaitlistState(
  deps: StateDeps,
  target: Target,
  act: WaitlistAct,
): Promise<{ state: WaitlistState; becomes: WaitlistState | null; refusal: AppError | null }> {
  const move = await prepareMove(deps, target);
  return deps.db.transaction(async (tx) => {
    const { state } = lockedWaitlist(await lockProductOf(tx, target.storeId, target.waitlistId), target.waitlistId);
    await tx.query('SAVEPOINT previewed');
    try {
      const { waitlists } = await move(tx, act);
      return { state, becomes: lockedWaitlist({ waitlists }, target.waitlistId).state, refusal: null };
    } catch (error) {
      if (error instanceof AppError) return { state, becomes: null, refusal: error };
      throw error;
    } finally {
      await tx.query('ROLLBACK TO SAVEPOINT previewed');
    }
  });
}

type Move = (tx: Sql, act: WaitlistAct) => Promise<LockedProduct>;

async function prepareMove(deps: StateDeps, { storeId, waitlistId }: Target): Promise<Move> {
  const store = await readStore(deps.db, storeId);
  const provider = await deps.paymentsFor(store);
  return async (tx, act) => {
    const product = await lockProductOf(tx, storeId, waitlistId);
    await advance(tx, product);
    const waitlist = lockedWaitlist(product, waitlistId);
    const to = stateAfter(act, waitlist.state);
    if (to === 'OPEN' || to === 'SCHEDULED') {
      if (!provider) refuseWithoutPayments(store.mode);
      await checkAmounts(tx, { storeId, waitlistId }, provider.chargeable(store.currency));
      checkAhead(waitlist.closesAt, product, 'closes_at');
      const window = await readShipWindow(tx, storeId, waitlist.id);
      checkWindowAhead(window, product.today);
      if (to === 'SCHEDULED') checkLaunch(waitlist, product, window);
    }
    if (to === 'OPEN') refuseSecondOpen(product);
    await writeState(tx, product, { waitlist, to });
    return product;
  };
}

/** Locks a product and brings the states of its waitlists up to date. Resolves with true when a state changed. */
export async function advanceProduct(deps: Pick<Deps, 'db'>, storeId: string, productId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => advance(tx, await lockProduct(tx, storeId, productId)));
}

/**
 * Closes overdue waitlists, then opens at most one that is due. Raises an alert for a launch that has to wait. Also updates the
 * states in `product`. Resolves with true when a state changed.
 */
export async function advance(tx: Sql, product: LockedProduct): Promise<boolean> {
  const { storeId, productId, now, timeZone } = product;
  const overdue = product.waitlists.filter((waitlist) => isOverdue(waitlist, now));
  for (const waitlist of overdue) await writeState(tx, product, { waitlist, to: 'CLOSED' });
  const sells = openNow(product.waitlists, now);
  const opens = sells !== null && sells.state === 'SCHEDULED';
  if (sells && opens) await writeState(tx, product, { waitlist: sells, to: 'OPEN' });
  for (const waiting of product.waitlists) {
    if (waiting.state !== 'SCHEDULED' || !waiting.launchesAt || waiting.launchesAt > now) continue;
    const values = { product: product.title, launch_at: waiting.launchesAt.toISOString(), time_zone: timeZone };
    await raiseAlert(tx, storeId, { text: LAUNCH_WAITS, subjectId: waiting.id, values });
  }
  const waitlistIds = (opens ? [...overdue, sells] : overdue).map(({ id }) => id);
  if (waitlistIds.length === 0) return false;
  await emit(tx, 'waitlist.changed', { storeId, subjectId: productId, detail: { waitlistIds } });
  return true;
}

async function writeState(
  tx: Sql,
  { storeId }: LockedProduct,
  { waitlist, to }: { waitlist: LockedWaitlist; to: WaitlistState },
): Promise<void> {
  if (!canMove(waitlist.state, to)) throw new Error(`illegal transition of a waitlist: ${waitlist.state} to ${to}`);
  await tx.query(
    `UPDATE waitlist SET state = $3, updated_at = app_now(),
       opened_at = CASE WHEN $3 = 'OPEN' THEN coalesce(opened_at, app_now()) ELSE opened_at END,
       closed_at = CASE WHEN $3 = 'CLOSED' THEN app_now() END
     WHERE store_id = $1 AND id = $2`,
    [storeId, waitlist.id, to],
  );
  if (waitlist.state === 'SCHEDULED') await resolveAlert(tx, storeId, { code: LAUNCH_WAITS, subjectId: waitlist.id });
  waitlist.state = to;
}

function refuseWithoutPayments(mode: 'test' | 'live'): never {
  throw new AppError(
    'payment_not_configured',
    `No payment account is set up for a ${mode} store, so shoppers could not pay.`,
  );
}

/** Reads the ship window of the batch that is shown: the first with units left. */
export async function readShipWindow(tx: Sql, storeId: string, waitlistId: string): Promise<ShipWindow> {
  const [promise] = await tx.query<ShipWindow>(
    `SELECT p.ships_from AS "from", p.ships_until AS until FROM batch b
     JOIN promise p ON p.store_id = b.store_id AND p.batch_id = b.id
     WHERE b.store_id = $1 AND b.waitlist_id = $2 ORDER BY ${SHOWN_BATCH_FIRST}, p.version DESC LIMIT 1`,
    [storeId, waitlistId],
  );
  if (!promise) throw new Error(`waitlist ${waitlistId} has no promise`);
  return promise;
}

function checkLaunch(waitlist: LockedWaitlist, product: LockedProduct, window: ShipWindow): void {
  if (!waitlist.launchesAt) {
    throw new AppError('invalid_dates', 'The waitlist has no launch time: give it one first, or open it now.', {
      param: 'launches_at',
    });
  }
  checkAhead(waitlist.launchesAt, product, 'launches_at');
  checkLaunchDay(waitlist.launchesAt, product.timeZone, window);
}

function refuseSecondOpen(product: LockedProduct): void {
  const open = product.waitlists.find(({ state }) => state === 'OPEN');
  if (!open) return;
  const message = `The waitlist ${open.id} of the same product is open. Close or pause it first.`;
  throw new AppError('waitlist_already_open', message, { data: { waitlist: open.id } });
}

import { AppError } from '../../../domain/error.ts';
import { type LaunchPlan, shoppersOf } from '../../../domain/rehearsal.ts';
import { findingsOf, type RehearsalReport } from '../../../domain/rehearsal-report.ts';
import type { WaitlistAct, WaitlistState } from '../../../domain/waitlist.ts';
import { moveClock } from '../../../platform/moved-clock.ts';
import type { Deps } from '../../deps.ts';
import { createStore } from '../../stores/commands.ts';
import { readClock, readStore } from '../../stores/queries.ts';
import { changeWaitlistState, previewWaitlistState } from '../../waitlists/commands/state.ts';
import { runDueWaitlists } from '../../waitlists/jobs.ts';
import { readWaitlist, type Waitlist } from '../../waitlists/queries.ts';
import { countsOf, createTally } from '../tally.ts';
import { copyOffers } from './copy-offers.ts';
import { type Launch, runLaunch } from './launch.ts';
import { namedVariants } from './variants.ts';

export type Rehearsing = { storeId: string; waitlistId: string; plan: LaunchPlan; goesOn: Launch['goesOn'] };

type Refusal = { code: string; message: string } | null;

/**
 * Copies the store into a scratch database, opens its waitlist there and lets the shoppers of the plan come. The live store is
 * only read, and asked whether its waitlist could be opened.
 */
export async function rehearse(
  live: Deps,
  scratch: Deps,
  { storeId, waitlistId, plan, goesOn }: Rehearsing,
): Promise<RehearsalReport> {
  const { copyOf: _, testStore: __, ...settings } = await readStore(live.db, storeId);
  const { now } = await readClock(live.db, storeId);
  await moveClock(scratch.db, secondsUntil(now));
  await createStore(scratch, { ...settings, mode: 'test' });
  await copyOffers({ from: live.db, to: scratch.db, fromId: storeId, toId: storeId, left: true });
  const before = await readWaitlist(live.db, storeId, waitlistId);
  const asLive = await refusalOfLive(live, { storeId, waitlist: before, now });
  const opening = await openCopy(scratch, { storeId, waitlist: before, now });
  const [store, waitlist] = [await readStore(scratch.db, storeId), await readWaitlist(scratch.db, storeId, waitlistId)];
  const { opensAt } = opening;
  const tally = createTally({ waitlist, opensAt, hours: plan.hours });
  const shoppers = shoppersOf(plan, namedVariants(plan, waitlist));
  const launch: Launch = { deps: scratch, store, waitlist, opensAt, shoppers, tally, goesOn };
  await runLaunch(launch);
  const after = await readWaitlist(scratch.db, storeId, waitlistId);
  const facts = {
    currency: store.currency,
    opensAt: opensAt.toISOString(),
    endsAt: new Date(opensAt.getTime() + plan.hours * 3_600_000).toISOString(),
    plan: waitlist.plan.plan,
    batches: batchesOf(after),
    ...countsOf(tally),
  };
  const findings = findingsOf({
    ...facts,
    refusal: asLive ?? opening.refusal,
    taxCountries: store.tax.map(({ country }) => country),
    shippingCountries: store.shipping.map(({ country }) => country),
    waitlistCountries: waitlist.countries,
    holdMinutes: store.holdMinutes,
    limitPerCustomer: waitlist.limitPerCustomer,
  });
  return { ...facts, findings };
}

const batchesOf = ({ batches }: Waitlist): RehearsalReport['batches'] =>
  batches.map(({ position, promise, units }) => ({
    position,
    shipsFrom: promise.from,
    shipsUntil: promise.until,
    forSale: units.reduce((sum, { allocated }) => sum + allocated, 0),
    sold: units.reduce((sum, { sold }) => sum + sold, 0),
  }));

type Opened = { storeId: string; waitlist: Waitlist; now: Date };

const secondsUntil = (moment: Date) => (moment.getTime() - Date.now()) / 1_000;

/** Returns the moment at which the waitlist opens: its launch, or now. */
const launchOf = ({ waitlist: { launchesAt }, now }: Opened) =>
  launchesAt !== null && launchesAt > now ? launchesAt : now;

/** Returns what a merchant has to do so that the waitlist opens; null for one that opens by itself, or is open. */
function actFor(opened: Opened): WaitlistAct | null {
  const acts: Partial<Record<WaitlistState, WaitlistAct>> = {
    DRAFT: launchOf(opened) > opened.now ? 'schedule' : 'open',
    PAUSED: 'resume',
  };
  return acts[opened.waitlist.state] ?? null;
}

/** Asks the live store whether the waitlist could be opened, with its own account and dates. Changes nothing. */
async function refusalOfLive(live: Deps, opened: Opened): Promise<Refusal> {
  const { storeId, waitlist } = opened;
  const act = actFor(opened);
  if (act === null) {
    const account = await live.paymentsFor(await readStore(live.db, storeId));
    const message = 'No payment account is connected, so shoppers could not pay.';
    return account === null ? { code: 'payment_not_configured', message } : null;
  }
  const { refusal } = await previewWaitlistState(live, { storeId, waitlistId: waitlist.id }, act);
  return refusal && { code: refusal.code, message: refusal.message };
}

/** Opens the waitlist in the copy, at its launch if it has one. */
async function openCopy(scratch: Deps, opened: Opened): Promise<{ opensAt: Date; refusal: Refusal }> {
  const { storeId, waitlist } = opened;
  const act = actFor(opened);
  let refusal: Refusal = null;
  try {
    if (act !== null) await changeWaitlistState(scratch, { storeId, waitlistId: waitlist.id }, act);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refusal = { code: error.code, message: error.message };
  }
  const opensAt = launchOf(opened);
  await moveClock(scratch.db, secondsUntil(opensAt) + 1);
  await runDueWaitlists(scratch);
  const { open } = await readWaitlist(scratch.db, storeId, waitlist.id);
  if (!open && refusal === null) {
    const message = 'Another waitlist of the product sells at the time of the launch, so this one would wait.';
    refusal = { code: 'waitlist_already_open', message };
  }
  return { opensAt, refusal };
}

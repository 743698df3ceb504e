import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import type { Shopper } from '../../../domain/rehearsal.ts';
import { moveClock } from '../../../platform/moved-clock.ts';
import { testCardToken } from '../../../protocol/wire/test-cards.ts';
import { makeCheckout } from '../../checkouts/commands/reserve.ts';
import { endExpiredHolds } from '../../checkouts/jobs.ts';
import { readCheckout } from '../../checkouts/queries.ts';
import type { Deps } from '../../deps.ts';
import { pay } from '../../payments/commands/pay.ts';
import { type Settled, settle } from '../../payments/commands/settle.ts';
import { readLatestAttempt } from '../../payments/queries.ts';
import type { Store } from '../../stores/queries.ts';
import { runDueWaitlists } from '../../waitlists/jobs.ts';
import type { Waitlist } from '../../waitlists/queries.ts';
import { exampleAddress } from '../example-address.ts';
import { noteArrival, noteMissed, noteRefusal, noteSale, type Tally } from '../tally.ts';

export type Launch = {
  /** The core over the copy. */
  deps: Deps;
  store: Store;
  waitlist: Waitlist;
  opensAt: Date;
  shoppers: readonly Shopper[];
  tally: Tally;
  /** Called for each shopper who comes. Resolves with false to end the launch. */
  goesOn(arrived: number): Promise<boolean>;
};

/** What happens at a second of the launch. */
type Step = { at: number; run(): Promise<void> };

const CARDS = { pays: '4242424242424242', declined: '4000000000000002', challenged: '4000002500003155' };
// As often as a worker would in a launch, in the time of the copy.
const ROUND_EVERY_SECONDS = 30;
const OTHER_CARD_AFTER_SECONDS = 45;

/**
 * Lets simulated shoppers come to a copy of the store, through the commands that serve real ones, while its clock goes on with
 * them. One after the other, so that the same plan ends the same way and a rehearsal needs no more of the server than one shopper.
 */
export async function runLaunch(launch: Launch): Promise<void> {
  const steps: Step[] = launch.shoppers.map((shopper) => ({
    at: shopper.at,
    run: () => arrive(launch, shopper, later),
  }));
  const later = (step: Step) => {
    steps.splice(placeOf(steps, step.at, next), 0, step);
  };
  let next = 0;
  let roundAt = 0;
  for (; next < steps.length; ) {
    const step = steps[next] as Step;
    next += 1;
    await setClock(launch, step.at);
    if (step.at >= roundAt) {
      await runDueWaitlists(launch.deps);
      await endExpiredHolds(launch.deps);
      roundAt = step.at + ROUND_EVERY_SECONDS;
    }
    await step.run();
    if (!(await launch.goesOn(launch.tally.counts.shoppers))) return;
  }
}

/** Returns the first place after `from` whose step comes later than `at`. */
function placeOf(steps: readonly Step[], at: number, from: number): number {
  let [low, high] = [from, steps.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((steps[middle] as Step).at <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function setClock({ deps, opensAt }: Pick<Launch, 'deps' | 'opensAt'>, at: number): Promise<void> {
  await moveClock(deps.db, (opensAt.getTime() - Date.now()) / 1_000 + at);
}

type Later = (step: Step) => void;

async function arrive(launch: Launch, shopper: Shopper, later: Later): Promise<void> {
  const { deps, tally } = launch;
  noteArrival(tally, shopper);
  const variant = launch.waitlist.variants[shopper.variant];
  if (variant === undefined) return;
  const hold = (quantity: number) =>
    makeCheckout(deps, requestOf(launch, shopper, { variantId: variant.externalId, quantity }), {
      clientAddress: `10.${shopper.number >> 16}.${(shopper.number >> 8) & 255}.${shopper.number & 255}`,
      idempotencyKey: randomUUID(),
    });
  try {
    const held = await hold(shopper.quantity).catch((error: unknown) => {
      const left = leftOf(error);
      if (left === 0) throw error;
      noteMissed(tally, shopper, shopper.quantity - left);
      return hold(left);
    });
    if (shopper.fate === 'leaves') {
      tally.counts.payments.left += 1;
      return;
    }
    later({
      at: shopper.at + shopper.thinks,
      run: () => tryToPay(launch, { shopper, checkoutId: held, card: shopper.fate as keyof typeof CARDS }, later),
    });
  } catch (error) {
    refused(tally, shopper, error);
  }
}

/** Returns how many units a shopper who asked for more could have. */
function leftOf(error: unknown): number {
  const left = error instanceof AppError && error.code === 'sold_out' ? error.info.data?.left : undefined;
  return typeof left === 'number' && left > 0 ? left : 0;
}

function refused(tally: Tally, shopper: Shopper, error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  noteRefusal(tally, shopper, error.code);
}

function requestOf({ store }: Launch, shopper: Shopper, wanted: { variantId: string; quantity: number }) {
  return {
    key: store.publicKey,
    ...wanted,
    email: `shopper-${shopper.again ?? shopper.number}@rehearsal.example`,
    address: exampleAddress(shopper.country, shopper.number),
    locale: store.locale,
    lineItemProperties: null,
  };
}

type Paying = { shopper: Shopper; checkoutId: string; card: keyof typeof CARDS };

async function tryToPay(launch: Launch, paying: Paying, later: Later): Promise<void> {
  const { deps, store, tally } = launch;
  const { shopper, checkoutId } = paying;
  const checkout = await readCheckout(deps.db, { storeKey: store.publicKey, checkoutId });
  if (checkout === null) throw new Error('a checkout without a row');
  try {
    const settled = await pay(deps, {
      storeId: store.id,
      checkoutId,
      total: checkout.total,
      dueNow: checkout.dueNow,
      token: testCardToken(CARDS[paying.card]),
      marketingConsent: false,
      idempotency: { key: randomUUID(), bodyHash: 'once' },
    });
    follow(launch, { paying, settled, amounts: checkout }, later);
  } catch (error) {
    refused(tally, shopper, error);
  }
}

type Outcome = { paying: Paying; settled: Settled; amounts: { total: number; dueNow: number; quantity: number } };

function follow(launch: Launch, { paying, settled, amounts }: Outcome, later: Later): void {
  const { deps, store, tally } = launch;
  const { shopper, checkoutId } = paying;
  if (settled.kind === 'completed') {
    noteSale(tally, shopper, amounts);
    return;
  }
  if (settled.kind === 'requires_action') {
    tally.counts.payments.challenged += 1;
    later({
      at: shopper.at + shopper.thinks + shopper.proves,
      async run() {
        await deps.testProvider.answerChallenge(settled.ref, settled.clientSecret, true);
        const attempt = await readLatestAttempt(deps.db, store.id, checkoutId);
        const after = await settle(deps, { storeId: store.id, attemptId: attempt?.id ?? '' });
        if (after.kind === 'completed') noteSale(tally, shopper, amounts);
        else noteRefusal(tally, shopper, 'checkout_not_held');
      },
    });
    return;
  }
  if (settled.kind !== 'declined') {
    noteRefusal(tally, shopper, 'checkout_not_held');
    return;
  }
  tally.counts.payments.declined += 1;
  if (!shopper.triesAgain) return;
  const other: Paying = { ...paying, card: 'pays' };
  later({
    at: shopper.at + shopper.thinks + OTHER_CARD_AFTER_SECONDS,
    run: () => tryToPay(launch, other, later),
  });
}

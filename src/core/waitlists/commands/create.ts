import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { changePlan, PAY_NOW, type PlanChange } from '../../../domain/payment-plan.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import { checkAhead } from '../../../domain/store-time.ts';
import {
  checkDescription,
  checkLaunchDay,
  checkLimitPerCustomer,
  checkSchedule,
  checkShipWindow,
  checkWindowAhead,
} from '../../../domain/waitlist.ts';
import { type GivenSwitches, givenFields } from '../../../domain/waitlist-switches.ts';
import type { WithdrawalExclusion } from '../../../domain/withdrawal-period.ts';
import { oneRow } from '../../../platform/columns.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { insertBatch } from './batch.ts';
import { readCountries } from './countries.ts';
import { lockProduct } from './lock.ts';
import { checkOffers, insertOffers, type VariantOffer } from './offer.ts';

export type NewWaitlist = GivenSwitches & {
  /** Generated unless given. The demo store gives it, because it must know it beforehand. */
  id?: string;
  /** Our id of the product. */
  productId: string;
  variants: readonly VariantOffer[];
  /** Calendar days in the store's time zone, both inclusive. */
  shipWindow: ShipWindow;
  launchesAt?: Date | null | undefined;
  closesAt?: Date | null | undefined;
  limitPerCustomer?: number | null | undefined;
  /** The countries to which it ships, of those of the store. Default: all of them. */
  countries?: readonly string[] | null | undefined;
  /** Why the law gives no right of withdrawal from what it sells. Default: it is not excluded. */
  withdrawalExclusion?: WithdrawalExclusion | null | undefined;
  /** The merchant's words to shoppers, plain text. */
  description?: string | undefined;
  /** Default: pay now. */
  plan?: PlanChange | undefined;
};

/**
 * Creates a waitlist in DRAFT with one batch, its promise and its units. Throws `product_not_found`, `unknown_variant`,
 * `variant_gone`, `country_not_shipped`, `price_required`, `invalid_dates`, `missing_parameter` or `invalid_parameter`. Resolves with the id of the
 * waitlist.
 */
export async function createWaitlist(deps: Pick<Deps, 'db'>, storeId: string, input: NewWaitlist): Promise<string> {
  const { id = randomUUID(), productId, launchesAt = null, closesAt = null } = input;
  const window = checkShipWindow(input.shipWindow);
  const limit = checkLimitPerCustomer(input.limitPerCustomer ?? null);
  const description = checkDescription(input.description ?? '');
  const { plan, deposit, depositRefundable } = changePlan(PAY_NOW, input.plan ?? {});
  checkSchedule({ launchesAt, closesAt });
  if (input.variants.length === 0) {
    throw new AppError('missing_parameter', 'A waitlist offers at least one variant.', { param: 'variant' });
  }
  await deps.db.transaction(async (tx) => {
    const product = await lockProduct(tx, storeId, productId);
    checkAhead(launchesAt, product, 'launches_at');
    checkAhead(closesAt, product, 'closes_at');
    checkWindowAhead(window, product.today);
    checkLaunchDay(launchesAt, product.timeZone, window);
    const offers = await checkOffers(tx, product, input.variants);
    const row = oneRow({
      store_id: storeId,
      id,
      product_id: productId,
      state: 'DRAFT',
      launches_at: launchesAt,
      closes_at: closesAt,
      limit_per_customer: limit,
      description,
      payment_plan: plan,
      deposit_kind: deposit?.kind,
      deposit_value: deposit?.value,
      deposit_refundable: depositRefundable,
      ...givenFields(input),
      withdrawal_exclusion: input.withdrawalExclusion ?? null,
      countries: await readCountries(tx, storeId, input.countries ?? null),
    });
    await tx.query(`INSERT INTO waitlist (${row.names}) VALUES (${row.params})`, row.values);
    const batchId = await insertBatch(tx, { storeId, waitlistId: id }, window);
    await insertOffers(tx, { storeId, waitlistId: id, batchId }, offers);
    await emit(tx, 'waitlist.changed', { storeId, subjectId: productId, detail: { waitlistIds: [id] } });
  });
  return id;
}

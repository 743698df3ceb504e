import { type Chargeable, checkChargeable, type Minor } from '../../../domain/money.ts';
import { type Deposit, dueNowOf, type PaymentPlan } from '../../../domain/payment-plan.ts';
import { makeAll } from '../../../domain/refuse-all.ts';
import type { Sql } from '../../../platform/db.ts';

/**
 * Checks that each payment for one unit is an amount that the provider can charge. Delivery and further units only add to
 * these amounts; the checkout checks its own. Throws `amount_not_chargeable`.
 */
export async function checkAmounts(
  tx: Sql,
  { storeId, waitlistId }: { storeId: string; waitlistId: string },
  chargeable: Chargeable,
): Promise<void> {
  const rows = await tx.query<PlanRow & { variant: string; price: Minor; currency: string }>(
    `SELECT r.external_id AS variant, v.price, s.currency, w.payment_plan AS plan, w.deposit_kind AS kind, w.deposit_value AS value
     FROM waitlist w JOIN store s ON s.id = w.store_id
     JOIN waitlist_variant v ON v.store_id = w.store_id AND v.waitlist_id = w.id
     JOIN variant r ON r.store_id = v.store_id AND r.id = v.variant_id
     WHERE w.store_id = $1 AND w.id = $2`,
    [storeId, waitlistId],
  );
  makeAll(
    rows,
    ({ price, currency, plan, kind, value }) => {
      const deposit = kind === null || value === null ? null : { kind, value };
      const dueNow = dueNowOf({ plan, deposit, depositRefundable: true }, price, 1);
      checkChargeable([dueNow, price - dueNow], chargeable, currency);
    },
    ({ variant }) => ({ variant }),
  );
}

type PlanRow = { plan: PaymentPlan; kind: Deposit['kind'] | null; value: number | null };

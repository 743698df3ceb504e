import { randomUUID } from 'node:crypto';
import type { PrivacyAsk } from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';

// What Shopify gives, and about what laws give: a month.
const DAYS_TO_ANSWER = 30;

/** Keeps what a platform asks on behalf of people, for a worker and the merchant, and tells the merchant. */
export async function keepPrivacyAsk(
  tx: Sql,
  { storeId, platform }: { storeId: string; platform: string },
  { what, email, orderRefs }: PrivacyAsk,
): Promise<void> {
  const id = randomUUID();
  await tx.query(
    `INSERT INTO privacy_request (store_id, id, platform, what, email, customer_key, order_refs, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, app_now() + $8 * interval '1 day')`,
    [
      storeId,
      id,
      platform,
      what,
      email,
      email === null ? null : customerKeyOf(storeId, email),
      orderRefs,
      DAYS_TO_ANSWER,
    ],
  );
  const next = { step: 'answer_person', about: id } as const;
  await raiseAlert(tx, storeId, { text: `privacy_request.${what}`, subjectId: id, values: {}, next });
}

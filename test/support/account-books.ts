import type { ListedPayment, PaymentAccounts } from '../../src/integrations/payments/port.ts';
import type { Core } from './core.ts';

/**
 * Connects the store with an account whose books are those of the test provider. `grow` multiplies both our books and the
 * test provider's. `createGrowthStory` refunds nothing, so no payment has a refund.
 */
export async function connectTestBooks(core: Core, storeId: string): Promise<PaymentAccounts> {
  const { db, secrets, accounts } = core;
  const sealed = secrets.seal(JSON.stringify({ secretKey: 'sk', webhookSecret: 'whsec' }));
  await db.query(
    `INSERT INTO payment_account (store_id, provider, hook_id, publishable_key, sealed)
     VALUES ($1, 'stripe', gen_random_uuid(), 'pk', $2)
     ON CONFLICT (store_id) DO UPDATE SET sealed = excluded.sealed, closed_at = NULL`,
    [storeId, sealed],
  );
  const read = (where: string, values: unknown[]) => db.query<ListedPayment>(`${PAYMENT} WHERE ${where}`, values);
  return {
    ...accounts,
    find: async (_keys, ref) => (await read('ref = $1', [ref]))[0] ?? null,
    async *list(_keys, from, until) {
      yield* await read('store_id = $1 AND created_at >= $2 AND created_at < $3', [storeId, from, until]);
    },
  };
}

const PAYMENT = `
  SELECT ref, store_id AS "storeId", attempt_id AS "attemptId", currency, captured AS "capturedAmount",
         CASE status WHEN 'captured' THEN 'succeeded' ELSE status END AS status,
         '[]'::json AS refunds
  FROM test_provider.payment`;

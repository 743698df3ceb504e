import { type Context, change, keep, newId, take } from './books.ts';
import { type JsonObject, objectOf } from './json.ts';
import type { Parameters } from './parameters.ts';

export const CUSTOMER: Parameters = {
  description: { is: 'text', max: 350 },
  email: { is: 'text', max: 512, like: /^[^@\s]+@[^@\s]+$/ },
  name: { is: 'text', max: 256 },
  metadata: { is: 'metadata' },
};

export async function createCustomer(context: Context, given: JsonObject): Promise<JsonObject> {
  const { description = null, email = null, name = null, metadata = {} } = given;
  return keep(context, 'customer', { id: newId('cus'), data: { description, email, name, metadata }, hidden: {} });
}

export async function updateCustomer(context: Context, given: JsonObject, id: string): Promise<JsonObject> {
  const kept = await take(context, 'customer', id);
  const metadata = { ...objectOf(kept.data.metadata), ...objectOf(given.metadata) };
  return change(context, { ...kept, data: { ...kept.data, ...given, metadata } });
}

export async function deleteCustomer(context: Context, _given: JsonObject, id: string): Promise<JsonObject> {
  await take(context, 'customer', id);
  const { accountId, livemode } = context.owner;
  // Deleting a customer detaches the saved cards.
  await context.tx.query(
    `UPDATE fake_stripe.object SET data = data || '{"customer": null}'
     WHERE account_id = $1 AND livemode = $2 AND type = 'payment_method' AND data ->> 'customer' = $3`,
    [accountId, livemode, id],
  );
  await context.tx.query('DELETE FROM fake_stripe.object WHERE account_id = $1 AND livemode = $2 AND id = $3', [
    accountId,
    livemode,
    id,
  ]);
  return { id, object: 'customer', deleted: true };
}

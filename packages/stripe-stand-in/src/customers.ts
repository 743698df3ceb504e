import { change, type Desk, keep, newId, take } from './books.ts';
import { type JsonObject, objectOf } from './json.ts';
import type { Parameters } from './parameters.ts';

export const CUSTOMER: Parameters = {
  description: { is: 'text', max: 350 },
  email: { is: 'text', max: 512, like: /^[^@\s]+@[^@\s]+$/ },
  name: { is: 'text', max: 256 },
  metadata: { is: 'metadata' },
};

export async function createCustomer(desk: Desk, given: JsonObject): Promise<JsonObject> {
  const { description = null, email = null, name = null, metadata = {} } = given;
  return keep(desk, 'customer', { id: newId('cus'), data: { description, email, name, metadata }, hidden: {} });
}

export async function updateCustomer(desk: Desk, given: JsonObject, id: string): Promise<JsonObject> {
  const kept = await take(desk, 'customer', id);
  const metadata = { ...objectOf(kept.data.metadata), ...objectOf(given.metadata) };
  return change(desk, { ...kept, data: { ...kept.data, ...given, metadata } });
}

export async function deleteCustomer(desk: Desk, _given: JsonObject, id: string): Promise<JsonObject> {
  await take(desk, 'customer', id);
  const { accountId, livemode } = desk.owner;
  // Deleting a customer detaches the saved cards.
  await desk.tx.query(
    `UPDATE fake_stripe.object SET data = data || '{"customer": null}'
     WHERE account_id = $1 AND livemode = $2 AND type = 'payment_method' AND data ->> 'customer' = $3`,
    [accountId, livemode, id],
  );
  await desk.tx.query('DELETE FROM fake_stripe.object WHERE account_id = $1 AND livemode = $2 AND id = $3', [
    accountId,
    livemode,
    id,
  ]);
  return { id, object: 'customer', deleted: true };
}

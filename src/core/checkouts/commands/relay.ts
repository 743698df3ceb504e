import { AppError } from '../../../domain/error.ts';
import type { RelayRequest } from '../../../protocol/schema/frame-api.ts';
import type { Deps } from '../../deps.ts';
import { findStoreByKey } from '../../stores/queries.ts';
import { readCheckout } from '../queries.ts';
import { isCheckoutSecret } from '../secret.ts';

// A long checkout, with many steps back and declined cards, sends a few dozen events.
const EVENTS_MAX = 200;

/**
 * Stores the events of a checkout until the page that led to it asks for them. Idempotent.
 * `invalid_api_key`; `invalid_checkout_secret` for another person's checkout.
 */
export async function keepRelayed(deps: Pick<Deps, 'db' | 'secrets'>, request: RelayRequest): Promise<void> {
  const store = await findStoreByKey(deps.db, request.key);
  if (!store) throw new AppError('invalid_api_key', 'No store has this API key.', { param: 'key' });
  for (const event of request.events) if ('checkout' in event) await checkOwner(deps, request.key, event.checkout);
  const { relay, releaseId, events } = request;
  await deps.db.query(
    `INSERT INTO relayed_event (store_id, relay, at, name, payload, checkout_id, release_id, created_at)
     SELECT $1, $2, told.at, told.name, told.payload, told.checkout_id, $3, (SELECT app_now())
     FROM unnest($4::bigint[], $5::text[], $6::jsonb[], $7::uuid[]) AS told (at, name, payload, checkout_id)
     WHERE (SELECT count(*) FROM relayed_event WHERE store_id = $1 AND relay = $2) < $8
     ON CONFLICT DO NOTHING`,
    [
      store.id,
      relay,
      releaseId,
      events.map(({ at }) => at),
      events.map(({ name }) => name),
      events.map((event) => ('payload' in event ? JSON.stringify(event.payload) : null)),
      events.map((event) => ('checkout' in event ? event.checkout.id.toLowerCase() : null)),
      EVENTS_MAX,
    ],
  );
}

/** Checks that the checkout is the shopper's own, because the page behind the relay can read its pre-order. */
async function checkOwner(
  deps: Pick<Deps, 'db' | 'secrets'>,
  storeKey: string,
  { id, secret }: { id: string; secret: string },
): Promise<void> {
  const checkoutId = id.toLowerCase();
  const isTheirs =
    isCheckoutSecret(deps, checkoutId, secret) && (await readCheckout(deps.db, { storeKey, checkoutId })) !== null;
  if (!isTheirs) throw new AppError('invalid_checkout_secret', 'There is no such checkout, or its secret is wrong.');
}

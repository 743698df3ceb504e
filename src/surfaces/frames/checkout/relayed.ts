import { createHash } from 'node:crypto';
import { listRelayed } from '../../../core/checkouts/queries.ts';
import { findStoreByKey } from '../../../core/stores/queries.ts';
import { currencyDigits } from '../../../domain/currency.ts';
import { AppError } from '../../../domain/error.ts';
import type { RelayedEvent } from '../../../protocol/schema/frame-api.ts';
import { createdEvent } from '../../../protocol/wire/created-event.ts';
import type { Deps } from '../../deps.ts';
import { viewCheckout } from './view.ts';

export type Relay = {
  storeKey: string;
  /** Made by the frame that led to the checkout; only its holder may read. */
  secret: string;
  /** The time of the last event that the frame knows. */
  after: number;
};

/** Returns the events since then, in order. There are none for an unknown secret, and none that are older than an hour. */
export async function readRelayed(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { storeKey, secret, after }: Relay,
): Promise<RelayedEvent[]> {
  const store = await findStoreByKey(deps.db, storeKey);
  if (!store) throw new AppError('invalid_api_key', 'No store has this API key.', { param: 'key' });
  const relay = createHash('sha256').update(secret).digest('base64');
  const events: RelayedEvent[] = [];
  for (const row of await listRelayed(deps.db, { storeId: store.id, relay, after })) {
    const { at, name, releaseId } = row;
    const payload = row.checkoutId === null ? row.payload : await readCreated(deps, storeKey, row.checkoutId);
    if (payload) events.push({ at, name, payload, releaseId });
  }
  return events;
}

/** Returns the payload of `PreorderCreated`, or null if the shopper was erased. */
async function readCreated(
  deps: Pick<Deps, 'db' | 'secrets'>,
  storeKey: string,
  checkoutId: string,
): Promise<RelayedEvent['payload'] | null> {
  try {
    const view = await viewCheckout(deps, { storeKey, checkoutId });
    return view.preorder && createdEvent({ ...view, preorder: view.preorder }, currencyDigits(view.currency));
  } catch (error) {
    if (error instanceof AppError && error.code === 'checkout_not_found') return null;
    throw error;
  }
}

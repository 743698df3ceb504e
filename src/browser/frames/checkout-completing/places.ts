import type { Place } from '../../../protocol/wire/place.ts';
import { type Answer, createApiClient } from '../api-client.ts';

// Without retries, and without telling of trouble: the shopper types on.
const send = createApiClient();

/** Asks for places of the country that complete the text. */
export function findPlaces(body: { key: string; country: string; text: string }): Promise<Answer<Place[]>> {
  return send({ method: 'POST', path: '/api/addresses', body });
}

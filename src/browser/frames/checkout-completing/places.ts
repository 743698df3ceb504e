import type { Place } from '../../../protocol/wire/place.ts';
import { type Answer, createApiClient } from '../api-client.ts';

/** Asks for places of the country that complete the text. */
export function findPlaces(body: { key: string; country: string; text: string }): Promise<Answer<Place[]>> {
  // Without retries, and without telling of trouble: the shopper types on.
  const send = createApiClient({ key: body.key });
  return send({ method: 'POST', path: '/api/addresses', body });
}

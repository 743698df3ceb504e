import type { RelayRequest } from '../../../protocol/schema/frame-api.ts';
import type { FromCheckoutEvent } from '../../../protocol/wire/frame-messages.ts';
import { createApiClient, isPassing } from '../api-client.ts';
import { openChannel } from '../channel.ts';
import type { Credentials } from './api.ts';

type RelayEvent = RelayRequest['events'][number];

/** Tries before the events are dropped. A restarting server is back by then. */
const TRIES_MAX = 5;
const AGAIN_MS = 1_500;
// The service's limit for one request.
const EVENTS_MAX = 20;

/**
 * Sends the events that a frame would have told its page to the service, for the isolated page that led here. The service
 * hands them to the holder of the secret that the relay is the hash of. Then it notifies that page by a BroadcastChannel,
 * which only works if the store's page is of the service's own site.
 */
export function createRelay(facts: { key: string; relay: string; releaseId: string }) {
  const channel = openChannel(facts.relay);
  const client = createApiClient({ key: facts.key });
  let waiting: RelayEvent[] = [];
  let last = 0;
  let sending = false;

  /** Returns false if the request should be retried. */
  async function post(events: RelayEvent[]): Promise<boolean> {
    const answer = await client({
      method: 'POST',
      path: '/api/relays',
      body: { ...facts, events } satisfies RelayRequest,
    });
    return answer.ok || !isPassing(answer.refusal);
  }

  async function send(tries = TRIES_MAX): Promise<void> {
    if (sending || waiting.length === 0) return;
    sending = true;
    const events = waiting.splice(0, EVENTS_MAX);
    const done = await post(events);
    sending = false;
    if (done) channel?.postMessage(null);
    else if (tries > 1) {
      waiting = [...events, ...waiting];
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    return send(done ? TRIES_MAX : tries - 1);
  }

  // A shopper who leaves does not wait for the answer to an earlier request.
  addEventListener('pagehide', () => {
    if (waiting.length > 0) void post(waiting.splice(0, EVENTS_MAX));
  });

  return function relay({ name, payload }: FromCheckoutEvent, checkout: Credentials | null): void {
    // Increases strictly, also across a reload, so that it identifies and orders events.
    last = Math.max(last + 1, Date.now());
    if (name !== 'PreorderCreated') waiting.push({ at: last, name, payload } as RelayEvent);
    else if (checkout) waiting.push({ at: last, name, checkout: { id: checkout.id, secret: checkout.secret } });
    void send();
  };
}

import type { RelayRequest } from '../../../protocol/schema/frame-api.ts';
import { type FromCheckoutEvent, PROTOCOL } from '../../../protocol/wire/frame-messages.ts';
import type { Credentials } from './api.ts';

type Told = RelayRequest['events'][number];

/** After so many tries the events are dropped: a server that restarts is back by then. */
const TRIES_MAX = 5;
const AGAIN_MS = 1_500;
// The service takes no more at once.
const EVENTS_MAX = 20;

/**
 * Tells the isolated page that led here what a frame in it would have told, by way of the service: it hands that to who
 * has what the relay is the hash of. And pokes that page, which hears it only where the shop is the service's own site.
 */
export function createRelay(facts: { key: string; relay: string; releaseId: string }) {
  const channel = new BroadcastChannel(facts.relay);
  let waiting: Told[] = [];
  let last = 0;
  let sending = false;

  async function send(tries = TRIES_MAX): Promise<void> {
    if (sending || waiting.length === 0) return;
    sending = true;
    const events = waiting.splice(0, EVENTS_MAX);
    const done = await post({ ...facts, events });
    sending = false;
    if (done) channel.postMessage(null);
    else if (tries > 1) {
      waiting = [...events, ...waiting];
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    return send(done ? TRIES_MAX : tries - 1);
  }

  // Who leaves at once does not wait for the answer to what was told before.
  addEventListener('pagehide', () => {
    if (waiting.length > 0) void post({ ...facts, events: waiting.splice(0, EVENTS_MAX) });
  });

  return function relay({ name, payload }: FromCheckoutEvent, checkout: Credentials | null): void {
    // Tells one from the next, also after a reload.
    last = Math.max(last + 1, Date.now());
    if (name !== 'PreorderCreated') waiting.push({ at: last, name, payload } as Told);
    else if (checkout) waiting.push({ at: last, name, checkout: { id: checkout.id, secret: checkout.secret } });
    void send();
  };
}

/** False: it is to be sent again. */
async function post(body: RelayRequest): Promise<boolean> {
  try {
    const { status } = await fetch(`/frames/${PROTOCOL}/api/relays`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true, // the request goes on when the shopper leaves the page at once
    });
    return status < 500 && status !== 429;
  } catch {
    return false;
  }
}

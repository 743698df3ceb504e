import type { FromIsolated } from '../../../protocol/wire/frame-messages.ts';
import { openChannel } from '../channel.ts';

/** The secret that was given to the checkout's own page, and the time of the last answer that was read. */
type Left = { scope: string; secret: string; after: number; until: number };

// The service keeps relayed events no longer.
const KEPT_MS = 3_600_000;

/**
 * Leads to a checkout in a page of its own and brings back its events. This frame creates a secret that never leaves it and
 * passes on its hash; under the hash the checkout reports events to the service (`frames/checkout/relay.ts`). With the
 * secret this frame fetches them: at once if a BroadcastChannel connects the two pages, else when the shopper is back. The
 * secret is kept for this tab, and is valid for this store and this page origin only.
 */
export function createReturn(key: string, origin: string | undefined, send: (message: FromIsolated) => void) {
  const scope = `${key} ${origin}`;
  let left = kept();
  let outlivesFrame = true;

  function kept(): Left | null {
    try {
      const found = JSON.parse(sessionStorage.left) as Left;
      return found.scope === scope && found.until > Date.now() ? found : null;
    } catch {
      return null; // nothing is kept, or storage is blocked
    }
  }
  function keep(): void {
    try {
      sessionStorage.left = JSON.stringify(left);
    } catch {
      outlivesFrame = false;
    }
  }

  async function look(): Promise<void> {
    if (!left) return;
    try {
      const response = await fetch(`api/relays?key=${encodeURIComponent(key)}&after=${left.after}`, {
        headers: { Authorization: `Bearer ${left.secret}` },
      });
      for (const { at, ...event } of (await response.json()).data) {
        if (at <= left.after) continue; // a parallel request has delivered it
        left.after = at;
        keep();
        send({ t: 'event', ...event });
      }
    } catch {
      // The next return of the shopper tries again.
    }
  }

  return {
    look,
    /** Returns false where storage is blocked: then the secret is there as long as this frame lives. */
    outlivesFrame: () => outlivesFrame,
    /** Returns the hash under which the checkout reports its events. */
    async relay(): Promise<string> {
      left ??= { scope, secret: crypto.randomUUID(), after: 0, until: 0 };
      left.until = Date.now() + KEPT_MS;
      keep();
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(left.secret));
      const relay = btoa(String.fromCharCode(...new Uint8Array(hash)));
      const channel = openChannel(relay);
      if (channel) channel.onmessage = look;
      return relay;
    },
  };
}

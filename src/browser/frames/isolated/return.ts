import type { FromIsolated } from '../../../protocol/wire/frame-messages.ts';

/** What was left with the checkout's own page, and what of its answers is known. */
type Left = { scope: string; secret: string; after: number; until: number };

// The service keeps no longer what is told.
const KEPT_MS = 3_600_000;

/**
 * The way to a checkout that is a page of its own, and what it tells of what happened there. A secret is made here and goes
 * nowhere; its hash goes along, and by that the checkout tells the service (`frames/checkout/relay.ts`). Who has the secret
 * asks: at once where this page and that one can speak to each other, else when the shopper is back. It is kept for this
 * tab, and counts for this store in pages of this origin alone.
 */
export function createReturn(key: string, origin: string | undefined, send: (message: FromIsolated) => void) {
  const scope = `${key} ${origin}`;
  let left = kept();

  function kept(): Left | null {
    try {
      const found = JSON.parse(sessionStorage.left) as Left;
      return found.scope === scope && found.until > Date.now() ? found : null;
    } catch {
      return null; // nothing is kept, or nothing may be
    }
  }
  function keep(): void {
    try {
      sessionStorage.left = JSON.stringify(left);
    } catch {
      // It is known as long as this frame is.
    }
  }

  async function look(): Promise<void> {
    if (!left) return;
    try {
      const response = await fetch(`api/relays?key=${key}&after=${left.after}`, {
        headers: { Authorization: `Bearer ${left.secret}` },
      });
      for (const { at, ...event } of (await response.json()).data) {
        if (at <= left.after) continue; // asked twice at once
        left.after = at;
        keep();
        send({ t: 'event', ...event });
      }
    } catch {
      // They may be back once more.
    }
  }

  return {
    look,
    /** Where the checkout tells. */
    async relay(): Promise<string> {
      left ??= { scope, secret: crypto.randomUUID(), after: 0, until: 0 };
      left.until = Date.now() + KEPT_MS;
      keep();
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(left.secret));
      const relay = btoa(String.fromCharCode(...new Uint8Array(hash)));
      new BroadcastChannel(relay).onmessage = look;
      return relay;
    },
  };
}

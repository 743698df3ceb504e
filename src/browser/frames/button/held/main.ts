import type { ButtonDocument } from '../../../../protocol/wire/views.ts';
import { timeOfDay } from '../../time-of-day.ts';

// A script of its own, which only documents have in which units are held: all others stay small.

declare global {
  interface Window {
    followHeld?: typeof followHeld;
  }
}

// The service gives the units of a hold back within a second, and its answers may be two seconds old. Pages that wait for the same hold
// ask over some seconds.
const AFTER_MS = 3_000;
const SPREAD_MS = 4_000;
// The pause before it is asked again whether units are back, while a payment still keeps them or this browser's clock is wrong.
const PAUSE_MS = 15_000;

/**
 * Follows units that shoppers are paying for: asks the service again when the first hold ends, and whenever the tab or this frame
 * is looked at. Reads in the tab's storage, which the checkout's frame shares, whether this shopper has units; the document is
 * the same for everybody. `changed` is called after each answer.
 */
function followHeld(data: ButtonDocument, changed: () => void) {
  let own: string | undefined;
  let waits: boolean | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function askAgain(): Promise<void> {
    if (!waits || document.hidden) return;
    try {
      const text = await (await fetch(location.href, { cache: 'no-cache' })).text();
      const [, json = ''] = /id="data">(.*?)<\/script>/s.exec(text) ?? [];
      Object.assign(data, JSON.parse(json));
    } catch {
      // What is shown stays, and the next time may succeed.
    }
    await findOwn();
  }
  async function findOwn(): Promise<void> {
    own = data.held && (await readOwn(data.held.session));
    changed();
  }
  for (const [target, sign] of [
    [document, 'visibilitychange'],
    [window, 'focus'],
  ] as const)
    target.addEventListener(sign, askAgain);
  if (data.held) void findOwn();

  return {
    /** Takes the end of the hold that the shown view waits for, null for an unknown one, undefined for a view that does not wait. */
    watch(heldUntil: string | null | undefined): void {
      clearTimeout(timer);
      waits = heldUntil !== undefined;
      const wait = Date.parse(heldUntil ?? '') - Date.now() + AFTER_MS + SPREAD_MS * Math.random();
      if (waits) timer = setTimeout(askAgain, wait > AFTER_MS ? wait : PAUSE_MS);
    },
    isOwn: (skuId: string | null | undefined): boolean => !!own && own === skuId,
    label: (text: string, heldUntil: string | null | undefined): string => text.replace('{time}', timeOfDay(heldUntil)),
  };
}

/** Returns the variant of which the checkout in this tab has units; undefined without such a checkout. */
async function readOwn(session: string): Promise<string | undefined> {
  try {
    const { id, secret } = JSON.parse(sessionStorage[session]).checkout;
    const headers = { Authorization: `Bearer ${secret}` };
    const response = await fetch(`api/checkouts/${id}${location.search}`, { headers });
    const { state, holdMsLeft, paymentPending, variantId } = (await response.json()).data;
    if (state === 'held' && (holdMsLeft || paymentPending)) return variantId;
  } catch {
    // Nothing is kept, the browser blocks the storage, or the checkout is over.
  }
  return undefined;
}

window.followHeld = followHeld;

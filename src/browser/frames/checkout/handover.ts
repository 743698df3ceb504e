import { PROTOCOL } from '../../../protocol/wire/frame-messages.ts';
import type { LineItemProperties } from '../../../protocol/wire/sdk-events.ts';

/** What an isolated page hands over to the checkout that is a page of its own. */
export type Handover = {
  lineItemProperties: LineItemProperties | null;
  /** The relay on which events are reported to the page that led here, or null. */
  relay: string | null;
};

/**
 * Takes the handover from the fragment and keeps it in the history entry's state, where it survives a reload and is not
 * in the address. The service validates the properties as always.
 */
export function takeHandover(): Handover {
  const { pathname, search, hash } = location;
  if (hash) history.replaceState(read(hash.slice(1)), '', pathname + search);
  const state = history.state as Handover | LineItemProperties | null;
  return isHandover(state) ? state : { lineItemProperties: state, relay: null };
}

/**
 * The previous version kept and passed only the properties, as JSON. This version still accepts both forms; the next
 * need not.
 */
function isHandover(state: Handover | LineItemProperties | null): state is Handover {
  return state !== null && 'lineItemProperties' in state && 'relay' in state;
}

function read(fragment: string): Handover {
  const given = new URLSearchParams(/^(%7B|\{)/i.test(fragment) ? `properties=${fragment}` : fragment);
  // Only from our own card: any page may link to this one, and a foreign page's relay would learn what the shopper buys.
  const ours = new URL(`frames/${PROTOCOL}/isolated?`, location.href).href;
  return {
    lineItemProperties: parse(given.get('properties')),
    relay: document.referrer.startsWith(ours) ? given.get('relay') : null,
  };
}

function parse(text: string | null): LineItemProperties | null {
  try {
    const given: unknown = JSON.parse(text ?? 'null');
    return typeof given === 'object' ? (given as LineItemProperties | null) : null;
  } catch {
    return null;
  }
}

import { PROTOCOL } from '../../../protocol/wire/frame-messages.ts';
import type { LineItemProperties } from '../../../protocol/wire/sdk-events.ts';

/** What an isolated page's shopper brought along to the checkout. */
export type Along = {
  lineItemProperties: LineItemProperties | null;
  /** Where what happens here is told, for the page they came from; null: nowhere. */
  relay: string | null;
};

/**
 * Takes it from the fragment into the state of the history's entry: a reload has it, and the address does not. The service
 * looks at the properties as at all others.
 */
export function takeAlong(): Along {
  const { pathname, search, hash } = location;
  if (hash) history.replaceState(read(hash.slice(1)), '', pathname + search);
  const state = history.state as Along | LineItemProperties | null;
  return isAlong(state) ? state : { lineItemProperties: state, relay: null };
}

/** The version before kept the properties alone, and its cards bring them alone, as JSON: both are taken for one version more. */
function isAlong(state: Along | LineItemProperties | null): state is Along {
  return state !== null && 'lineItemProperties' in state && 'relay' in state;
}

function read(fragment: string): Along {
  const given = new URLSearchParams(/^(%7B|\{)/i.test(fragment) ? `properties=${fragment}` : fragment);
  // By our own card alone: any page may lead a shopper here, and one that names a relay would be told what they buy.
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

import type { LineItemProperties } from '../../../protocol/wire/sdk-events.ts';

/**
 * The line item properties that an isolated page's shopper brought along in the fragment. From there they go into the state
 * of the history's entry: a reload has them, and the address does not. The service looks at them as at all others.
 */
export function takeProperties(): LineItemProperties | null {
  const { pathname, search, hash } = location;
  if (hash) history.replaceState(parse(hash.slice(1)), '', pathname + search);
  return history.state as LineItemProperties | null;
}

function parse(fragment: string): object | null {
  try {
    const given: unknown = JSON.parse(decodeURIComponent(fragment));
    return typeof given === 'object' ? given : null;
  } catch {
    return null;
  }
}

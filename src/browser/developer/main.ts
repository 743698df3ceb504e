import type { PlacementDocument } from '../../protocol/wire/views.ts';
import { readData, readState } from '../frames/connect.ts';

// Runs in a placement's document before the placement's script. Live stores' documents leave it out, because shoppers
// would only download it.

// An unknown key may be meant for a live store. So only a page on a developer's own machine shows the reason.
const ON_OWN_MACHINE = /^https?:..(127\.|\[::1]|([^/]+\.)?(localhost|test)(:|$))/;
const NO_ORIGIN = 'Service: nothing is shown, for this page has no origin (it is a file, or in a sandbox)';

const { developer } = readData<PlacementDocument>();
const { o } = readState();
const showsReason = developer?.mode || ON_OWN_MACHINE.test(o ?? '');
if (developer && showsReason) {
  const { why, noVariant } = developer;
  window.why = (refused, shown, chosen) => {
    const id = typeof chosen === 'object' && chosen.v;
    if (why && !shown) refused.push(['product', '', why]);
    if (noVariant && id) refused.push(['skuId', id, noVariant.replace('{id}', id)]);
  };
}
if (developer?.mode && o === 'null' && isFirst()) console.warn(NO_ORIGIN);

/** Returns whether this is the first of our frames in the page, so that a fault of the page is logged once. */
function isFirst(): boolean {
  // In a sandbox our frames cannot read each other, so the page's first frame is assumed to be ours.
  if (origin === 'null') return parent[0] === window;
  for (let index = 0; index < parent.length; index++) {
    try {
      if (parent[index]?.document) return parent[index] === window;
    } catch {
      // A frame of another origin.
    }
  }
  return false;
}

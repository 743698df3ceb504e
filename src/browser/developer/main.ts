import type { PlacementDocument } from '../../protocol/wire/views.ts';
import { readData, readState } from '../frames/connect.ts';

// In a placement's document before its own script, but not in that of a live store: its shoppers would only download it.

// Of a key that no store has, nobody knows whether it is meant for a live one: only who builds the page is told.
const ON_OWN_MACHINE = /^https?:..(127\.|\[::1]|([^/]+\.)?(localhost|test)(:|$))/;
const NO_ORIGIN = 'Service: nothing is shown, for this page has no origin (it is a file, or in a sandbox)';

const { developer } = readData<PlacementDocument>();
const { o } = readState();
const isTold = developer?.mode || ON_OWN_MACHINE.test(o ?? '');
if (developer?.why && isTold) window.why = [['product', '', developer.why]];
if (developer?.mode && o === 'null' && isFirst()) console.warn(NO_ORIGIN);

/** Whether it is the first of our frames in the page: what is so for the page is said once. */
function isFirst(): boolean {
  // In a sandbox none of them may look at another: the page's first frame is taken for one of ours.
  if (origin === 'null') return parent[0] === window;
  for (let index = 0; index < parent.length; index++) {
    try {
      if (parent[index]?.document) return parent[index] === window;
    } catch {
      // Somebody else's.
    }
  }
  return false;
}

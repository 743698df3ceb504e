import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { changed, setData } from '../../requests/use-data.ts';

// Money moves and mails go out in the background, a moment after the change.
const LOOK_AGAIN_MS = [2_000, 6_000];

/** Shows a changed pre-order at once, and reads again what else has changed with it, now and in a moment. */
export function tookOver(preorder: Schemas['AdminChangedPreorder']): void {
  const key = keyOf(`preorders/${preorder.reference}`);
  setData(key, preorder);
  changed(`${key}/timeline`);
  changed(keyOf('preorders?'));
  changed(keyOf('waitlists'));
  for (const ms of LOOK_AGAIN_MS) setTimeout(() => changed(key), ms);
}

import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { changed, setData } from '../../requests/use-data.ts';

/** Shows a changed pre-order at once, and reads again what else has changed with it. */
export function tookOver(preorder: Schemas['AdminChangedPreorder']): void {
  const key = keyOf(`preorders/${preorder.reference}`);
  setData(key, preorder);
  changed(`${key}/timeline`);
  changed(keyOf('preorders?'));
  changed(keyOf('waitlists'));
}

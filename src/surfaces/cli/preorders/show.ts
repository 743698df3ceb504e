import { readTimeline } from '../../../core/preorders/queries/timeline.ts';
import { readPreorder } from '../../../core/preorders/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { Sql } from '../../../platform/db.ts';
import { historyJson } from '../../merchant-json/history.ts';
import { preorderDetailJson, readSurroundings } from '../../merchant-json/preorder-detail.ts';
import { preorderText } from './views.ts';

/** Answers with the screen of a pre-order, as it is now. */
export async function showAnswer(sql: Sql, store: Store, reference: string) {
  const preorder = await readPreorder(sql, store.id, reference);
  const around = await readSurroundings(sql, store.id, preorder.id);
  const history = await readTimeline(sql, store.id, preorder);
  return {
    data: { ...preorderDetailJson(preorder, around), events: historyJson(history, preorder.currency) },
    text: preorderText(preorder, { history, ...around }, store),
  };
}

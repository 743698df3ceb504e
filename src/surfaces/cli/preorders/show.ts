import { readHistory } from '../../../core/preorders/queries/history.ts';
import { type Preorder, readPreorder } from '../../../core/preorders/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { Sql } from '../../../platform/db.ts';
import { historyJson } from '../../merchant-json/history.ts';
import { preorderDetailJson, readSurroundings } from '../../merchant-json/preorder-detail.ts';
import { lineByNumber } from '../../merchant-json/preorders.ts';
import { preorderText } from './views.ts';

export type LineOptions = { line?: string[] };

/** Answers with the screen of a pre-order, as it is now. */
export async function showAnswer(sql: Sql, store: Store, reference: string) {
  const preorder = await readPreorder(sql, store.id, reference);
  const around = await readSurroundings(sql, store.id, preorder.id);
  const history = await readHistory(sql, store.id, preorder.id);
  return {
    data: { ...preorderDetailJson(preorder, around), events: historyJson(history, preorder.currency) },
    text: preorderText(preorder, { history, ...around }, store),
  };
}

/** Returns the ids of the line items that the options name, or null for all. Throws `invalid_parameter`. */
export function linesOf(preorder: Preorder, { line }: LineOptions): string[] | null {
  return line === undefined ? null : line.map((text) => lineByNumber(preorder, text));
}

import { customerKeyOf } from '../../core/checkouts/customer-key.ts';
import { findSuppression } from '../../core/mails/queries.ts';
import { checkPerson } from '../../core/people/commands/erase.ts';
import { listIds, type Person, readFootprint } from '../../core/people/queries/footprint.ts';
import { inOrderOfTime, readCheckouts, readRecordsOf } from '../../core/people/queries.ts';
import { readHistory } from '../../core/preorders/queries/history.ts';
import { findPreorder } from '../../core/preorders/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { listWithdrawalsOf } from '../../core/withdrawals/queries.ts';
import type { Sql } from '../../platform/db.ts';
import { historyJson } from './history.ts';
import { checkoutJson, recordsJson } from './person-records.ts';
import { preorderJson } from './preorders.ts';
import { withdrawalJson } from './withdrawals.ts';

const CHECKOUTS_AT_ONCE = 200;
const REFERENCES_MAX = 20; // one is enough to know the person, a reseller has thousands

export type PersonExport = {
  head: object;
  /** The lengths of the lists. The lists are read lazily: a reseller's data may be larger than the memory. */
  counts: { checkouts: number; preorders: number; withdrawals: number };
  /** Of the first of the pre-orders. */
  references: string[];
  lists: { checkouts: AsyncIterable<object>; preorders: AsyncIterable<object> };
};

/** Exports everything that is kept of the person in the store. Throws `invalid_parameter` if the text is no e-mail address. */
export async function exportPerson(sql: Sql, store: Store, given: string): Promise<PersonExport> {
  const person: Person = checkPerson({ storeId: store.id, email: given });
  const ids = await listIds(sql, person);
  const first = await readFootprint(sql, person, { checkouts: [], preorders: ids.preorders.slice(0, REFERENCES_MAX) });
  const checkouts = await inOrderOfTime(sql, store.id, ids.checkouts);
  const suppression = await findSuppression(sql, store.id, person.email);
  const withdrawals = await listWithdrawalsOf(sql, store.id, customerKeyOf(store.id, person.email));
  return {
    head: {
      store: store.slug,
      email: person.email,
      exported_at: new Date().toISOString(),
      mails_suppressed: suppression && {
        reason: suppression.reason,
        codes: suppression.codes,
        since: suppression.createdAt.toISOString(),
      },
      withdrawals: withdrawals.map((one) => withdrawalJson(one, { seesPeople: true })),
    },
    counts: { checkouts: checkouts.length, preorders: ids.preorders.length, withdrawals: withdrawals.length },
    references: first.preorders.map(({ reference }) => reference),
    lists: {
      checkouts: exportCheckouts(sql, store, checkouts),
      preorders: exportPreorders(sql, store, ids.preorders),
    },
  };
}

async function* exportCheckouts(sql: Sql, store: Store, ids: readonly string[]) {
  for (let from = 0; from < ids.length; from += CHECKOUTS_AT_ONCE) {
    const page = await readCheckouts(sql, store.id, ids.slice(from, from + CHECKOUTS_AT_ONCE));
    for (const checkout of page) yield checkoutJson(checkout, store.currency);
  }
}

async function* exportPreorders(sql: Sql, store: Store, ids: readonly string[]) {
  for (const id of ids) {
    const preorder = await findPreorder(sql, store.id, id);
    const history = await readHistory(sql, store.id, id);
    const records = await readRecordsOf(sql, store.id, id);
    yield {
      ...(preorder && preorderJson(preorder)),
      events: historyJson(history, store.currency),
      ...recordsJson(records, store.currency),
    };
  }
}

/** Returns the export as JSON, piece by piece. */
export async function* exportText({ head, lists }: PersonExport): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let isFirst = true;
    for await (const one of list) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(one, null, 2).replaceAll(/^/gm, '    ')}`;
      isFirst = false;
    }
    yield isFirst ? ']' : '\n  ]';
  }
  yield '\n}';
}

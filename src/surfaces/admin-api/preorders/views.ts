import type { Deps } from '../../../core/deps.ts';
import { readFulfilments } from '../../../core/preorders/queries/fulfilments.ts';
import { type Preorder, readPreorder } from '../../../core/preorders/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { seesPeople } from '../../../domain/scope.ts';
import type {
  AdminFulfilment,
  AdminPreorder,
  AdminPreorderDetail,
} from '../../../protocol/schema/admin-api/preorders.ts';
import { preorderDetailJson, readSurroundings } from '../../merchant-json/preorder-detail.ts';
import { lineByNumber, preorderJson } from '../../merchant-json/preorders.ts';
import { ADMIN_ROOT, type Asker } from '../authenticate.ts';

export const PREORDERS = `${ADMIN_ROOT}/preorders`;

/** Returns a pre-order without what names the shopper, unless the asker may read that. */
export function viewFor(asker: Asker, preorder: Preorder): AdminPreorder {
  return withoutPerson(asker, preorderJson(preorder));
}

export async function detailFor({ db }: Pick<Deps, 'db'>, asker: Asker, reference: string) {
  const preorder = await readPreorder(db, asker.store.id, reference);
  const around = await readSurroundings(db, asker.store.id, preorder.id);
  const view = withoutPerson(asker, preorderDetailJson(preorder, around));
  const fulfilments = view.fulfilments.map((one) => withoutTracking(asker, one));
  const words = seesPeople(asker) ? {} : { notes: [], messages: [] };
  return { preorder, view: { ...view, fulfilments, ...words } satisfies AdminPreorderDetail };
}

function withoutPerson<View extends AdminPreorder>(asker: Asker, view: View): View {
  if (seesPeople(asker)) return view;
  return { ...view, contact: null, customer: null, lines: view.lines.map((line) => ({ ...line, properties: null })) };
}

/** A carrier's page about a parcel shows where it goes. */
function withoutTracking(asker: Asker, fulfilment: AdminFulfilment): AdminFulfilment {
  return seesPeople(asker) ? fulfilment : { ...fulfilment, tracking_number: '', tracking_link: '' };
}

/** Returns the ids of line items by their numbers, or null for all. Throws `invalid_parameter`. */
export function lineIdsOf(preorder: Preorder, numbers: readonly number[] | undefined): string[] | null {
  return numbers === undefined ? null : numbers.map((number) => lineByNumber(preorder, number));
}

export function numbersOf({ lines }: Preorder, ids: readonly string[]): number[] {
  return lines.filter(({ id }) => ids.includes(id)).map(({ number }) => number);
}

/** Reads what people can change of a pre-order, for `If-Match` and the activity log: nothing in it names the shopper. */
export async function preorderVersion({ db }: Pick<Deps, 'db'>, { id: storeId }: Store, reference: string) {
  const { id, state, lines } = await readPreorder(db, storeId, reference);
  const fulfilments = await readFulfilments(db, storeId, [id]);
  return {
    state,
    lines: lines.map((line) => `${line.number} ${line.state}`),
    kept: lines.reduce((sum, { kept }) => sum + kept, 0),
    given_back: lines.reduce((sum, { givenBack }) => sum + givenBack, 0),
    fulfilments: fulfilments.map(({ number, tracking: { carrier }, deliveredAt }) =>
      [number, carrier, deliveredAt && 'delivered'].filter(Boolean).join(' '),
    ),
  };
}

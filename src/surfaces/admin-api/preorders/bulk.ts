import { readFulfilments } from '../../../core/preorders/queries/fulfilments.ts';
import { readPreorder } from '../../../core/preorders/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { makeAll, makeFields } from '../../../domain/refuse-all.ts';
import { Type } from '../../../platform/type.ts';
import { PreorderRow, PreorderRowDone } from '../../../protocol/schema/admin-api/preorder-writes.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { writing } from '../answer.ts';
import type { Asker } from '../authenticate.ts';
import { BULK_BODY_BYTES_MAX, bulkAnswer, bulkBody } from '../bulk.ts';
import type { Act } from '../perform.ts';
import { spelt } from '../spelling.ts';
import { actOn, type Change, cancelling } from './changes.ts';
import { delivering, sending } from './fulfilments.ts';
import { PREORDERS } from './views.ts';

const EXAMPLES = [
  { rows: [{ act: 'send', reference: 'PO-7K2M-9QXT-X', carrier: 'DHL', tracking_number: '00340434161094042557' }] },
];

const ROWS = bulkBody(PreorderRow, EXAMPLES);
const BODY = Type.Object(
  { ...ROWS.properties, dry_run: Type.Optional(Type.Boolean({ description: 'Says what would become of each row.' })) },
  { additionalProperties: false, examples: EXAMPLES },
);

const BULK = writing('preorders:write', {
  operationId: 'changePreorders',
  summary: 'Send, cancel or deliver up to 1,000 pre-orders',
  description:
    'With `dry_run` each row is decided by itself, and nothing is kept: two rows of one request about the same line items do not know of each other.',
  body: BODY,
  response: { 200: bulkAnswer(PreorderRowDone) },
});

/** Registers the acts on many pre-orders at once. */
export function registerPreorderBulk({ app, askerOf, performRows }: AdminRoutes): void {
  app.post(`${PREORDERS}/bulk`, { ...BULK, bodyLimit: BULK_BODY_BYTES_MAX }, async (request) => {
    const asker = askerOf(request);
    const { rows, dry_run: dryRun } = request.body;
    // At once and not row by row: the portal asks for the proof, and sends the whole request again.
    if (asker.store.refundLimit === null && rows.some(({ act }) => act === 'cancel')) asker.prove();
    return performRows(request, {
      rows,
      thingOf: ({ reference }) => spelt('reference', reference),
      actOf: (row) => rowAct(asker, row),
      dryRun,
    });
  });
}

// What a row may have beside its act, its reference, and for what.
const FIELDS: Record<PreorderRow['act'], readonly (keyof PreorderRow)[]> = {
  send: ['lines', 'carrier', 'tracking_number', 'tracking_link'],
  cancel: ['lines', 'keep_deposit'],
  deliver: ['fulfilment'],
};

function rowAct(asker: Asker, row: PreorderRow): Act {
  const { reference, change } = makeFields({
    reference: () => spelt('reference', row.reference),
    others: () => refuseOtherFields(row),
    change: () => changeOf(asker, row),
  });
  const act = actOn(asker, reference, change);
  const { id: storeId } = asker.store;
  return {
    ...act,
    async answer({ db }, { subject, outcome }) {
      const { id, reference, state, lines } = await readPreorder(db, storeId, subject);
      const changed = lines.filter(({ number }) => (outcome.lines as number[]).includes(number));
      const parcels = await readFulfilments(db, storeId, [id]);
      const parcel = parcels.find(({ lineIds }) => changed.some((line) => lineIds.includes(line.id)));
      return { reference, state, changed_lines: outcome.lines, fulfilment: parcel?.number ?? null };
    },
  };
}

function changeOf(asker: Asker, row: PreorderRow): Change {
  const { act, reference: _, fulfilment = 1, keep_deposit, lines, ...tracking } = row;
  if (act === 'deliver') return delivering(fulfilment);
  if (act === 'send') return sending({ ...(lines && { lines }), ...tracking });
  return cancelling(asker, { ...(lines && { lines }), ...(keep_deposit !== undefined && { keep_deposit }) });
}

function refuseOtherFields(row: PreorderRow): void {
  const known: readonly string[] = ['act', 'reference', ...FIELDS[row.act]];
  const others = Object.keys(row).filter((field) => !known.includes(field));
  const refuse = (other: string) => {
    throw new AppError('invalid_parameter', `A row that says “${row.act}” has no ${other}.`, { param: other });
  };
  makeAll(others, refuse, () => ({}));
}

import { readMoney } from '../../../core/payments/queries/money.ts';
import { readFulfilments } from '../../../core/preorders/queries/fulfilments.ts';
import { readPreorder } from '../../../core/preorders/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { toDecimal } from '../../../domain/money.ts';
import { netOf, shouldHavePaid } from '../../../domain/payment.ts';
import { makeAll, makeFields } from '../../../domain/refuse-all.ts';
import type { Scope } from '../../../domain/scope.ts';
import type { Sql } from '../../../platform/db.ts';
import { Type } from '../../../platform/type.ts';
import { PreorderRow, PreorderRowDone } from '../../../protocol/schema/admin-api/preorder-writes.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { writing } from '../answer.ts';
import { type Asker, demandScope } from '../authenticate.ts';
import { BULK_BODY_BYTES_MAX, bulkAnswer, bulkBody } from '../bulk.ts';
import type { Act } from '../perform.ts';
import { spelt } from '../spelling.ts';
import { actOn, type Change, cancelling, refundingEach, releasing } from './changes.ts';
import { delivering, sending } from './fulfilments.ts';
import { writingTo } from './messages.ts';
import { noting } from './notes.ts';
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
  summary: 'Send, cancel, deliver, release, refund, write to or note something on up to 1,000 pre-orders',
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
    for (const { act } of rows) demandScope(asker, ACTS[act].scope);
    // At once and not row by row: the portal asks for the proof, and sends the whole request again.
    if (asker.store.refundLimit === null && rows.some(({ act }) => ACTS[act].givesBack)) asker.prove();
    return performRows(request, {
      rows,
      thingOf: ({ reference }) => spelt('reference', reference),
      actOf: (row) => rowAct(asker, row),
      dryRun,
    });
  });
}

type BulkAct = {
  scope: Scope;
  givesBack?: true;
  /** What a row may have beside its act and its reference, and what it must have. */
  fields: readonly (keyof PreorderRow)[];
  needs?: readonly ('amount' | 'reason' | 'text')[];
};

const ACTS: Record<PreorderRow['act'], BulkAct> = {
  send: { scope: 'preorders:write', fields: ['lines', 'carrier', 'tracking_number', 'tracking_link'] },
  cancel: { scope: 'preorders:write', fields: ['lines', 'keep_deposit'], givesBack: true },
  deliver: { scope: 'preorders:write', fields: ['fulfilment'] },
  release: { scope: 'releases:write', fields: ['lines'] },
  refund: {
    scope: 'refunds:write',
    fields: ['lines', 'amount', 'reason'],
    needs: ['amount', 'reason'],
    givesBack: true,
  },
  write: { scope: 'preorders:write', fields: ['text'], needs: ['text'] },
  note: { scope: 'preorders:write', fields: ['text'], needs: ['text'] },
};

function rowAct(asker: Asker, row: PreorderRow): Act {
  const { reference, change } = makeFields({
    reference: () => spelt('reference', row.reference),
    others: () => refuseOtherFields(row),
    needs: () => refuseMissingFields(row),
    change: () => changeOf(asker, row),
  });
  const act = actOn(asker, reference, change);
  const { id: storeId } = asker.store;
  return {
    ...act,
    async answer({ db }, { subject, outcome }) {
      const { id, reference, state, currency, lines } = await readPreorder(db, storeId, subject);
      const changed = lines.filter(({ number }) => (outcome.lines as number[]).includes(number));
      const parcels = await readFulfilments(db, storeId, [id]);
      const parcel = parcels.find(({ lineIds }) => changed.some((line) => lineIds.includes(line.id)));
      const money = await moneyToMove(db, { storeId, preorderId: id }, new Set(changed.map((line) => line.id)));
      return {
        reference,
        state,
        changed_lines: outcome.lines,
        fulfilment: parcel?.number ?? null,
        currency,
        to_charge: toDecimal(money.charge, currency),
        to_refund: toDecimal(money.refund, currency),
      };
    },
  };
}

/** Sums what these line items should have paid beyond what they have, and what they have paid beyond what they should. */
async function moneyToMove(sql: Sql, key: { storeId: string; preorderId: string }, lineIds: ReadonlySet<string>) {
  const { lines = [] } = (await readMoney(sql, key)) ?? {};
  const due = lines.filter(({ id }) => lineIds.has(id)).map((line) => shouldHavePaid(line) - netOf(line));
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + Math.max(0, amount), 0);
  return { charge: sum(due), refund: sum(due.map((amount) => -amount)) };
}

function changeOf(asker: Asker, row: PreorderRow): Change {
  const { act, reference: _, fulfilment = 1, keep_deposit, amount = '', reason = '', text = '', ...given } = row;
  const { lines, ...tracking } = given;
  const chosen = { ...(lines && { lines }) };
  switch (act) {
    case 'deliver':
      return delivering(fulfilment);
    case 'send':
      return sending({ ...chosen, ...tracking });
    case 'release':
      return releasing(chosen);
    case 'refund':
      return refundingEach(asker, { ...chosen, amount, reason });
    case 'write':
      return writingTo(text, asker.principal.name);
    case 'note':
      return noting(text, asker.principal.name);
    case 'cancel':
      return cancelling(asker, { ...chosen, ...(keep_deposit !== undefined && { keep_deposit }) });
  }
}

function refuseOtherFields(row: PreorderRow): void {
  const known: readonly string[] = ['act', 'reference', ...ACTS[row.act].fields];
  const others = Object.keys(row).filter((field) => !known.includes(field));
  const refuse = (other: string) => {
    throw new AppError('invalid_parameter', `A row that says “${row.act}” has no ${other}.`, { param: other });
  };
  makeAll(others, refuse, () => ({}));
}

function refuseMissingFields(row: PreorderRow): void {
  const missing = (ACTS[row.act].needs ?? []).filter((field) => row[field] === undefined);
  const refuse = (field: string) => {
    throw new AppError('missing_parameter', `A row that says “${row.act}” needs ${field}.`, { param: field });
  };
  makeAll(missing, refuse, () => ({}));
}

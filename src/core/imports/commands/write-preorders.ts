import { randomBytes } from 'node:crypto';
import type { LineQuote } from '../../../domain/checkout.ts';
import { hasTaxInside } from '../../../domain/import-preorder.ts';
import { createReference } from '../../../domain/reference.ts';
import { PAID_ELSEWHERE } from '../../../integrations/payments/port.ts';
import { translate } from '../../../messages/catalogue.ts';
import { arrayParams, arraysOf, type Columns, namesOf } from '../../../platform/columns.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import { emitAll } from '../../outbox/outbox.ts';
import type { OutboxDetails } from '../../outbox/topics.ts';
import { moveUnits } from '../../stock/commands.ts';
import type { Store } from '../../stores/queries.ts';
import { writeUnits } from '../../waitlists/commands/units.ts';
import type { AcceptedRow } from './decide.ts';
import { noteImported } from './fates.ts';

/** Where rows are brought in. `mails`: their shoppers get a confirmation. */
export type Destination = { store: Store; importId: string; mails: boolean; now: Date };

type WrittenPreorder = AcceptedRow &
  Omit<Destination, 'mails'> & {
    fact: OutboxDetails['preorder.placed'];
    preorderId: string;
    checkoutId: string;
    attemptId: string;
    movementId: string;
    batchId: string;
    promiseId: string;
    reference: string;
  };
type WrittenLine = WrittenPreorder & { line: LineQuote; lineId: string; position: number };

/**
 * Writes pre-orders that were placed elsewhere, as if they had been placed here: with their units, and with what was paid as a
 * payment that this service can neither capture nor refund. Resolves with the ids by the number of their rows. The caller has locked
 * the store's sales.
 */
export async function writePreorders(
  tx: Sql,
  { store, importId, mails, now }: Destination,
  taken: readonly AcceptedRow[],
): Promise<ReadonlyMap<number, string>> {
  if (taken.length === 0) return new Map();
  const written = taken.map((one): WrittenPreorder => {
    if (!one.supply) throw new Error('a row without a delivery is brought in');
    const { batchId, promiseId } = one.supply;
    const ids = { preorderId: newRowId(), checkoutId: newRowId(), attemptId: newRowId(), movementId: newRowId() };
    const fact = { imported: true as const, mail: mails };
    return {
      ...one,
      ...ids,
      batchId,
      promiseId,
      store,
      importId,
      now,
      fact,
      reference: createReference(randomBytes(5)),
    };
  });
  await raiseUnits(tx, store.id, written);
  await moveUnits(tx, written.map(soldUnits));
  const lines = written.flatMap((one) =>
    one.preorder.lines.map((line, position): WrittenLine => ({ ...one, line, position, lineId: newRowId() })),
  );
  await tx.query(WRITE, [...arraysOf(ROW, written), ...arraysOf(LINE, lines)]);
  await noteImported(
    tx,
    { storeId: store.id, importId, kind: 'preorders' },
    written.map(({ row, preorderId }) => ({ key: row.key, subjectId: preorderId })),
  );
  const products = [...new Set(written.map(({ variant }) => variant.productId))];
  await emitAll(tx, 'stock.changed', { storeId: store.id, subjectIds: products });
  return new Map(written.map(({ row, preorderId }) => [row.number, preorderId]));
}

const soldUnits = ({ store, waitlistId, batchId, variant, preorder, checkoutId }: WrittenPreorder) => ({
  storeId: store.id,
  waitlistId,
  batchId,
  variantId: variant.id,
  held: 0,
  sold: preorder.quantity,
  reason: 'place' as const,
  sourceId: checkoutId,
});

/** Raises the allocations that the rows need, each delivery once. */
async function raiseUnits(tx: Sql, storeId: string, written: readonly WrittenPreorder[]): Promise<void> {
  const raised = Map.groupBy(
    written.filter(({ raisedBy }) => raisedBy > 0),
    ({ batchId }) => batchId,
  );
  for (const [batchId, rows] of raised) {
    const [{ waitlistId } = { waitlistId: '' }] = rows;
    // The choice has counted what each row raises, so the delivery's supply has the sum of them.
    const units = new Map(rows.map(({ variant, supply }) => [variant.id, supply?.allocated ?? 0]));
    await writeUnits(
      tx,
      { storeId, waitlistId, batchId },
      [...units].map(([variantId, allocation]) => ({ variantId, allocation })),
    );
  }
}

/** What the shopper agreed to is known elsewhere alone. Their confirmation says so, in their language. */
const consentOf = ({ row, contact }: WrittenPreorder): string =>
  translate(contact.locale, 'mail.agreed_elsewhere', { reference: row.key });

const ROW = {
  store_id: ['uuid', ({ store }) => store.id],
  id: ['uuid', ({ preorderId }) => preorderId],
  checkout_id: ['uuid', ({ checkoutId }) => checkoutId],
  attempt_id: ['uuid', ({ attemptId }) => attemptId],
  movement_id: ['uuid', ({ movementId }) => movementId],
  reference: ['text', ({ reference }) => reference],
  waitlist_id: ['uuid', ({ waitlistId }) => waitlistId],
  batch_id: ['uuid', ({ batchId }) => batchId],
  variant_id: ['uuid', ({ variant }) => variant.id],
  promise_id: ['uuid', ({ promiseId }) => promiseId],
  quantity: ['int', ({ preorder }) => preorder.quantity],
  customer_key: ['text', ({ contact }) => contact.customerKey],
  email: ['text', ({ contact }) => contact.email],
  address: ['jsonb', ({ contact }) => contact.address],
  locale: ['text', ({ contact }) => contact.locale],
  currency: ['text', ({ store }) => store.currency],
  unit_price: ['bigint', ({ preorder }) => preorder.unitPrice],
  subtotal: ['bigint', ({ preorder }) => preorder.quote.subtotal],
  discount: ['bigint', ({ preorder }) => preorder.quote.discount],
  shipping: ['bigint', ({ preorder }) => preorder.quote.shipping],
  tax: ['bigint', ({ preorder }) => preorder.quote.tax],
  total: ['bigint', ({ preorder }) => preorder.quote.total],
  due_now: ['bigint', ({ preorder }) => preorder.quote.dueNow],
  payment_plan: ['text', ({ preorder }) => preorder.plan],
  prices_include_tax: ['boolean', (one) => hasTaxInside(one.preorder, one.store.pricesIncludeTax)],
  product_external_id: ['text', ({ variant }) => variant.productExternalId],
  product_title: ['text', ({ variant }) => variant.productTitle],
  consent_text: ['text', consentOf],
  placed_at: ['timestamptz', ({ preorder }) => preorder.placedAt],
  now: ['timestamptz', ({ now }) => now],
  fact: ['jsonb', ({ fact }) => fact],
} satisfies Columns<WrittenPreorder>;

const LINE = {
  store_id: ['uuid', ({ store }) => store.id],
  id: ['uuid', ({ lineId }) => lineId],
  preorder_id: ['uuid', ({ preorderId }) => preorderId],
  position: ['int', ({ position }) => position],
  waitlist_id: ['uuid', ({ waitlistId }) => waitlistId],
  batch_id: ['uuid', ({ batchId }) => batchId],
  variant_id: ['uuid', ({ variant }) => variant.id],
  promise_id: ['uuid', ({ promiseId }) => promiseId],
  customer_key: ['text', ({ contact }) => contact.customerKey],
  variant_external_id: ['text', ({ variant }) => variant.externalId],
  variant_title: ['text', ({ variant }) => variant.title],
  sku: ['text', ({ variant }) => variant.sku],
  unit_price: ['bigint', ({ line }) => line.unitPrice],
  discount: ['bigint', ({ line }) => line.discount],
  shipping: ['bigint', ({ line }) => line.shipping],
  tax: ['bigint', ({ line }) => line.tax],
  total: ['bigint', ({ line }) => line.total],
  due_now: ['bigint', ({ line }) => line.dueNow],
  placed_at: ['timestamptz', ({ preorder }) => preorder.placedAt],
} satisfies Columns<WrittenLine>;

const LINE_FROM = Object.keys(ROW).length + 1;

// The payment elsewhere is an attempt that is placed, and a capture that is done: so the ledger says what was paid, and nothing is
// captured or charged for it again.
const WRITE = `
  WITH row AS MATERIALIZED (SELECT * FROM unnest(${arrayParams(ROW, 1)}) AS r (${namesOf(ROW)})),
  line AS MATERIALIZED (SELECT * FROM unnest(${arrayParams(LINE, LINE_FROM)}) AS l (${namesOf(LINE)})),
  checkouts AS (
    INSERT INTO checkout (store_id, id, state, waitlist_id, batch_id, variant_id, promise_id, quantity, customer_key, locale,
      unit_price, subtotal, discount, shipping, tax, total, due_now, payment_plan, created_at, updated_at)
    SELECT store_id, checkout_id, 'completed', waitlist_id, batch_id, variant_id, promise_id, quantity, customer_key, locale,
      unit_price, subtotal, discount, shipping, tax, total, due_now, payment_plan, placed_at, now FROM row),
  attempts AS (
    INSERT INTO attempt (store_id, id, checkout_id, provider, provider_ref, state, amount, currency, created_at, updated_at)
    SELECT store_id, attempt_id, checkout_id, '${PAID_ELSEWHERE}', '${PAID_ELSEWHERE}_' || attempt_id, 'placed', due_now, currency,
      placed_at, now FROM row),
  preorders AS (
    INSERT INTO preorder (store_id, id, reference, checkout_id, waitlist_id, attempt_id, customer_key, locale, currency, subtotal,
      discount, shipping, tax, total, due_now, payment_plan, prices_include_tax, product_external_id, product_title, consent_text,
      marketing_consent, placed_at)
    SELECT store_id, id, reference, checkout_id, waitlist_id, attempt_id, customer_key, locale, currency, subtotal,
      discount, shipping, tax, total, due_now, payment_plan, prices_include_tax, product_external_id, product_title, consent_text,
      false, placed_at FROM row),
  contacts AS (
    INSERT INTO preorder_contact (store_id, preorder_id, email, address) SELECT store_id, id, email, address FROM row),
  lines AS (INSERT INTO preorder_line (${namesOf(LINE)}, state) SELECT *, 'placed' FROM line),
  movements AS (
    INSERT INTO movement (store_id, id, attempt_id, preorder_id, kind, state, amount, currency, created_at, ended_at)
    SELECT store_id, movement_id, attempt_id, id, 'capture', 'done', due_now, currency, placed_at, placed_at FROM row),
  shares AS (
    INSERT INTO movement_line (store_id, movement_id, line_id, amount, open)
    SELECT l.store_id, r.movement_id, l.id, l.due_now, false FROM line l JOIN row r ON r.id = l.preorder_id),
  entries AS (
    INSERT INTO ledger_entry (store_id, movement_id, line_id, account, amount, currency, at)
    SELECT l.store_id, r.movement_id, l.id, a.account, a.sign * l.due_now, r.currency, r.placed_at
    FROM line l JOIN row r ON r.id = l.preorder_id, (VALUES ('provider', 1), ('shopper', -1)) AS a (account, sign)
    WHERE l.due_now > 0),
  facts AS (INSERT INTO outbox (store_id, topic, subject_id, detail) SELECT store_id, 'preorder.placed', id, fact FROM row)
  SELECT 1`;

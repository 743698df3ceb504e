import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { markDelivered } from '../../../src/core/preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../../src/core/preorders/commands/send.ts';
import { EXPORT_COLUMNS, type ExportRow, exportRows } from '../../../src/core/preorders/export.ts';
import { readHistory } from '../../../src/core/preorders/queries/history.ts';
import { listPreorders } from '../../../src/core/preorders/queries/list.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import type { CheckoutRequest } from '../../../src/protocol/schema/frame-api.ts';
import { csvOf } from '../../../src/surfaces/csv.ts';
import { keepBooksSound } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { checkoutRequest, createOffer, type Offer } from '../../support/core.ts';
import { LATER, moveDates } from '../../support/promises.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
keepBooksSound(() => database.db);

const refused = (code: string) => expect.objectContaining({ code });

const buy = (offer: Offer, changes: Partial<CheckoutRequest> = {}) => buyFrom(core, offer, changes);

test('shows a pre-order with its lines, its money from the ledger and its history', async () => {
  const offer = await createOffer(core, { allocation: 10 });
  const lineItemProperties = { engraving: 'A & B' };
  const reference = await buy(offer, { quantity: 3, email: 'Ada@Example.com', lineItemProperties });
  const preorder = await readPreorder(database.db, offer.storeId, reference.toLowerCase().replaceAll('-', ' '));
  expect(preorder).toMatchObject({
    reference,
    state: 'placed',
    currency: 'EUR',
    total: 39_190,
    waitlistId: offer.waitlistId,
    contact: { email: 'Ada@Example.com', address: { lastName: 'Lovelace', country: 'DE' } },
  });
  expect(preorder.lines.map((line) => [line.number, line.state, line.refunded, line.properties])).toEqual([
    [1, 'placed', 0, lineItemProperties],
    [2, 'placed', 0, lineItemProperties],
    [3, 'placed', 0, lineItemProperties],
  ]);
  expect(preorder.lines.reduce((sum, line) => sum + line.paid, 0)).toBe(39_190);
  const story = await readHistory(database.db, offer.storeId, preorder.id);
  expect(story).toMatchObject([
    { kind: 'attempt', what: 'test', state: 'placed', amount: 39_190, detail: { purpose: 'checkout' } },
    { kind: 'placed', what: 'pay_now', amount: 39_190 },
    { kind: 'movement', what: 'capture', state: 'done', amount: 39_190, lines: [1, 2, 3], reason: null },
  ]);

  const second = preorder.lines[1];
  if (!second) throw new Error('no second line');
  const target = { storeId: offer.storeId, preorderId: preorder.id };
  await cancelLines(core, { ...target, lineIds: [second.id] });
  await moveMoney(core, offer.storeId, preorder.id);
  const partly = await readPreorder(database.db, offer.storeId, reference);
  expect(partly.state).toBe('placed');
  expect(partly.lines[1]).toMatchObject({ state: 'cancelled', paid: second.total, refunded: second.total });
  expect(partly.lines[1]?.cancelledAt).toBeInstanceOf(Date);
  await cancelLines(core, { ...target, lineIds: null });
  await moveMoney(core, offer.storeId, preorder.id);
  expect((await readPreorder(database.db, offer.storeId, reference)).state).toBe('cancelled');
});

test('keeps the promised window of placed pre-orders when the ship window moves', async () => {
  const offer = await createOffer(core, { allocation: 10 });
  const before = await buy(offer);
  const shipWindow = { from: '2030-07-01', until: '2030-07-05' };
  await updateWaitlist(core, offer, { shipWindow, moved: { reason: 'Fog.' } });
  const after = await buy(offer);
  const promised = async (reference: string) =>
    (await readPreorder(database.db, offer.storeId, reference)).lines[0]?.promise;
  expect(await promised(before)).toEqual({ version: 1, from: '2030-06-10', until: '2030-06-15' });
  expect(await promised(after)).toEqual({ version: 2, from: '2030-07-01', until: '2030-07-05' });
});

test('continues a list after a page, in its own store alone', async () => {
  const [offer, other] = [await createOffer(core, { allocation: 10 }), await createOffer(core, { allocation: 10 })];
  const references: string[] = [];
  for (let n = 0; n < 5; n += 1) references.unshift(await buy(offer, { email: `shopper-${n}@example.com` }));
  const foreign = await buy(other);
  const list = (page: { after?: string; limit: number; email?: string; waitlistId?: string }) =>
    listPreorders(database.db, offer.storeId, page).then((found) => found.map(({ reference }) => reference));
  expect(await list({ limit: 10 })).toEqual(references);
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, after: first[1] ?? '' });
  const third = await list({ limit: 2, after: second[1] ?? '' });
  expect([...first, ...second, ...third]).toEqual(references);
  expect(await list({ limit: 2, after: references[4] ?? '' })).toEqual([]);
  expect(await list({ limit: 9, email: ' SHOPPER-3@example.com' })).toEqual([references[1]]);
  expect(await list({ limit: 9, waitlistId: offer.waitlistId })).toHaveLength(5);
  expect(await list({ limit: 9, waitlistId: other.waitlistId })).toEqual([]);
  await expect(list({ limit: 2, after: foreign })).rejects.toThrow(refused('invalid_parameter'));
  await expect(list({ limit: 2, after: 'nonsense' })).rejects.toThrow(refused('invalid_parameter'));
  await expect(readPreorder(database.db, offer.storeId, foreign)).rejects.toThrow(refused('preorder_not_found'));
  await expect(readPreorder(database.db, offer.storeId, 'PO-1')).rejects.toThrow(refused('preorder_not_found'));
});

test('exports a CSV that a program can read and a spreadsheet does not execute', async () => {
  const offer = await createOffer(core, { allocation: 10 });
  const { address } = checkoutRequest(offer);
  const nasty = {
    ...address,
    firstName: '=HYPERLINK("https://evil.example")',
    line2: 'c/o "Ann";=1+1',
    phoneNumber: '+49 30 1',
  };
  const first = await buy(offer, { quantity: 2, address: nasty, lineItemProperties: { note: '@SUM(A1)' } });
  const second = await buy(offer);
  const csvWith = (options: { bom: boolean }) =>
    csvOf({ columns: EXPORT_COLUMNS, pages: exportRows(database.db, offer.storeId, {}) }, options);
  const chunks: string[] = [];
  for await (const chunk of csvWith({ bom: true })) chunks.push(chunk);
  const csv = chunks.join('');
  expect(csv.startsWith('\ufeff"reference"')).toBe(true);
  expect(csv.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
  expect(rows.map((row) => [row.reference, row.line])).toEqual([
    [second, '1'],
    [first, '1'],
    [first, '2'],
  ]);
  expect(rows[1]).toMatchObject({
    first_name: `'=HYPERLINK("https://evil.example")`,
    line2: `c/o "Ann";'=1+1`,
    phone: "'+49 30 1",
    currency: 'EUR',
    unit_price: '129.00',
    ships_from: '2030-06-10',
    postal_code: '10115',
    city: 'Berlin',
    properties: '{"note": "@SUM(A1)"}'.replaceAll(' ', ''),
  });
  const paid = rows.slice(1).reduce((sum, row) => sum + Number(row.paid), 0);
  expect(paid).toBeCloseTo(262.9, 5);
  for await (const plain of csvWith({ bom: false })) {
    expect(plain.startsWith('"reference"')).toBe(true);
    break;
  }
  const stranger = await createOffer(core, { allocation: 1 });
  for await (const rows of exportRows(database.db, stranger.storeId, {})) expect(rows).toEqual([]);
});

test('exports the window that holds beside the one that was sold, the delivery, and the parcel of each line item', async () => {
  const offer = await createOffer(core, { allocation: 10 });
  const reference = await buy(offer, { quantity: 2 });
  await moveDates({ core, offer }, LATER);
  const { id: preorderId, lines } = await readPreorder(database.db, offer.storeId, reference);
  const [first, second] = lines;
  const key = { storeId: offer.storeId, preorderId, lineIds: [first?.id ?? ''] };
  await advanceLines(core, { ...key, to: 'released' });
  await sendLines(core, { ...key, tracking: { carrier: 'DHL', number: '00340434161094042557' }, key: null });
  await markDelivered(core, { storeId: offer.storeId, preorderId, number: 1 });
  const rows: ExportRow[] = [];
  for await (const page of exportRows(database.db, offer.storeId, {})) rows.push(...page);
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(rows).toMatchObject([
    {
      promised_from: '2030-06-10',
      batch: '1',
      batch_id: first?.batchId,
      parcel: '1',
      carrier: 'DHL',
      tracking_number: '00340434161094042557',
      released_at: moment,
      sent_at: moment,
      delivered_at: moment,
    },
    {
      promised_from: '2030-06-10',
      promised_until: '2030-06-15',
      ships_from: LATER[0],
      ships_until: LATER[1],
      batch_id: second?.batchId,
      parcel: '',
      carrier: '',
      tracking_link: '',
      sent_at: '',
    },
  ]);
  expect(rows[0]?.tracking_link).toContain('00340434161094042557');
});

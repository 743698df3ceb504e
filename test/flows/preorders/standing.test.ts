import { expect, test } from 'vitest';
import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { addNote } from '../../../src/core/preorders/commands/note.ts';
import { sendLines } from '../../../src/core/preorders/commands/send.ts';
import { type ExportRow, exportRows } from '../../../src/core/preorders/export.ts';
import { listPreorders } from '../../../src/core/preorders/queries/list.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { LINE_STATES, type LineState, preorderState } from '../../../src/domain/preorder.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

const { core, database } = await useCore();
const { db } = database;

type Standing = { state: string; others: string[]; updatedAt: Date };

async function standingOf(preorderId: string): Promise<Standing> {
  const [row] = await db.query<Standing>(
    'SELECT state, other_states AS others, updated_at AS "updatedAt" FROM preorder_standing WHERE preorder_id = $1',
    [preorderId],
  );
  if (!row) throw new Error('the pre-order has no standing');
  return row;
}

async function setStates(preorderId: string, states: readonly LineState[]): Promise<void> {
  await db.query(
    `UPDATE preorder_line l SET state = s.state, due_from = CASE WHEN s.state = 'payment_due' THEN 'placed' END
     FROM unnest($2::text[]) WITH ORDINALITY AS s (state, number)
     WHERE l.preorder_id = $1 AND l.position = s.number - 1`,
    [preorderId, states],
  );
}

test('a pre-order stands where its line items are, whatever their states', async () => {
  const offer = await createOffer(core, { allocation: 10 });
  const reference = await buyFrom(core, offer, { quantity: 3 });
  const { id } = await readPreorder(db, offer.storeId, reference);
  expect((await standingOf(id)).state).toBe('placed');
  for (const first of LINE_STATES) {
    for (const second of LINE_STATES) {
      for (const third of LINE_STATES) {
        const states = [first, second, third];
        await setStates(id, states);
        const { state, others } = await standingOf(id);
        expect(state, states.join(', ')).toBe(preorderState(states));
        expect([state, ...others].sort(), states.join(', ')).toEqual([...new Set(states)].sort());
      }
    }
  }
});

test('a pre-order is found by the state of each of its line items, once and in its place', async () => {
  const offer = await createOffer(core, { allocation: 20 });
  const placed: { reference: string; states: LineState[] }[] = [];
  for (const [index, state] of LINE_STATES.entries()) {
    const reference = await buyFrom(core, offer, { quantity: 3 });
    const { id } = await readPreorder(db, offer.storeId, reference);
    const states: LineState[] = [state, LINE_STATES[(index + 1) % LINE_STATES.length] ?? state, 'released'];
    await setStates(id, states);
    placed.unshift({ reference, states });
  }
  for (const state of LINE_STATES) {
    const right = placed.filter(({ states }) => states.includes(state)).map(({ reference }) => reference);
    const found = await listPreorders(db, offer.storeId, { state, limit: 10 });
    expect(
      found.map(({ reference }) => reference),
      state,
    ).toEqual(right);
    const paged: string[] = [];
    for (let after: string | undefined; paged.length < right.length; after = paged.at(-1)) {
      const [next] = await listPreorders(db, offer.storeId, { state, limit: 1, after });
      paged.push(next?.reference ?? '');
    }
    expect(paged, state).toEqual(right);
    expect(await listPreorders(db, offer.storeId, { state, limit: 1, after: right.at(-1) })).toEqual([]);
    const rows: ExportRow[] = [];
    for await (const page of exportRows(db, offer.storeId, { state })) rows.push(...page);
    expect(
      rows.map((row) => row.line_state),
      state,
    ).toEqual(placed.flatMap(({ states }) => states.filter((one) => one === state)));
  }
});

test('what a merchant sees of a pre-order changes its time, and what happens to others does not', async () => {
  const offer = await createOffer(core, { allocation: 10 });
  const [reference, other] = [await buyFrom(core, offer), await buyFrom(core, offer)];
  const { id: preorderId, lines } = await readPreorder(db, offer.storeId, reference);
  const [{ id: lineId } = { id: '' }] = lines;
  const key = { storeId: offer.storeId, preorderId };
  const { id: otherId } = await readPreorder(db, offer.storeId, other);
  const still = await standingOf(otherId);
  const changes = {
    goodwill: () => giveBack(core, { ...key, lineId, amount: 100, reason: 'A scratch.' }),
    refund: () => moveMoney(core, offer.storeId, preorderId),
    note: () => addNote({ db }, key, { text: 'Called.', by: 'Ada' }),
    address: () => db.query('UPDATE preorder_contact SET address = address WHERE preorder_id = $1', [preorderId]),
    release: () => setStates(preorderId, ['released']),
    parcel: () => sendLines({ db }, { ...key, lineIds: null, tracking: {}, key: null }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const before = await standingOf(preorderId);
    await change();
    const after = await standingOf(preorderId);
    expect(after.updatedAt.getTime(), name).toBeGreaterThan(before.updatedAt.getTime());
    const since = await listPreorders(db, offer.storeId, { updatedAtMin: after.updatedAt, limit: 10 });
    expect(
      since.map((one) => one.reference),
      name,
    ).toEqual([reference]);
  }
  expect(await standingOf(otherId)).toEqual(still);
});

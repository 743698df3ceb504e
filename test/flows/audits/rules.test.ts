import { describe, expect, test } from 'vitest';
import { AUDIT_RULES } from '../../../src/core/audits/all-rules.ts';
import { audit } from '../../../src/core/audits/commands.ts';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { buyFrom } from '../../support/buy.ts';
import { checkoutRequest, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { releaseAll } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();

/** Creates a store with a pre-order of two lines (one cancelled and refunded, the other released) and one live hold. */
async function trade(): Promise<Offer & { preorderId: string }> {
  const offer = await createOffer(core, { allocation: 10 });
  await buyFrom(core, offer, { quantity: 2 });
  const [line] = await database.db.query<{ id: string; preorder_id: string }>(
    'SELECT id, preorder_id FROM preorder_line WHERE store_id = $1 ORDER BY position',
    [offer.storeId],
  );
  if (!line) throw new Error('a pre-order without lines');
  const target = { storeId: offer.storeId, preorderId: line.preorder_id };
  await cancelLines(core, { ...target, lineIds: [line.id] });
  await moveMoney(core, offer.storeId, line.preorder_id);
  await releaseAll(core, offer, 1);
  const shopper = { clientAddress: '203.0.113.9', idempotencyKey: 'k'.repeat(20) };
  await makeCheckout(core, checkoutRequest(offer, { email: 'grace@example.com' }), shopper);
  return { ...offer, preorderId: line.preorder_id };
}

/** Disables the triggers of append-only tables, and then breaks their rows. The product's own code cannot do this. */
async function damage(storeId: string, sql: string): Promise<void> {
  await database.db.query('ALTER TABLE stock_ledger DISABLE TRIGGER USER');
  await database.db.query('ALTER TABLE ledger_entry DISABLE TRIGGER USER');
  await database.db.query(sql, [storeId]);
  await database.db.query('ALTER TABLE stock_ledger ENABLE TRIGGER USER');
  await database.db.query('ALTER TABLE ledger_entry ENABLE TRIGGER USER');
}

test('finds nothing in sound books, with a live hold and after a cancellation', async () => {
  const { storeId } = await trade();
  expect(await audit(core, storeId)).toEqual([]);
});

test('keeps unit rows, and refuses a checkout of a unit row that does not exist', async () => {
  const { storeId } = await trade();
  const refused = (sql: string) => expect(database.db.query(sql, [storeId])).rejects;
  await refused(`
    INSERT INTO checkout
    SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'variant_id', gen_random_uuid()))).*
    FROM checkout c WHERE store_id = $1`).toThrow('of a unit that does not exist');
  await refused('UPDATE checkout SET batch_id = gen_random_uuid() WHERE store_id = $1').toThrow(
    'of a unit that does not exist',
  );
  await refused('DELETE FROM unit WHERE store_id = $1').toThrow('append-only');
  await refused('UPDATE unit SET variant_id = gen_random_uuid() WHERE store_id = $1').toThrow('append-only');
});

// A question that should have ended two days ago.
const ASKED = `
  INSERT INTO promise_notice (store_id, id, preorder_id, batch_id, promise_id, known_id, agreed_id, kind, days_late,
                              required_by, answer_by, silence)
  SELECT l.store_id, gen_random_uuid(), l.preorder_id, l.batch_id, l.promise_id, l.promise_id, l.promise_id,
         'asked', 9, 'merchant', app_now() - interval '2 days', 'wait' FROM preorder_line l
  WHERE l.store_id = $1 LIMIT 1`;

/** SQL: stores a swap of some line item that ended in that state. */
const swapRow = (state: string, leaderId: string): string => `
  INSERT INTO line_swap (store_id, id, preorder_id, line_id, state, waitlist_id, from_variant_id, from_batch_id, to_variant_id, to_batch_id,
                         to_promise_id, from_title, to_title, from_price, to_price, due_now, due_later, ended_at, leader_id)
  SELECT l.store_id, gen_random_uuid(), l.preorder_id, l.id, '${state}', l.waitlist_id, l.variant_id, l.batch_id, l.variant_id,
         l.batch_id, l.promise_id, '', '', 0, 0, 0, 0, app_now(), ${leaderId}
  FROM (SELECT * FROM preorder_line WHERE store_id = $1 LIMIT 1) l`;

const DAMAGES: [rule: RegExp, sql: string][] = [
  [
    /equal its stock ledger/,
    `UPDATE stock_ledger SET held_delta = held_delta + 1 WHERE store_id = $1 AND reason = 'hold'`,
  ],
  [/sum of the live holds/, 'UPDATE hold SET quantity = quantity + 1 WHERE store_id = $1'],
  [/line items that are not cancelled/, `UPDATE preorder_line SET state = 'cancelled' WHERE store_id = $1`],
  [/hold exactly while it is held/, `DELETE FROM hold WHERE store_id = $1`],
  [/hold is of a checkout/, 'UPDATE hold SET checkout_id = gen_random_uuid() WHERE store_id = $1'],
  [/completed exactly when/, `UPDATE checkout SET state = 'expired' WHERE store_id = $1 AND state = 'completed'`],
  [/placed exactly when/, `UPDATE attempt SET state = 'surplus' WHERE store_id = $1`],
  [/attempt that could make it/, `UPDATE movement SET currency = 'USD' WHERE store_id = $1`],
  [
    /pre-order that it was given for/,
    `WITH card AS (
       INSERT INTO payment_method (store_id, id, preorder_id, provider, customer_ref, method_ref, brand, last4)
       SELECT store_id, gen_random_uuid(), id, 'another', 'c', 'm', 'visa', '4242' FROM preorder WHERE store_id = $1
       RETURNING store_id, id)
     UPDATE attempt a SET off_session = true, payment_method_id = c.id FROM card c WHERE a.store_id = c.store_id`,
  ],
  [/gave back has its reason/, 'UPDATE preorder_line SET given_back = 1 WHERE store_id = $1'],
  [
    /payment is waited for/,
    `INSERT INTO payment_due (store_id, id, preorder_id, deadline, reason)
     SELECT store_id, gen_random_uuid(), id, app_now() + interval '7 days', 'card_declined' FROM preorder WHERE store_id = $1`,
  ],
  [
    /wait together and end together/,
    `WITH first AS (${swapRow('done', 'NULL')} RETURNING id) ${swapRow('dropped', '(SELECT id FROM first)')}`,
  ],
  [/is stuck/, `UPDATE movement SET state = 'open', created_at = created_at - interval '2 days' WHERE store_id = $1`],
  [/add up to what the shopper was told/, 'UPDATE preorder SET total = total + 1 WHERE store_id = $1'],
  [/charged beyond/, `UPDATE ledger_entry SET amount = amount * 2 WHERE store_id = $1`],
  [
    /twice, or gives back more/,
    `UPDATE movement SET kind = 'capture', attempt_id = attempt_id WHERE store_id = $1 AND kind = 'refund'`,
  ],
  [/it balances/, `UPDATE ledger_entry SET amount = amount + 1 WHERE store_id = $1 AND account = 'provider'`],
  [/of a movement add up/, 'UPDATE movement_line SET amount = amount + 1 WHERE store_id = $1'],
  [/what its state says/, `UPDATE ledger_entry SET amount = amount - 1 WHERE store_id = $1 AND amount > 0`],
  [/what was counted/, 'UPDATE arrived_unit SET arrived = arrived + 1 WHERE store_id = $1'],
  [/with one line item/, 'UPDATE arrived_unit SET released = released - 1 WHERE store_id = $1 AND released > 0'],
  [/handed out what its line items have/, 'UPDATE release_unit SET released = 0 WHERE store_id = $1'],
  [/keeps its unit until it is cancelled/, 'UPDATE release_line SET given_back_at = app_now() WHERE store_id = $1'],
  [/handed what was released/, `UPDATE preorder_line SET state = 'placed' WHERE store_id = $1 AND state = 'released'`],
  [
    /told of the window that holds/,
    `WITH o AS (UPDATE preorder SET placed_at = placed_at - interval '3 days' WHERE store_id = $1),
       l AS (UPDATE preorder_line SET state = 'placed' WHERE store_id = $1 AND state = 'released')
     INSERT INTO promise (store_id, id, batch_id, version, ships_from, ships_until, created_at)
     SELECT store_id, gen_random_uuid(), batch_id, 2, ships_from, ships_until, app_now() - interval '2 days'
     FROM promise WHERE store_id = $1`,
  ],
  [
    /ends when its time is over/,
    `WITH n AS (${ASKED} RETURNING store_id, preorder_id, batch_id, id, answer_by)
     INSERT INTO promise_question (store_id, preorder_id, batch_id, notice_id, answer_by) SELECT * FROM n`,
  ],
  [/open until something is known to have ended it/, ASKED],
  [
    /used more often than it may be/,
    `WITH d AS (
       INSERT INTO discount (store_id, id, code, kind, value, uses_max)
       VALUES ($1, gen_random_uuid(), 'ONCE', 'percent', 1000, 1) RETURNING store_id, id)
     INSERT INTO discount_use (store_id, checkout_id, discount_id)
     SELECT c.store_id, c.id, d.id FROM d JOIN checkout c ON c.store_id = d.store_id`,
  ],
  [
    /use of a code while it is held/,
    `UPDATE checkout SET discount_code = 'LOST' WHERE store_id = $1 AND state = 'held'`,
  ],
];

describe('finds each broken rule, in that store alone', () => {
  test.each(DAMAGES)('%s', async (rule, sql) => {
    const [broken, sound] = [await trade(), await trade()];
    await shiftClock(database.db, 2 * 60 * 60);
    if (/twice/.test(rule.source)) await database.db.query('DROP INDEX movement_ends_authorisation_once');
    await damage(broken.storeId, sql);
    const findings = await audit(core, broken.storeId);
    const inSmallRanges = await audit(core, broken.storeId, { rowsMax: 1 });
    await shiftClock(database.db, 0);
    expect(findings.map((finding) => finding.rule)).toContainEqual(expect.stringMatching(rule));
    expect(inSmallRanges).toHaveLength(findings.length);
    expect(inSmallRanges).toEqual(expect.arrayContaining(findings));
    expect(await audit(core, sound.storeId)).toEqual([]);
  });

  test('breaks every rule', () => expect(DAMAGES).toHaveLength(Object.keys(AUDIT_RULES).length));
});

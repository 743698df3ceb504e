import { expect, test } from 'vitest';
import { stageEngine } from '../../support/engine-stage.ts';

const { database } = await stageEngine();

/** Whoever adds a table that leads to a person says here where its rows go. */
test('every table that leads to a person is exported, or is excused', async () => {
  const exported = [
    ...['attempt', 'attempt_line', 'checkout', 'checkout_contact', 'dispute', 'goodwill', 'hold', 'ledger_entry'],
    ...['line_swap', 'link', 'mail', 'mail_suppression', 'movement', 'payment_due', 'payment_method', 'preorder'],
    ...['preorder_contact', 'preorder_line', 'promise_notice', 'release_line', 'shopper_message', 'store_order'],
    ...['store_order_line', 'webhook_message'],
  ];
  const excused = {
    alert: 'speaks of ids, to the merchant',
    discount_use: 'which code a checkout has: the code is exported with the checkout',
    money_waiting: 'which pre-orders wait for the merchant’s account, by their ids',
    dispute_wait: 'which line items wait for the end of a dispute, by ids: the dispute is exported',
    refund_owed: 'which payment the provider refuses to give back: what it took is in the ledger',
    idempotency: 'hashes that are kept 7 days, and erased with the checkout',
    movement_line: 'the lines of a movement: the same amounts are in the ledger',
    payment_account: 'the merchant’s own',
    promise_question: 'which notices can be answered: their history is exported with the pre-order',
    outbox: 'ids of what was done, kept 7 days',
    relayed_event: 'ids of checkouts, kept an hour: nothing is told of one whose contact is gone',
    provider_event: 'ids of what the payment provider told us, kept 7 days',
    stock_ledger: 'units, by the id of what moved them',
  };
  const rows = await database.db.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND (column_name IN ('email', 'address', 'client_address', 'customer_key', 'subject_id', 'source_id')
       OR column_name ~ '^(checkout|preorder|attempt|movement|line)_id$') ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...exported, ...Object.keys(excused)].sort());
});

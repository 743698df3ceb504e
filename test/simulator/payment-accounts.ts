import { connectAccount } from '../../src/core/accounts/commands/connect.ts';
import type { ListedPayment, PaymentAccounts, PaymentProvider } from '../../src/integrations/payments/port.ts';
import { createSecretBox } from '../../src/platform/crypto.ts';
import type { Database } from '../../src/platform/db.ts';
import { TEST_SECRET_KEY } from '../support/merchant.ts';
import type { Bank, DisputeMessage } from './bank.ts';

const KEYS = { secretKey: 'sk', publishableKey: 'pk', webhookSecret: 'whsec', address: null };

type Row = { ref: string; storeId: string; attemptId: string };

/** The store's account at the simulated provider. The nightly reconciliation compares its books with ours. */
export function createPaymentAccounts(db: Database, provider: PaymentProvider, bank: Bank): PaymentAccounts {
  async function* listed(which: string, values: unknown[]): AsyncGenerator<ListedPayment> {
    const rows = await db.query<Row>(
      `SELECT ref, store_id AS "storeId", attempt_id AS "attemptId" FROM test_provider.payment
       WHERE ${which} ORDER BY created_at, ref`,
      values,
    );
    for (const row of rows) yield { ...row, ...(await provider.inspect(row.ref)) };
  }
  return {
    name: provider.name,
    events: [],
    faultOfAddress: () => null,
    faultOf: () => null,
    check: async () => null,
    mayCharge: async () => true,
    belongTogether: async () => true,
    knows: async () => true,
    callsPerSecond: () => null,
    provider: () => provider,
    readEvent(_keys, { body }) {
      const { id, ref } = JSON.parse(body.toString()) as DisputeMessage;
      const about = { attemptId: null, disputeRef: ref, failedRefund: null, byHand: null };
      return { id, type: 'charge.dispute.updated', objectRef: ref, ...about };
    },
    readDispute: (_keys, ref) => bank.read(ref),
    async find(_keys, ref) {
      for await (const payment of listed('ref = $1', [ref])) return payment;
      return null;
    },
    list: (_keys, from, until) => listed(MADE_OR_GIVEN_BACK, [from, until]),
    chargeable: provider.chargeable,
    takes: () => true,
    checkoutScript: () => {
      throw new Error('the simulation has no card form');
    },
  };
}

const MADE_OR_GIVEN_BACK = `created_at >= $1 AND created_at < $2 OR ref IN (
  SELECT ref FROM test_provider.operation WHERE kind = 'refund' AND created_at >= $1 AND created_at < $2)`;

/** Connects the store with its account, like the merchant does once. */
export function connectStore(db: Database, accounts: PaymentAccounts, storeId: string): Promise<void> {
  return connectAccount({ db, accounts, secrets: createSecretBox(TEST_SECRET_KEY) }, storeId, KEYS);
}

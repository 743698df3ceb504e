import { receiveEvent } from '../../src/core/accounts/commands/receive.ts';
import { readAccount } from '../../src/core/accounts/queries.ts';
import { type DisputeState, isOpen } from '../../src/domain/dispute.ts';
import { type ListedDispute, type PaymentProvider, ProviderError } from '../../src/integrations/payments/port.ts';
import type { Sql } from '../../src/platform/db.ts';
import type { Process } from './process.ts';

/** An event of a dispute has only its id: the receiver asks the provider for the state. */
export type DisputeMessage = { id: string; ref: string };

type Paid = { ref: string; amount: number; currency: string };

/** The banks that dispute payments, with the state and events that the provider has of them. */
export function createBank({ sql, now }: { sql: Sql; now: () => number }) {
  const disputes: ListedDispute[] = [];
  const messages: DisputeMessage[] = [];
  // A bank decides once, even if two parallel acts ask for it.
  const deciding = new Set<ListedDispute>();
  let sentEvents = 0;
  const tell = (ref: string) => {
    sentEvents += 1;
    messages.push({ id: `evt_${sentEvents}`, ref });
  };
  const becomes = (dispute: ListedDispute, state: DisputeState) => {
    dispute.state = state;
    tell(dispute.ref);
  };
  const inTurn = createTurns();
  const settle = async (dispute: ListedDispute, against: boolean) => {
    if (dispute.state === 'warning') {
      dispute.amount = Math.min(dispute.amount, await readLeft(sql, dispute.paymentRef));
      becomes(dispute, against && dispute.amount > 0 ? 'needs_response' : 'closed');
    } else if (against) {
      await sql.query(TAKE_BACK, [dispute.paymentRef, dispute.amount]);
      becomes(dispute, 'lost');
    } else becomes(dispute, 'won');
  };
  const statesOf = (paymentRef: string) =>
    disputes.filter((dispute) => dispute.paymentRef === paymentRef).map(({ state }) => state);
  const mayDispute = (paymentRef: string) => !statesOf(paymentRef).some(isOpen);
  return {
    disputes,
    inTurn,
    /** The undelivered events, in the order in which they were sent. */
    messages,
    tell,
    undecided: () => disputes.filter((dispute) => isOpen(dispute.state) && !deciding.has(dispute)),
    mayDispute,
    /**
     * The provider refunds nothing of a disputed payment until the bank decides; an inquiry takes no money. Once a part is lost,
     * the rest of the payment can be refunded.
     */
    refuses: (paymentRef: string) => statesOf(paymentRef).some((state) => isOpen(state) && state !== 'warning'),
    /** Resolves with false if nothing is left of the payment, or another dispute of it is open. */
    dispute(
      { ref: paymentRef, amount: wanted, currency }: Paid,
      state: 'warning' | 'needs_response',
    ): Promise<boolean> {
      return inTurn(paymentRef, async () => {
        const amount = Math.min(wanted, await readLeft(sql, paymentRef));
        if (amount <= 0 || !mayDispute(paymentRef)) return false;
        const ref = `dp_${disputes.length + 1}`;
        const opened = { openedAt: new Date(now()), evidenceDueAt: null, reason: 'fraudulent' };
        disputes.push({ ref, paymentRef, amount, currency, state, ...opened });
        tell(ref);
        return true;
      });
    },
    /**
     * An inquiry ends without effect or becomes a dispute about the rest of the payment. A dispute is lost or won.
     */
    async decide(dispute: ListedDispute, against: boolean): Promise<DisputeState> {
      deciding.add(dispute);
      try {
        await inTurn(dispute.paymentRef, () => settle(dispute, against));
      } finally {
        deciding.delete(dispute);
      }
      return dispute.state;
    },
    async read(ref: string): Promise<ListedDispute> {
      const found = disputes.find((dispute) => dispute.ref === ref);
      if (!found) throw new ProviderError('refused', 'there is no such dispute');
      return { ...found };
    },
  };
}

/** The provider handles one request about a payment at a time: a refund and a dispute never take the same money. */
function createTurns() {
  const turns = new Map<string, Promise<unknown>>();
  return <T>(paymentRef: string, act: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(paymentRef) ?? Promise.resolve()).then(act, act);
    turns.set(paymentRef, turn);
    return turn;
  };
}

export type Bank = ReturnType<typeof createBank>;

async function readLeft(sql: Sql, paymentRef: string): Promise<number> {
  const [payment] = await sql.query<{ amount: number }>(
    'SELECT captured - refunded AS amount FROM test_provider.payment WHERE ref = $1',
    [paymentRef],
  );
  return payment?.amount ?? 0;
}

// A lost dispute is no refund, so the provider does not list it.
const TAKE_BACK = `UPDATE test_provider.payment SET refunded = refunded + least($2::bigint, captured - refunded) WHERE ref = $1`;

/** Wraps the provider so that it refunds no disputed money. */
export function withBank(provider: PaymentProvider, bank: Bank): PaymentProvider {
  return {
    ...provider,
    refund(ref, sum, movementId) {
      return bank.inTurn(ref, async () => {
        if (bank.refuses(ref) && !(await provider.hasDone(ref, movementId)))
          throw new ProviderError('refused', 'the charge is disputed');
        return provider.refund(ref, sum, movementId);
      });
    },
  };
}

type Hearing = { sql: Sql; storeId: string; process: Process };

/** Delivers the provider's event to the store's webhook address. */
export async function deliverDispute({ sql, storeId, process }: Hearing, message: DisputeMessage): Promise<void> {
  const account = await readAccount(sql, storeId);
  if (!account) throw new Error('store without an account');
  const body = Buffer.from(JSON.stringify(message));
  await receiveEvent(process.deps, { hookId: account.hookId, body, signature: '' });
}

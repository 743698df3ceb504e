import { hookOf } from '../../core/accounts/commands/connect.ts';
import { countWaiting, type PaymentAccount, readAccount } from '../../core/accounts/queries.ts';
import type { Deps } from '../../core/deps.ts';
import type { OwedRefund } from '../../core/payments/queries/owed-refunds.ts';
import type { Store } from '../../core/stores/queries.ts';
import { AdminOwedRefund } from '../../protocol/schema/admin-api/notices.ts';
import type { AdminPaymentAccount } from '../../protocol/schema/admin-api/payments.ts';
import { jsonOf } from '../fields.ts';

const stateOf = ({ closedAt, brokenAt, pausedAt, refusedSince }: PaymentAccount) => {
  if (closedAt !== null) return 'disconnected';
  if (brokenAt !== null) return 'refused';
  if (pausedAt !== null) return 'paused';
  return refusedSince === null ? 'works' : 'refuses';
};

type AccountDeps = Pick<Deps, 'db' | 'accounts' | 'baseUrl'>;

/** Reads the store's payment account and what surrounds it; null while it has none. */
export async function readAccountJson(
  { db, accounts, baseUrl }: AccountDeps,
  store: Store,
): Promise<AdminPaymentAccount | null> {
  const account = await readAccount(db, store.id);
  if (!account) return null;
  return {
    provider: account.provider,
    mode: store.mode,
    state: stateOf(account),
    reason: account.brokenReason ?? account.refusedReason,
    refuses_since: account.refusedSince?.toISOString() ?? null,
    paused_at: account.pausedAt?.toISOString() ?? null,
    next_probe_at: account.probeAt?.toISOString() ?? null,
    waiting: await countWaiting(db, store.id),
    calls_per_second: accounts.callsPerSecond(account),
    publishable_key: account.publishableKey,
    address: account.address,
    webhook_address: `${baseUrl}/webhooks/${account.provider}/${account.hookId}`,
    webhook_events: [...accounts.events],
    connected_at: account.connectedAt.toISOString(),
    reconciled_until: account.reconciledUntil?.toISOString() ?? null,
  };
}

export function notConnectedJson({ accounts, baseUrl }: AccountDeps, store: Store): AdminPaymentAccount {
  const address = `${baseUrl}/webhooks/${accounts.name}/${hookOf(store.id)}`;
  return { provider: null, state: 'not_connected', webhook_address: address, webhook_events: [...accounts.events] };
}

export const owedRefundJson = ({ reference: preorder, isPaidElsewhere: paidElsewhere, ...refund }: OwedRefund) =>
  jsonOf(AdminOwedRefund, { ...refund, preorder, paidElsewhere }, refund);

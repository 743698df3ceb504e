import { hookOf } from '../../core/accounts/commands/connect.ts';
import { countWaiting, type PaymentAccount, readAccount } from '../../core/accounts/queries.ts';
import type { Deps } from '../../core/deps.ts';
import type { OwedRefund } from '../../core/payments/queries/owed-refunds.ts';
import type { Store } from '../../core/stores/queries.ts';
import type { PaymentAccounts } from '../../integrations/payments/port.ts';
import { AdminOwedRefund } from '../../protocol/schema/admin-api/notices.ts';
import { jsonOf } from '../fields.ts';

export type AccountView = {
  account: PaymentAccount;
  store: Store;
  baseUrl: string;
  takes: PaymentAccounts['takes'];
  events: PaymentAccounts['events'];
  /** How many pre-orders have money that waits for the account. */
  waiting: number;
  /** The limit of calls per second; null means no limit. */
  pace: number | null;
};

type AccountState = 'works' | 'refused' | 'refuses' | 'paused' | 'disconnected';

export const accountState = ({ closedAt, brokenAt, pausedAt, refusedSince }: PaymentAccount): AccountState => {
  if (closedAt !== null) return 'disconnected';
  if (brokenAt !== null) return 'refused';
  if (pausedAt !== null) return 'paused';
  return refusedSince === null ? 'works' : 'refuses';
};

export const accountTrouble = ({ brokenReason, refusedReason }: PaymentAccount): string | null =>
  brokenReason ?? refusedReason;

export const accountHook = ({ account, baseUrl }: AccountView) =>
  `${baseUrl}/webhooks/${account.provider}/${account.hookId}`;

export function accountJson(view: AccountView) {
  const { account, store } = view;
  return {
    provider: account.provider,
    mode: store.mode,
    state: accountState(account),
    reason: accountTrouble(account),
    refuses_since: account.refusedSince?.toISOString() ?? null,
    paused_at: account.pausedAt?.toISOString() ?? null,
    next_probe_at: account.probeAt?.toISOString() ?? null,
    waiting: view.waiting,
    calls_per_second: view.pace,
    publishable_key: account.publishableKey,
    address: account.address,
    webhook_address: accountHook(view),
    webhook_events: view.events,
    connected_at: account.connectedAt.toISOString(),
    reconciled_until: account.reconciledUntil?.toISOString() ?? null,
  };
}

type AccountDeps = Pick<Deps, 'db' | 'accounts' | 'baseUrl'>;

/** Reads the store's payment account and what surrounds it; null while it has none. */
export async function readAccountView(deps: AccountDeps, store: Store): Promise<AccountView | null> {
  const account = await readAccount(deps.db, store.id);
  if (!account) return null;
  const { takes, events } = deps.accounts;
  const waiting = await countWaiting(deps.db, store.id);
  return { account, store, baseUrl: deps.baseUrl, takes, events, waiting, pace: deps.accounts.callsPerSecond(account) };
}

export function notConnectedJson({ accounts, baseUrl }: AccountDeps, store: Store) {
  const address = `${baseUrl}/webhooks/${accounts.name}/${hookOf(store.id)}`;
  return { provider: null, state: 'not_connected', webhook_address: address, webhook_events: accounts.events };
}

export const owedRefundJson = ({ reference: preorder, isPaidElsewhere: paidElsewhere, ...refund }: OwedRefund) =>
  jsonOf(AdminOwedRefund, { ...refund, preorder, paidElsewhere }, refund);

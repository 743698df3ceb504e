import type { PaymentAccount } from '../../../core/accounts/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { PaymentAccounts } from '../../../integrations/payments/port.ts';
import type { AdminOwedRefund } from '../../../protocol/schema/admin-api/notices.ts';
import type { AdminDispute, AdminReconciliation } from '../../../protocol/schema/admin-api/payments.ts';
import { type AccountView, accountHook, accountState, accountTrouble } from '../../merchant-json/payments.ts';
import { formatCount, formatFields, formatTable, formatTime, momentIn, toWords } from '../terminal.ts';

function breakerText({
  account: { pausedAt, probeAt, refusedSince },
  store: { timeZone },
  waiting,
}: AccountView): string {
  const since = refusedSince === null ? '' : `no payment succeeded since ${formatTime(refusedSince, timeZone)}`;
  const paused =
    pausedAt === null ? since : `${since}; charges and releases pause, next try ${formatTime(probeAt, timeZone)}`;
  return [paused, waiting > 0 ? `${formatCount(waiting, 'pre-order')} wait for it` : ''].filter(Boolean).join('; ');
}

function placeOf({ account, store, takes }: AccountView): string {
  if (account.closedAt !== null) return withoutAccount(store, { account, takes });
  return account.address === null ? 'Stripe' : `a stand-in for Stripe at ${account.address}; no money moves`;
}

type PaymentSetup = { account: PaymentAccount | null; takes: PaymentAccounts['takes'] };

const NOWHERE = 'nowhere, so its waitlists cannot open';

/**
 * Returns where a store pays if it has no account, or a disconnected one. It cannot pay at the stand-in while the keys of a
 * disconnected Stripe account are kept.
 */
function withoutAccount({ mode, currency }: Store, { account, takes }: PaymentSetup): string {
  if (mode === 'live') return NOWHERE;
  const isAtStripe = account !== null && account.address === null;
  const stoodIn = takes(currency) && !isAtStripe ? 'the stand-in for Stripe, where npm start runs it, else ' : '';
  return `${stoodIn}the test provider; no money moves`;
}

/** Returns a sentence that says where a store without a connected account pays. */
export function paysWithoutAccount(store: Store, setup: PaymentSetup): string {
  const place = withoutAccount(store, setup);
  return `It pays ${place === NOWHERE ? place : `at ${place}`}.`;
}

/** Groups the events by object, one row each, like Stripe's own list. */
export function eventsText(events: PaymentAccounts['events']): string {
  const kinds = new Map<string, string[]>();
  for (const event of events) {
    const at = event.lastIndexOf('.');
    const kind = event.slice(0, at);
    kinds.set(kind, [...(kinds.get(kind) ?? []), event.slice(at + 1)]);
  }
  return [...kinds].map(([kind, names]) => `${kind}: ${names.join(', ')}`).join('\n');
}

/** Returns a note: the service that receives the webhooks is another process and may have another BASE_URL. */
export function addressNote(baseUrl: string): string {
  return `(if the service has BASE_URL ${baseUrl}; give this command the same)`;
}

export function accountText(view: AccountView): string {
  const { account, store } = view;
  return formatFields([
    ['Pays at', placeOf(view)],
    ['Mode', store.mode],
    [
      'State',
      accountTrouble(account) === null ? accountState(account) : `${accountState(account)}: ${accountTrouble(account)}`,
    ],
    ['Payments', breakerText(view) || null],
    ['Pace', paceText(view)],
    ['Publishable key', account.publishableKey],
    ['Webhooks go to', `${accountHook(view)}\n${addressNote(view.baseUrl)}`],
    ['With the events', eventsText(view.events)],
    ['Connected', formatTime(account.connectedAt, store.timeZone)],
    ['Compared until', formatTime(account.reconciledUntil, store.timeZone)],
  ]);
}

function paceText({ pace, account }: AccountView): string {
  if (pace === null) return 'no limit';
  return `${formatCount(pace, 'call')} a second${account.callsPerSecond === null ? '' : ', as set'}`;
}

export function reconciliationText(
  { from, to, payments, others, differences }: AdminReconciliation,
  { timeZone }: Store,
): string {
  const period = `from ${momentIn(timeZone, from)} to ${momentIn(timeZone, to)} (${timeZone})`;
  const strange = others === 0 ? '' : ` ${formatCount(others, 'payment')} of other systems not compared.`;
  const head = `Compared ${formatCount(payments, 'payment')} ${period}.${strange}`;
  if (differences.length === 0) return `${head}\nThe books agree.`;
  const rows = differences.map(({ preorder, kind, of, here, there, currency, detail, ref }) => [
    preorder ?? '–',
    toWords(kind),
    of,
    here === null ? '–' : `${here} ${currency}`,
    there === null ? '–' : `${there} ${currency}`,
    detail,
    ref,
  ]);
  return `${head}\n${formatCount(differences.length, 'difference')}:\n\n${formatTable(['Pre-order', 'What', 'Of', 'Here', 'There', 'Why', 'Payment'], rows)}`;
}

export function disputesTable(disputes: readonly AdminDispute[], { timeZone }: Store): string {
  if (disputes.length === 0) return 'No payment is disputed.';
  const rows = disputes.map((dispute) => [
    dispute.preorder ?? '–',
    `${dispute.amount} ${dispute.currency}`,
    toWords(dispute.reason),
    toWords(dispute.state),
    standingOf(dispute),
    momentIn(timeZone, dispute.opened_at),
    momentIn(timeZone, dispute.evidence_due_at),
    dispute.ref,
  ]);
  return formatTable(
    ['Pre-order', 'Amount', 'Reason', 'State', 'Pre-order is', 'Opened', 'Answer until', 'Dispute'],
    rows,
  );
}

function standingOf({ state, goes_on_at: goesOn, preorder }: AdminDispute): string {
  if (preorder === null || state === 'won' || state === 'closed') return '';
  return goesOn === null ? 'held back' : 'going on';
}

export function owedRefundsTable(refunds: readonly AdminOwedRefund[], { timeZone }: Store): string {
  if (refunds.length === 0) return 'No refund is refused.';
  const rows = refunds.map(({ preorder, amount, currency, since, tries, reason, next_at: next }) => [
    preorder,
    `${amount} ${currency}`,
    momentIn(timeZone, since),
    tries,
    momentIn(timeZone, next),
    reason,
  ]);
  return formatTable(['Pre-order', 'Owed', 'Since', 'Tries', 'Asked again', 'Why'], rows);
}

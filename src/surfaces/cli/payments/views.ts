import type { Store } from '../../../core/stores/queries.ts';
import type { PaymentAccounts } from '../../../integrations/payments/port.ts';
import type { AdminMovedMoney } from '../../../protocol/schema/admin-api/moved-money.ts';
import type { AdminOwedRefund } from '../../../protocol/schema/admin-api/notices.ts';
import type {
  AdminDispute,
  AdminPaymentAccount,
  AdminReconciliation,
} from '../../../protocol/schema/admin-api/payments.ts';
import { formatCount, formatFields, formatNextSteps, formatTable, momentIn, toWords } from '../terminal.ts';

type Takes = PaymentAccounts['takes'];
type Surroundings = { baseUrl: string; takes: Takes };

export function accountText(account: AdminPaymentAccount, store: Store, around: Surroundings): string {
  const { state, reason = null, calls_per_second: pace = null } = account;
  if (state === 'not_connected') return notConnectedText(account, store, around);
  return formatFields([
    ['Pays at', placeOf(account, store, around.takes)],
    ['Mode', store.mode],
    ['State', reason === null ? state : `${state}: ${reason}`],
    ['Payments', breakerText(account, store) || null],
    ['Pace', pace === null ? 'no limit' : `${formatCount(pace, 'call')} a second`],
    ['Publishable key', account.publishable_key],
    ['Webhooks go to', `${account.webhook_address}\n${addressNote(around.baseUrl)}`],
    ['With the events', eventsText(account.webhook_events)],
    ['Connected', momentIn(store.timeZone, account.connected_at ?? null)],
    ['Compared until', momentIn(store.timeZone, account.reconciled_until ?? null)],
  ]);
}

function notConnectedText(account: AdminPaymentAccount, store: Store, { baseUrl, takes }: Surroundings): string {
  const text = `Not connected: this store has no payment account. ${paysWithoutAccount(store, account, takes)}`;
  if (!takes(store.currency)) return `${text}\nA store in ${store.currency} cannot be paid through Stripe.`;
  const steps = formatNextSteps([
    [
      'Create a webhook endpoint at Stripe for this address, and save its signing secret in a file',
      `${account.webhook_address}\n${addressNote(baseUrl)}`,
    ],
    ['Give it these events', eventsText(account.webhook_events)],
    ['Then', './service payments connect --help'],
  ]);
  return `${text}\n\n${steps}`;
}

function breakerText(account: AdminPaymentAccount, { timeZone }: Store): string {
  const { refuses_since: refuses = null, paused_at: paused = null, next_probe_at: probe = null, waiting = 0 } = account;
  const since = refuses === null ? '' : `no payment succeeded since ${momentIn(timeZone, refuses)}`;
  const pauses =
    paused === null ? since : `${since}; charges and releases pause, next try ${momentIn(timeZone, probe)}`;
  return [pauses, waiting > 0 ? `${formatCount(waiting, 'pre-order')} wait for it` : ''].filter(Boolean).join('; ');
}

function placeOf(account: AdminPaymentAccount, store: Store, takes: Takes): string {
  if (account.state === 'disconnected') return withoutAccount(store, account, takes);
  return account.address ? `a stand-in for Stripe at ${account.address}; no money moves` : 'Stripe';
}

const NOWHERE = 'nowhere, so its waitlists cannot open';

/**
 * Returns where a store pays if it has no account, or a disconnected one. It cannot pay at the stand-in while the keys of a
 * disconnected Stripe account are kept.
 */
function withoutAccount({ mode, currency }: Store, { provider, address }: AdminPaymentAccount, takes: Takes): string {
  if (mode === 'live') return NOWHERE;
  const isAtStripe = provider !== null && !address;
  const stoodIn = takes(currency) && !isAtStripe ? 'the stand-in for Stripe, where npm start runs it, else ' : '';
  return `${stoodIn}the test provider; no money moves`;
}

/** Returns a sentence that says where a store without a connected account pays. */
export function paysWithoutAccount(store: Store, account: AdminPaymentAccount, takes: Takes): string {
  const place = withoutAccount(store, account, takes);
  return `It pays ${place === NOWHERE ? place : `at ${place}`}.`;
}

/** Groups the events by object, one row each, like Stripe's own list. */
function eventsText(events: readonly string[]): string {
  const kinds = new Map<string, string[]>();
  for (const event of events) {
    const at = event.lastIndexOf('.');
    const kind = event.slice(0, at);
    kinds.set(kind, [...(kinds.get(kind) ?? []), event.slice(at + 1)]);
  }
  return [...kinds].map(([kind, names]) => `${kind}: ${names.join(', ')}`).join('\n');
}

/** Returns a note: the service that receives the webhooks is another process and may have another BASE_URL. */
const addressNote = (baseUrl: string) => `(if the service has BASE_URL ${baseUrl}; give this command the same)`;

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

export function movedTable(moved: readonly AdminMovedMoney[], { timeZone }: Store): string {
  if (moved.length === 0) return 'No money moved.';
  const rows = moved.map(({ at, kind, state, amount, currency, preorder, provider_ref: ref, by_hand: byHand }) => [
    momentIn(timeZone, at),
    toWords(state === 'failed' ? `${kind}_failed` : kind),
    `${amount} ${currency}`,
    preorder ?? '–',
    ref ?? '–',
    byHand ? 'at the provider' : '',
  ]);
  return formatTable(['At', 'What', 'Amount', 'Pre-order', 'Payment', 'By hand'], rows);
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

import type { HistoryEvent, HistoryKind } from '../../../core/preorders/queries/history-event.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { trackingLink } from '../../../domain/tracking.ts';
import {
  formatAmount,
  formatCount,
  formatDays,
  formatRanges,
  formatTable,
  formatTime,
  toWords,
  wrap,
} from '../terminal.ts';

// The merchant's reason for a moved date is longer than all other texts in this column.
const STANDING_COLUMNS = 56;

/** Returns the history of a pre-order as a table, in the order of time. */
export function historyText(history: readonly HistoryEvent[], currency: string, store: Store): string {
  const rows = shownEvents(history).flatMap((event) => {
    const [standing = '', ...more] = wrap(standingOf(event), STANDING_COLUMNS);
    const amount = event.amount === null ? '' : formatAmount(event.amount, currency);
    const first = [
      formatTime(event.at, store.timeZone),
      WHAT[event.kind](event, history),
      formatRanges(event.lines),
      amount,
    ];
    return [[...first, standing], ...more.map((text) => ['', '', '', '', text])];
  });
  return `What happened\n${formatTable(['When', 'What', 'Lines', 'Amount', ''], rows)}`;
}

// A failed charge and the deadline that it begins are written in one commit, so their times are this close.
const SAME_COMMIT_MS = 1_000;

/**
 * Leaves out events that repeat others. A payment is shown once, by its movement, or by its attempt if there is no movement. A
 * deadline is shown only if no failed charge began it. Line items that were sent are shown once, by their fulfilment.
 */
function shownEvents(history: readonly HistoryEvent[]): HistoryEvent[] {
  const moved = new Set(history.filter(({ kind }) => kind === 'movement').map(({ detail }) => detail.attempt_id));
  const failures = history.filter(({ kind, state }) => kind === 'movement' && state === 'failed');
  const takenBack = history.filter(({ kind, what }) => kind === 'movement' && what === 'chargeback');
  const parcels = history.filter(({ kind }) => kind === 'fulfilment');
  const keepsCard = history.some(({ kind }) => kind === 'card');
  return history.filter((event) => {
    const { kind, what, state, amount, detail, at } = event;
    if (kind === 'movement') return amount !== 0 || what === 'undo';
    if (kind === 'attempt') return !moved.has(detail.attempt_id) && (amount !== 0 || state !== 'placed' || !keepsCard);
    if (kind === 'line' && what === 'fulfilled') return !parcels.some((parcel) => areOneCommit(at, parcel.at));
    // A chargeback is recorded as goodwill as well, so that it is not charged again. It is no gift of the merchant.
    if (kind === 'goodwill') return !takenBack.some((back) => areOneCommit(at, back.at));
    if (kind !== 'due') return true;
    return !failures.some(({ endedAt }) => endedAt !== null && areOneCommit(at, endedAt));
  });
}

function areOneCommit(one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) < SAME_COMMIT_MS;
}

const PURPOSES: Record<string, string> = {
  checkout: 'payment',
  balance: 'payment of the rest',
  card: 'another card',
  swap: 'payment of a swap',
};

const ANSWERS: Record<string, string> = {
  wait: 'chose to wait',
  cancel: 'chose to cancel',
  silence_wait: 'did not answer, which means to wait',
  silence_cancel: 'did not answer, which means to cancel',
  superseded: 'the date moved again before an answer',
  over: 'nothing was left to decide',
};

type Wording = (event: HistoryEvent, history: readonly HistoryEvent[]) => string;

const WHAT: Record<HistoryKind, Wording> = {
  placed: () => 'placed',
  attempt: paymentText,
  card: ({ what, detail }) => (detail.last4 ? `card kept: ${what} •••• ${detail.last4}` : 'card kept'), // erased since
  movement: ({ what, detail }, history) => {
    const attempt = history.find((event) => event.kind === 'attempt' && event.detail.attempt_id === detail.attempt_id);
    if (what === 'undo') return 'the authorisation is released';
    if (what === 'chargeback') return 'taken back by the bank';
    const text = attempt && what !== 'refund' ? paymentText(attempt) : what;
    return detail.by_hand ? `${text}, ${what === 'refund' ? 'made' : 'captured'} at the provider` : text;
  },
  came_back: () => 'refund came back',
  line: ({ what }) => (what === 'fulfilled' ? 'sent' : what),
  fulfilment: ({ detail }) => `sent: fulfilment ${detail.number}`,
  delivered: ({ detail }) => `with the customer: fulfilment ${detail.number}`,
  notice: ({ what, detail: { from, until } }) =>
    `${what}: ships ${formatDays({ from: String(from), until: String(until) })}`,
  answer: ({ what }) => ANSWERS[what] ?? what,
  due: () => 'payment needed',
  due_ended: ({ what, detail }) => {
    if (what === 'paid') return 'paid after all';
    return detail.in_time ? 'cancelled before it was paid' : 'not paid in time';
  },
  goodwill: () => 'given back by the store',
  swap: ({ what }) => `swapped: ${what}`,
  order: ({ what, detail }) => `store order ${what || detail.number}`,
  dispute: ({ what }) => `dispute at ${what}`,
  contact: ({ what }) => `another e-mail address, set by ${what}`,
  message: () => 'message to the store',
  written: ({ what }) => `message to the customer by ${what}`,
  note: ({ what }) => `note by ${what}`,
  link: ({ what }) => `used the link to ${LINKS[what] ?? what}`,
  mail: ({ what }) => `mail ${toWords(what)}`,
  erased: () => 'erased: what named the customer is gone',
  act: ({ what, detail }) => `${toWords(what.replace(/^.*\./, ''))}: done by ${detail.by_name}`,
};

function paymentText({ what, detail }: HistoryEvent): string {
  return detail.off_session ? `charge of the kept card by ${what}` : `${PURPOSES[String(detail.purpose)]} by ${what}`;
}

const LINKS: Record<string, string> = {
  cancel: 'cancel',
  manage: 'change it',
  pay: 'pay',
  card: 'change the card',
  answer: 'answer',
};

/** Returns the state of an event and its reason. */
function standingOf({ kind, what, state, reason, detail, endedAt }: HistoryEvent): string {
  if (kind === 'note' || kind === 'written') return reason ?? '';
  const because = reason === null ? '' : toWords(reason);
  if (kind === 'notice') {
    const asked = detail.answer_by === null ? '' : `answer by ${detail.answer_by}, else ${detail.silence}. `;
    return asked + (reason ?? '');
  }
  if (kind === 'fulfilment') return trackingText(what, detail);
  if (kind === 'answer') return `by ${toWords(String(detail.given_by))}`;
  if (kind === 'due') return `${because}, ${formatCount(Number(detail.tries), 'try', 'tries')}`;
  if (kind === 'dispute' && detail.goes_on_at !== null) return `${toWords(state)}: ${because}; the pre-order goes on`;
  if (kind === 'came_back') return 'the bank returned it: pay the shopper another way';
  if (kind === 'card') return endedAt === null ? '' : detail.replaced ? 'replaced' : 'no longer stored';
  // “placed” fits only a checkout's attempt, not one for the balance or another card.
  if (kind === 'attempt' && state === 'placed') return 'done';
  return [toWords(state), because].filter(Boolean).join(': ');
}

function trackingText(carrier: string, detail: HistoryEvent['detail']): string {
  const number = String(detail.tracking_number);
  const link = trackingLink({ carrier, number, link: String(detail.tracking_link) });
  return [carrier, number, link].filter(Boolean).join(' ');
}

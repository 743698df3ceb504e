import type { HistoryEvent, HistoryKind } from '../../../core/preorders/queries/history.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { toDecimal } from '../../../domain/money.ts';
import { count, moment, money, ranges, shipWindow, spaced, table, wrapped } from '../terminal.ts';

export function historyJson(history: readonly HistoryEvent[], currency: string) {
  return history.map((event) => ({
    at: event.at.toISOString(),
    kind: event.kind,
    what: event.what,
    state: event.state,
    amount: event.amount === null ? null : toDecimal(event.amount, currency),
    lines: event.lines,
    reason: event.reason,
    ended_at: event.endedAt?.toISOString() ?? null,
    ...event.detail,
  }));
}

// A merchant's words for a moved date are longer than what else stands at the end of a line.
const STANDING_COLUMNS = 56;

/** Everything that happened, in the order in which it did: a line each, whichever rows know of it. */
export function historyText(history: readonly HistoryEvent[], currency: string, store: Store): string {
  const rows = told(history).flatMap((event) => {
    const [standing = '', ...more] = wrapped(standingOf(event), STANDING_COLUMNS);
    const amount = event.amount === null ? '' : money(event.amount, currency);
    const first = [moment(event.at, store.timeZone), WHAT[event.kind](event, history), ranges(event.lines), amount];
    return [[...first, standing], ...more.map((text) => ['', '', '', '', text])];
  });
  return `What happened\n${table(['When', 'What', 'Lines', 'Amount', ''], rows)}`;
}

// A failure and the deadline that it begins are one commit.
const AT_ONCE_MS = 1_000;

/**
 * What is told: one payment is told once, by the movement that took it or failed to. Its attempt is told where there was none,
 * and a deadline by itself where nothing could be tried, since what is due now stands above.
 */
function told(history: readonly HistoryEvent[]): HistoryEvent[] {
  const moved = new Set(history.filter(({ kind }) => kind === 'movement').map(({ detail }) => detail.attempt_id));
  const failures = history.filter(({ kind, state }) => kind === 'movement' && state === 'failed');
  const takenBack = history.filter(({ kind, what }) => kind === 'movement' && what === 'chargeback');
  const keepsCard = history.some(({ kind }) => kind === 'card');
  return history.filter((event) => {
    const { kind, what, state, amount, detail, at } = event;
    if (kind === 'movement') return amount !== 0 || what === 'undo';
    if (kind === 'attempt') return !moved.has(detail.attempt_id) && (amount !== 0 || state !== 'placed' || !keepsCard);
    // What a bank took back is not asked for again, by nobody's goodwill.
    if (kind === 'goodwill') return !takenBack.some((back) => Math.abs(at.getTime() - back.at.getTime()) < AT_ONCE_MS);
    if (kind !== 'due') return true;
    return !failures.some(({ endedAt }) => endedAt !== null && Math.abs(at.getTime() - endedAt.getTime()) < AT_ONCE_MS);
  });
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
  over: 'nothing was left to answer',
};

type Wording = (event: HistoryEvent, history: readonly HistoryEvent[]) => string;

const WHAT: Record<HistoryKind, Wording> = {
  placed: () => 'placed',
  attempt: paymentText,
  card: ({ what, detail }) => (detail.last4 ? `card kept: ${what} •••• ${detail.last4}` : 'card kept'), // erased since
  movement: ({ what, detail }, history) => {
    const attempt = history.find((event) => event.kind === 'attempt' && event.detail.attempt_id === detail.attempt_id);
    if (what === 'undo') return 'what was authorised is let go';
    if (what === 'chargeback') return 'taken back by the bank';
    const told = attempt && what !== 'refund' ? paymentText(attempt) : what;
    return detail.by_hand ? `${told}, ${what === 'refund' ? 'made' : 'captured'} at the provider` : told;
  },
  came_back: () => 'refund came back',
  line: ({ what }) => (what === 'fulfilled' ? 'sent' : what),
  notice: ({ what, detail: { from, until } }) =>
    `${what}: ships ${shipWindow({ from: String(from), until: String(until) })}`,
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
  message: () => 'message to the store',
  link: ({ what }) => `used the link to ${LINKS[what] ?? what}`,
  mail: ({ what }) => `mail ${spaced(what)}`,
  erased: () => 'erased: what named the customer is gone',
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

/** How it stands, and why. */
function standingOf({ kind, state, reason, detail, endedAt }: HistoryEvent): string {
  const because = reason === null ? '' : spaced(reason);
  if (kind === 'notice') {
    const asked = detail.answer_by === null ? '' : `answer by ${detail.answer_by}, else ${detail.silence}. `;
    return asked + (reason ?? '');
  }
  if (kind === 'answer') return `by ${spaced(String(detail.given_by))}`;
  if (kind === 'due') return `${because}, ${count(Number(detail.tries), 'try', 'tries')}`;
  if (kind === 'dispute' && detail.goes_on_at !== null) return `${spaced(state)}: ${because}; it goes on all the same`;
  if (kind === 'came_back') return 'the bank did not take it: give it another way';
  if (kind === 'card') return endedAt === null ? '' : detail.replaced ? 'replaced' : 'not kept any more';
  // “placed” is what an attempt at a checkout led to, and no word for the rest of the price or another card.
  if (kind === 'attempt' && state === 'placed') return 'done';
  return [spaced(state), because].filter(Boolean).join(': ');
}

import { toDecimal } from '../../domain/money.ts';
import type { HistoryEvent, HistoryKind } from '../../features/preorders/queries/history.ts';
import type { Store } from '../../features/stores/queries.ts';
import { count, moment, money, shipWindow, table } from './terminal.ts';

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

/** Everything that happened, a line each, in the order in which it did. */
export function historyText(history: readonly HistoryEvent[], currency: string, store: Store): string {
  const rows = history.map((event) => [
    ...[moment(event.at, store.timeZone), WHAT[event.kind](event), event.lines.join(', ')],
    ...[event.amount === null ? '' : money(event.amount, currency), standing(event, store)],
  ]);
  return `What happened\n${table(['When', 'What', 'Lines', 'Amount', ''], rows)}`;
}

const spaced = (text: string) => text.replaceAll('_', ' ');

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

const WHAT: Record<HistoryKind, (event: HistoryEvent) => string> = {
  placed: () => 'placed',
  attempt: ({ what, detail }) =>
    `${detail.off_session ? 'charge of the kept card' : PURPOSES[String(detail.purpose)]} by ${what}`,
  card: ({ what, detail }) => (detail.last4 ? `card kept: ${what} •••• ${detail.last4}` : 'card kept'), // erased since
  movement: ({ what }) => what,
  line: ({ what }) => (what === 'fulfilled' ? 'sent' : what),
  notice: ({ what, detail: { from, until } }) =>
    `${what}: ships ${shipWindow({ from: String(from), until: String(until) })}`,
  answer: ({ what }) => ANSWERS[what] ?? what,
  due: () => 'payment failed',
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

const LINKS: Record<string, string> = {
  cancel: 'cancel',
  manage: 'change it',
  pay: 'pay',
  card: 'change the card',
  answer: 'answer',
};

/** How it stands, and why. */
function standing({ kind, state, reason, detail, endedAt }: HistoryEvent, store: Store): string {
  const because = reason === null ? '' : spaced(reason);
  if (kind === 'notice') {
    const asked = detail.answer_by === null ? '' : `answer by ${detail.answer_by}, else ${detail.silence}. `;
    return asked + (reason ?? '');
  }
  if (kind === 'answer') return `by ${spaced(String(detail.given_by))}`;
  if (kind === 'due') {
    const kept =
      endedAt === null ? `, place kept until ${moment(new Date(String(detail.deadline)), store.timeZone)}` : '';
    return `${because}, ${count(Number(detail.tries), 'try', 'tries')}${kept}`;
  }
  if (kind === 'card') return endedAt === null ? '' : detail.last4 ? 'replaced' : 'not kept any more';
  // “placed” is what an attempt at a checkout led to, and no word for the rest of the price or another card.
  if (kind === 'attempt' && state === 'placed') return 'done';
  return [spaced(state), because].filter(Boolean).join(': ');
}

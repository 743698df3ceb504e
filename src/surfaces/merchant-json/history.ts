import type { HistoryEvent } from '../../core/preorders/queries/history-event.ts';
import { toDecimal } from '../../domain/money.ts';

/** Returns what happened to a pre-order. Which further fields an event has depends on its kind. */
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

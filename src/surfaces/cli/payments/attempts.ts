import type { Command } from 'commander';
import { abandonAttempt } from '../../../core/payments/commands/abandon-attempt.ts';
import { listLiveAttempts } from '../../../core/payments/queries.ts';
import { toDecimal } from '../../../domain/money.ts';
import { attemptJson } from '../../merchant-json/payments.ts';
import { formatTable, formatTime } from '../terminal.ts';
import { defineStoreReading, defineStoreVerb, type VerbRunner } from '../verb.ts';

/** Adds the operator's verbs for attempts that wait for their provider: list them, and stop waiting for one. */
export function addAttempts(runner: VerbRunner, attempts: Command): void {
  const list = attempts.command('list').description('the oldest first');
  defineStoreReading(runner, list, async ({ db }, { store }) => {
    const found = await listLiveAttempts(db, store.id);
    const amount = (minor: number) => toDecimal(minor, store.currency);
    const data = found.map((attempt) => attemptJson(attempt, store.currency));
    const time = (at: Date | null) => formatTime(at, store.timeZone);
    const rows = found.map((attempt) => [
      attempt.id,
      time(attempt.createdAt),
      attempt.state,
      `${amount(attempt.amount)} ${store.currency}`,
      time(attempt.holdExpiresAt),
    ]);
    const heads = ['Attempt', 'Since', 'State', 'Amount', 'Units kept until'];
    return { data, text: rows.length > 0 ? formatTable(heads, rows) : 'No payment is under way.' };
  });
  const abandon = attempts
    .command('abandon')
    .argument('<attempt>')
    .description('stop waiting for the provider: the units go back when their hold ends, and a late success is undone');
  defineStoreVerb(runner, abandon, async (deps, { args: [attempt = ''], store }) => {
    await abandonAttempt(deps, store.id, attempt);
    return {
      data: { id: attempt },
      text: 'Given up. If the provider still takes money for it, the money is given back.',
    };
  });
}

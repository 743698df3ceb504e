import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/payments.ts';
import { addAskingVerb } from '../asking.ts';
import { formatTable, momentIn } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

/** Adds the operator's verbs for attempts that wait for their provider: list them, and stop waiting for one. */
export function addAttempts(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'list', { operation: operations.listAttempts, text: attemptsTable });
  addAskingVerb(verbs, 'abandon <attempt-id>', {
    operation: operations.abandonAttempt,
    text: () => 'Given up. If the provider still takes money for it, the money is given back.',
  });
}

function attemptsTable(attempts: operations.AdminAttempt[], { currency, timeZone }: Store): string {
  if (attempts.length === 0) return 'No payment is under way.';
  const rows = attempts.map((attempt) => [
    attempt.id,
    momentIn(timeZone, attempt.created_at),
    attempt.state,
    `${attempt.amount} ${currency}`,
    momentIn(timeZone, attempt.hold_expires_at),
  ]);
  return formatTable(['Attempt', 'Since', 'State', 'Amount', 'Units kept until'], rows);
}

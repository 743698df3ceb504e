import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import type { NextStep } from '../../../domain/alert.ts';
import * as operations from '../../../protocol/schema/admin-api/operations.ts';
import { addAskingVerb } from '../asking.ts';
import { formatTable, momentIn, wrap } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';
import { COMMANDS } from './next.ts';

const WHAT_COLUMNS = 72;

export function addAlerts(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'list', { operation: operations.listAlerts, text: alertsTable });
  addAskingVerb(verbs, 'resolve <alert-id>', { operation: operations.resolveAlert, text: () => 'Resolved.' });
}

function alertsTable(alerts: operations.AdminAlert[], { timeZone }: Store): string {
  if (alerts.length === 0) return 'Nothing waits for you.';
  const rows = alerts.flatMap(({ id, code, message, next, created_at: since, resolved_at: resolved }) => {
    const [what = '', ...lines] = wrap(message, WHAT_COLUMNS);
    const more = next ? [...lines, `→ ./service ${COMMANDS[next.step as NextStep](next.about ?? '')}`] : lines;
    return [
      [id, momentIn(timeZone, since), code, what, momentIn(timeZone, resolved)],
      ...more.map((text) => ['', '', '', text, '']),
    ];
  });
  return formatTable(['Alert', 'Since', 'Code', 'What', 'Resolved'], rows);
}

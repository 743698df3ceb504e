import type { Command } from 'commander';
import { closeAlert } from '../../../core/alerts/commands.ts';
import { type AlertRow, listAlerts } from '../../../core/alerts/queries.ts';
import { alertJson } from '../../merchant-json/alerts.ts';
import { formatTable, formatTime, wrap } from '../terminal.ts';
import { defineStoreReading, defineStoreVerb, type VerbRunner } from '../verb.ts';
import { COMMANDS } from './next.ts';

const WHAT_COLUMNS = 72;

export function addAlerts(runner: VerbRunner, alerts: Command): void {
  const list = alerts.command('list').description('the newest first').option('--all', 'also resolved alerts');
  defineStoreReading<{ all?: boolean }>(runner, list, async ({ db }, { store, options }) => {
    const found = await listAlerts(db, store.id, { resolved: options.all ?? false });
    const time = (at: Date | null) => formatTime(at, store.timeZone);
    const rows = found.flatMap((alert) => {
      const { id, code, message, createdAt, resolvedAt } = alert;
      const [what = '', ...lines] = wrap(message, WHAT_COLUMNS);
      const command = commandOf(alert);
      const more = command === null ? lines : [...lines, `→ ${command}`];
      return [[id, time(createdAt), code, what, time(resolvedAt)], ...more.map((text) => ['', '', '', text, ''])];
    });
    return {
      data: found.map((alert) => ({ ...alertJson(alert), command: commandOf(alert) })),
      text:
        rows.length > 0 ? formatTable(['Alert', 'Since', 'Code', 'What', 'Resolved'], rows) : 'Nothing waits for you.',
    };
  });

  const resolve = alerts
    .command('resolve <alert>')
    .description('mark an alert as done; it comes back if its cause is still there');
  defineStoreVerb(runner, resolve, async ({ db }, { store, args: [id = ''] }) => {
    await closeAlert(db, store.id, id);
    return { data: { id }, text: 'Resolved.' };
  });
}

const commandOf = ({ nextStep, about }: AlertRow): string | null =>
  nextStep && `./service ${COMMANDS[nextStep](about ?? '')}`;

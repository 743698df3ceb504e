import type { Command } from 'commander';
import { listAlerts } from '../../features/stores/queries.ts';
import { moment, table } from './terminal.ts';
import { runsInStore, type VerbRunner } from './verb.ts';

export function addAlerts(runner: VerbRunner, program: Command): void {
  const alerts = program.command('alerts').description('what waits for the merchant');
  const list = alerts.command('list').description('the newest first').option('--all', 'those that were resolved, too');
  runsInStore<{ all?: boolean }>(runner, list, async ({ db }, { store, options }) => {
    const found = await listAlerts(db, store.id, { resolved: options.all ?? false });
    const data = found.map((alert) => ({
      id: alert.id,
      code: alert.code,
      subject_id: alert.subjectId,
      message: alert.message,
      created_at: alert.createdAt.toISOString(),
      resolved_at: alert.resolvedAt?.toISOString() ?? null,
    }));
    const time = (at: Date | null) => moment(at, store.timeZone);
    const rows = found.map((alert) => [time(alert.createdAt), alert.code, alert.message, time(alert.resolvedAt)]);
    return {
      data,
      text: rows.length > 0 ? table(['Since', 'Code', 'What', 'Resolved'], rows) : 'Nothing waits for you.',
    };
  });
}

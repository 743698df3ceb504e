import type { Command } from 'commander';
import { readPlacements } from '../../../core/measures/queries/placements.ts';
import { placementsJson } from '../../merchant-json/placements.ts';
import { formatTable, formatTime, wrap } from '../terminal.ts';
import { defineStoreReading, type VerbRunner } from '../verb.ts';

const COLUMNS = 96;

export function addPlacements(runner: VerbRunner, placements: Command): void {
  const show = placements.command('show').description('where placements were seen, and what keeps them from selling');
  defineStoreReading(runner, show, async ({ db }, { store }) => {
    const found = await readPlacements(db, store);
    const rows = found.pages.map(({ origin, products, lastSeenAt, allowed }) => [
      origin,
      products,
      formatTime(lastSeenAt, store.timeZone),
      allowed ? 'yes' : 'no',
    ]);
    const table = formatTable(['Page', 'Products', 'Last seen', 'Allowed'], rows);
    const problems = found.problems.map(({ code, message }) => `${code}\n  ${wrap(message, COLUMNS).join('\n  ')}`);
    const text = [...(rows.length > 0 ? [table] : []), ...problems].join('\n\n');
    return { data: placementsJson(found), text };
  });
}

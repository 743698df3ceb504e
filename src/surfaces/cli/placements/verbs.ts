import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import { type AdminPlacements, getPlacements } from '../../../protocol/schema/admin-api/operations.ts';
import { addAskingVerb } from '../asking.ts';
import { formatTable, momentIn, wrap } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

const COLUMNS = 96;

export function addPlacements(runner: VerbRunner, noun: Command): void {
  addAskingVerb({ noun, runner }, 'show', { operation: getPlacements, text: placementsText });
}

function placementsText({ pages, problems }: AdminPlacements, { timeZone }: Store): string {
  const rows = pages.map(({ origin, products, last_seen_at: seen, allowed }) => [
    origin,
    products,
    momentIn(timeZone, seen),
    allowed ? 'yes' : 'no',
  ]);
  const table = formatTable(['Page', 'Products', 'Last seen', 'Allowed'], rows);
  const told = problems.map(({ code, message }) => `${code}\n  ${wrap(message, COLUMNS).join('\n  ')}`);
  return [...(rows.length > 0 ? [table] : []), ...told].join('\n\n');
}

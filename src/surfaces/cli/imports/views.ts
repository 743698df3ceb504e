import type { Import, ImportRow } from '../../../core/imports/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { formatCount, formatFields, formatTable, formatTime, printable } from '../terminal.ts';

const WORDS = {
  ready: 'ready to come in',
  imported: 'imported',
  exists: 'here already',
  skipped: 'over elsewhere',
  refused: 'refused',
  undone: 'undone',
  kept: 'kept, because something has happened since',
} as const;

function sums({ fates }: Pick<Import, 'fates'>): string {
  const parts = Object.entries(WORDS).flatMap(([fate, words]) => {
    const count = fates[fate as keyof typeof WORDS];
    return count ? [`${count} ${words}`] : [];
  });
  return parts.join(', ') || 'none looked at yet';
}

/** Returns a line about a step under way. */
export function progressLine(one: Import): string {
  const { state, rows, fates } = one;
  const decided = Object.values(fates).reduce((sum, count) => sum + count, 0);
  if (state === 'checking') return `${decided} of ${rows} rows looked at`;
  if (state === 'importing') return `${fates.imported ?? 0} rows imported, ${fates.ready ?? 0} to go`;
  return state === 'undoing' ? `${fates.undone ?? 0} rows undone, ${fates.imported ?? 0} to go` : '';
}

export function importText(one: Import, rows: readonly ImportRow[]): string {
  const table = rows.map(({ line, key, fate, made, message, param, refusals, notes }) => [
    line,
    printable(key),
    fate ?? '',
    made ?? '',
    [...(refusals.length > 0 ? refusals : message === null ? [] : [{ param, message }]), ...notes]
      .map((one) => printable(one.param === null ? one.message : `${one.param}: ${one.message}`))
      .join(' '),
  ]);
  const next = one.state === 'checked' && one.fates.ready ? `Bring them in: ./service imports run ${one.id}` : '';
  return [
    formatFields([
      ['Import', one.id],
      ['File', printable(one.fileName)],
      ['State', one.state],
      ['Rows', `${formatCount(one.rows, 'row')}: ${sums(one)}`],
    ]),
    table.length > 0 ? formatTable(['Line', 'Reference', 'Fate', 'Became', 'Because'], table) : '',
    next,
  ]
    .filter(Boolean)
    .join('\n\n');
}

export function importsTable(found: readonly Import[], store: Store): string {
  const rows = found.map((one) => [
    one.id,
    one.kind,
    one.state,
    printable(one.fileName),
    sums(one),
    formatTime(one.createdAt, store.timeZone),
  ]);
  return formatTable(['Import', 'Of', 'State', 'File', 'Rows', 'Since'], rows);
}

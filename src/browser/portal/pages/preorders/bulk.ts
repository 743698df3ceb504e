import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import { type Outcome, useRun } from '../../bulk/run.ts';
import { faultsOf } from '../../requests/fault.ts';
import type { Preorder } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { parcelsSent } from '../sending/reads.ts';

type Body = operations['changePreorders']['requestBody']['content']['application/json'];
export type BulkRow = Body['rows'][number];
type Answer = operations['changePreorders']['responses'][200]['content']['application/json']['data'][number];
export type Done = NonNullable<Answer['data']>;

/** What can be done with many pre-orders, and the scope that it needs. */
export const BULK_ACTS = {
  release: 'releases:write',
  send: 'preorders:write',
  write: 'preorders:write',
  note: 'preorders:write',
  refund: 'refunds:write',
  cancel: 'preorders:write',
} as const;
export type BulkAct = keyof typeof BULK_ACTS;

export type BulkFields = { carrier: string; keep: boolean; amount: string; reason: string; text: string };

/** The rows of an act, for each pre-order one. */
export function rowsOf(act: BulkAct, preorders: readonly Preorder[], fields: BulkFields): BulkRow[] {
  const { carrier, keep, amount, reason, text } = fields;
  const more: Partial<Record<BulkAct, Partial<BulkRow>>> = {
    send: carrier === '' ? {} : { carrier },
    cancel: keep ? { keep_deposit: true } : {},
    refund: { amount, reason },
    write: { text },
    note: { text },
  };
  return preorders.map(({ reference }) => ({ act, reference, ...more[act] }));
}

/** The rows that a rehearsal found possible, for the line items that it named: what was seen is what is done. */
export const readyOf = (outcomes: readonly Outcome<BulkRow, Done>[]): BulkRow[] =>
  outcomes
    .filter(({ fate }) => fate === 'ready')
    .map(({ row, answer }) => ({
      ...row,
      ...(answer && answer.changed_lines.length > 0 && { lines: answer.changed_lines }),
    }));

export const useBulk = () =>
  useRun<BulkRow, Done>({
    perform,
    changed: () => {
      parcelsSent();
      changed(keyOf('batches'));
    },
  });

// Words and notes change no line item.
const CHANGES_LINES: readonly string[] = ['send', 'release', 'cancel', 'refund'];

async function perform(rows: readonly BulkRow[], dryRun: boolean): Promise<Outcome<BulkRow, Done>[]> {
  const body = { rows: [...rows], ...(dryRun && { dry_run: true }) };
  const { data } = bodyOf(await api.POST('/admin/api/v1/preorders/bulk', { body }));
  return rows.map((row, at) => {
    const { data: answer, error } = data[at] ?? {};
    if (!answer) return { row, fate: 'refused', faults: faultsOf(error) };
    const nothing = CHANGES_LINES.includes(row.act) && answer.changed_lines.length === 0;
    return { row, fate: nothing ? 'before' : dryRun ? 'ready' : 'done', faults: [], answer };
  });
}

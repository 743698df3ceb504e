import { type Outcome, useRun } from '../../bulk/run.ts';
import { faultOf } from '../../requests/fault.ts';
import type { Waitlist } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { changed } from '../../requests/use-data.ts';
import { performAct, readPreview } from './acts.tsx';

/** What is done with many waitlists at once. What cannot be undone is done on the page of each. */
export const BULK_ACTS = ['open', 'pause', 'resume'] as const;
export type BulkAct = (typeof BULK_ACTS)[number];

export type BulkRow = { act: BulkAct; id: string; reference: string; path: string };
/** Units that are neither sold nor held, and pre-orders that wait: what the act touches. */
export type Touched = { units_left: number; preorders_waiting: number };

export const rowOf =
  (act: BulkAct) =>
  ({ id, product }: Waitlist): BulkRow => ({ act, id, reference: product.title, path: `/waitlists/${id}` });

export const useBulk = () =>
  useRun<BulkRow, Touched>({ perform, changed: () => changed(keyOf('waitlists')), atOnce: 1 });

async function perform(rows: readonly BulkRow[], dryRun: boolean): Promise<Outcome<BulkRow, Touched>[]> {
  const outcomes: Outcome<BulkRow, Touched>[] = [];
  for (const row of rows) outcomes.push(await performOne(row, dryRun));
  return outcomes;
}

async function performOne(row: BulkRow, dryRun: boolean): Promise<Outcome<BulkRow, Touched>> {
  try {
    if (!dryRun) {
      await performAct(row.id, row.act);
      return { row, fate: 'done', faults: [] };
    }
    const { refusal, ...answer } = await readPreview(row.id, row.act);
    if (refusal) return { row, fate: 'refused', faults: [faultOf(refusal)] };
    return { row, fate: 'ready', faults: [], answer };
  } catch (error) {
    const fault = faultOf(error);
    // Without an answer it may have been done: the run ends and says so.
    if (fault.code === 'network') throw error;
    return { row, fate: 'refused', faults: [fault] };
  }
}

import { type Fate, type Outcome, useRun } from '../../bulk/run.ts';
import { type Fault, faultsOf } from '../../requests/fault.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { textOf } from '../../texts.ts';
import { parcelsSent } from './reads.ts';

/** A parcel that leaves: which pre-order, which of its line items, and how it is followed. */
export type SendRow = {
  reference: string;
  lines?: number[] | undefined;
  carrier?: string;
  tracking_number?: string;
  tracking_link?: string;
};

/** Sends parcels. One that had left already is followed as its row says. */
export const useSends = <Row extends SendRow>() => useRun<Row>({ perform: sendRows, changed: parcelsSent });

async function sendRows<Row extends SendRow>(rows: readonly Row[], dryRun: boolean): Promise<Outcome<Row>[]> {
  const body = { rows: rows.map(rowOf), ...(dryRun && { dry_run: true }) };
  const { data } = bodyOf(await api.POST('/admin/api/v1/preorders/bulk', { body }));
  const done = dryRun ? 'ready' : 'done';
  return rows.map((row, at) => outcomeOf(row, data[at], done));
}

function rowOf({ reference, lines, carrier, tracking_number, tracking_link }: SendRow) {
  return {
    act: 'send' as const,
    reference,
    ...(lines && { lines }),
    ...(carrier && { carrier }),
    ...(tracking_number && { tracking_number }),
    ...(tracking_link && { tracking_link }),
  };
}

type RowAnswer = { data?: { changed_lines: number[]; state: string }; error?: { code: string; message: string } };

function outcomeOf<Row extends SendRow>(row: Row, answer: RowAnswer | undefined, done: Fate): Outcome<Row> {
  const { data, error } = answer ?? {};
  if (error) return refusedBy(row, error);
  return { row, fate: data?.changed_lines.length === 0 ? 'before' : done, faults: [] };
}

/** The fate of a row that the file alone decides. */
export const refusedBy = <Row extends SendRow>(row: Row, error: unknown): Outcome<Row> => ({
  row,
  fate: 'refused',
  faults: faultsOf(error).map(wordsOf),
});

/** Says in which state a line item cannot be sent: the service's sentence names its number, which no list shows. */
function wordsOf(fault: Fault): Pick<Fault, 'text' | 'said'> {
  const state = fault.code === 'invalid_transition' ? textOf(`sending.refused.${fault.data?.state}`) : undefined;
  return state === undefined ? fault : { text: state };
}

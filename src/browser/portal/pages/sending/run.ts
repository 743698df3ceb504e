import { useEffect, useRef, useState } from 'preact/hooks';
import { type Fault, faultOf, faultsOf } from '../../requests/fault.ts';
import { useKept } from '../../requests/leaving.ts';
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

/** ready: it would be sent, or was not tried · before: it had left already, and is followed as the row says. */
export type Fate = 'ready' | 'sent' | 'before' | 'refused';
export type Outcome<Row> = { row: Row; fate: Fate; faults: Pick<Fault, 'text' | 'said'>[] };

export type Run<Row> = {
  total: number;
  /** Only asks what would become of the rows. */
  dryRun: boolean;
  outcomes: readonly Outcome<Row>[];
  state: 'running' | 'stopped' | 'done';
  /** Why it ended early. What was asked for last may have been done. */
  fault: Fault | undefined;
};

// So many in a request that the progress moves each second, and that a stop is heard soon; more of a large file, which takes minutes.
const AT_ONCE = 50;
const AT_ONCE_OF_MANY = 250;
const MANY = 2_000;

/** Sends parcels in parts, with progress. Each row is done, or its refusal is known; between two parts it can be stopped. */
export function useRun<Row extends SendRow>() {
  const [run, setRun] = useState<Run<Row>>();
  const stopped = useRef(false);
  useKept(() => (run?.state === 'running' ? 'running' : undefined));
  // Leaving is asked about before; what is under way is then stopped like by the button.
  useEffect(() => stop, []);

  function stop(): void {
    stopped.current = true;
  }

  async function start(rows: readonly Row[], dryRun = false): Promise<Outcome<Row>[]> {
    stopped.current = false;
    const outcomes: Outcome<Row>[] = [];
    const show = (state: Run<Row>['state'], fault?: Fault) =>
      setRun({ total: rows.length, dryRun, outcomes: [...outcomes], state, fault });
    const size = rows.length > MANY ? AT_ONCE_OF_MANY : AT_ONCE;
    show('running');
    try {
      for (let at = 0; at < rows.length && !stopped.current; at += size) {
        outcomes.push(...(await sendRows(rows.slice(at, at + size), dryRun)));
        if (at + size < rows.length) show('running');
      }
      show(outcomes.length < rows.length ? 'stopped' : 'done');
    } catch (error) {
      show('stopped', faultOf(error));
    }
    if (!dryRun) parcelsSent();
    return outcomes;
  }

  return { run, start, stop, forget: () => setRun(undefined) };
}

async function sendRows<Row extends SendRow>(rows: readonly Row[], dryRun: boolean): Promise<Outcome<Row>[]> {
  const body = { rows: rows.map(rowOf), ...(dryRun && { dry_run: true }) };
  const { data } = bodyOf(await api.POST('/admin/api/v1/preorders/bulk', { body }));
  const done = dryRun ? 'ready' : 'sent';
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

import { useEffect, useRef, useState } from 'preact/hooks';
import { type Fault, faultOf, faultsOf } from '../../requests/fault.ts';
import { useKept } from '../../requests/leaving.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { textOf } from '../../texts.ts';
import { parcelsSent } from './reads.ts';

/** A parcel that leaves: which pre-order, which of its line items, and how it is followed. */
export type SendRow = {
  reference: string;
  lines?: number[];
  carrier?: string;
  tracking_number?: string;
  tracking_link?: string;
};

/** before: it had left already, and is followed as the row says. */
export type Fate = 'sent' | 'before' | 'refused';
export type Outcome<Row> = { row: Row; fate: Fate; faults: Pick<Fault, 'text' | 'said'>[] };

export type Run<Row> = {
  total: number;
  outcomes: readonly Outcome<Row>[];
  state: 'running' | 'stopped' | 'done';
  /** Why it ended early. What was asked for last may have been done. */
  fault: Fault | undefined;
};

// So many in a request that the progress moves each second, and that a stop is heard soon.
const AT_ONCE = 50;

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
      setRun({ total: rows.length, outcomes: [...outcomes], state, fault });
    show('running');
    try {
      for (let at = 0; at < rows.length && !stopped.current; at += AT_ONCE) {
        outcomes.push(...(await sendRows(rows.slice(at, at + AT_ONCE), dryRun)));
        if (at + AT_ONCE < rows.length) show('running');
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
  return rows.map((row, at) => outcomeOf(row, data[at]));
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

function outcomeOf<Row>(row: Row, { data, error }: RowAnswer = {}): Outcome<Row> {
  if (error) return { row, fate: 'refused', faults: faultsOf(error).map(wordsOf) };
  return { row, fate: data?.changed_lines.length === 0 ? 'before' : 'sent', faults: [] };
}

/** Says in which state a line item cannot be sent: the service's sentence names its number, which no list shows. */
function wordsOf(fault: Fault): Pick<Fault, 'text' | 'said'> {
  const state = fault.code === 'invalid_transition' ? textOf(`sending.refused.${fault.data?.state}`) : undefined;
  return state === undefined ? fault : { text: state };
}

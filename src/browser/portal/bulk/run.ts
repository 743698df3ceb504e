import { useEffect, useRef, useState } from 'preact/hooks';
import { type Fault, faultOf } from '../requests/fault.ts';
import { useKept } from '../requests/leaving.ts';

/** ready: it would be done, or was not tried · before: it had been done already, as the row says. */
export type Fate = 'ready' | 'done' | 'before' | 'refused';

export type Outcome<Row, Answer = unknown> = {
  row: Row;
  fate: Fate;
  faults: Pick<Fault, 'text' | 'said'>[];
  answer?: Answer | undefined;
};

export type Run<Row, Answer = unknown> = {
  total: number;
  /** Only asks what would become of the rows. */
  dryRun: boolean;
  outcomes: readonly Outcome<Row, Answer>[];
  state: 'running' | 'stopped' | 'done';
  /** Why it ended early. What was asked for last may have been done. */
  fault: Fault | undefined;
};

// So many in a request that the progress moves each second, and that a stop is heard soon; more of a large list, which takes minutes.
const AT_ONCE = 50;
const AT_ONCE_OF_MANY = 250;
const MANY = 2_000;

type RunOptions<Row, Answer> = {
  /** Does a part of the rows, or with `dryRun` asks what would become of them. */
  perform: (rows: readonly Row[], dryRun: boolean) => Promise<Outcome<Row, Answer>[]>;
  /** Reads again what was changed. */
  changed: () => void;
  /** How many rows a part has, where each is a request of its own: then a stop, or a lost answer, concerns one row. */
  atOnce?: number;
};

/** Does something with many rows in parts, with progress. Each row is done, or its refusal is known; between two parts it can be stopped. */
export function useRun<Row, Answer = unknown>({ perform, changed, atOnce }: RunOptions<Row, Answer>) {
  const [run, setRun] = useState<Run<Row, Answer>>();
  const stopped = useRef(false);
  useKept(() => (run?.state === 'running' && !run.dryRun ? 'running' : undefined));
  // Leaving is asked about before; what is under way is then stopped like by the button.
  useEffect(() => stop, []);

  function stop(): void {
    stopped.current = true;
  }

  async function start(rows: readonly Row[], dryRun = false): Promise<Outcome<Row, Answer>[]> {
    stopped.current = false;
    const outcomes: Outcome<Row, Answer>[] = [];
    const show = (state: Run<Row>['state'], fault?: Fault) =>
      setRun({ total: rows.length, dryRun, outcomes: [...outcomes], state, fault });
    const size = atOnce ?? (rows.length > MANY ? AT_ONCE_OF_MANY : AT_ONCE);
    show('running');
    try {
      for (let at = 0; at < rows.length && !stopped.current; at += size) {
        outcomes.push(...(await perform(rows.slice(at, at + size), dryRun)));
        if (at + size < rows.length) show('running');
      }
      show(outcomes.length < rows.length ? 'stopped' : 'done');
    } catch (error) {
      show('stopped', faultOf(error));
    }
    if (!dryRun) changed();
    return outcomes;
  }

  return { run, start, stop, forget: () => setRun(undefined) };
}

/** Why rows were refused, by their keys. */
export type Refusals = ReadonlyMap<string, readonly Pick<Fault, 'text' | 'said'>[]>;

export const refusalsOf = <Row>(outcomes: readonly Outcome<Row>[], keyOf: (row: Row) => string): Refusals =>
  new Map(outcomes.filter(({ faults }) => faults.length > 0).map(({ row, faults }) => [keyOf(row), faults]));

import { useEffect, useState } from 'preact/hooks';
import { type Outcome, type Refusals, refusalsOf } from '../../bulk/run.ts';
import { NO_TICKS, removed, type Ticks } from '../../bulk/ticks.ts';
import type { Preorder } from '../../requests/kinds.ts';
import { type BulkAct, type BulkRow, type Done, useBulk } from './bulk.ts';

/** Holds which pre-orders are ticked, and what is done with them. `of` is the filter: what it hides must not be done with what it shows. */
export function useWork(of: string) {
  const [round, setRound] = useState(0);
  const [ticks, setTicks] = useState<Ticks<Preorder>>(NO_TICKS);
  const [refusals, setRefusals] = useState<Refusals>(new Map());
  const [act, setAct] = useState<BulkAct>('send');
  const running = useBulk();
  useEffect(() => setTicks(NO_TICKS), [of]);
  const perform = async (chosen: BulkAct, rows: BulkRow[], refused: readonly Outcome<BulkRow, Done>[]) => {
    setAct(chosen);
    setRefusals(new Map());
    const outcomes = await running.start(rows);
    const done = outcomes.filter(({ fate }) => fate !== 'refused').map(({ row }) => row.reference);
    setTicks(({ rows: ticked }) => ({ rows: removed(ticked, done), last: undefined }));
    setRefusals(refusalsOf([...refused, ...outcomes], ({ reference }) => reference));
    setRound((now) => now + 1);
  };
  return { round, ticks, setTicks, refusals, act, running, perform };
}

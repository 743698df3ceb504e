import { setImmediate as afterThisMoment } from 'node:timers/promises';

type Waiting<Entry, Done> = { entry: Entry; resolve: (done: Done) => void; reject: (error: unknown) => void };

const BATCH_MAX = 25;

/**
 * Returns what does `work` for the entries of a group in batches. A batch has what comes at the same moment. While it is under way,
 * what comes waits for the next one, so an entry that comes alone waits for nothing. `work` returns a result for each entry, in their
 * order. If a batch fails, each of its entries is done by itself, so that one fails no other.
 *
 *     const book = gather((movements: Movement[]) => db.transaction((tx) => bookAll(tx, movements)));
 *     await book(storeId, movement);
 */
export function gather<Entry, Done>(
  work: (entries: readonly Entry[]) => Promise<readonly Done[]>,
): (group: string, entry: Entry) => Promise<Done> {
  const groups = new Map<string, Waiting<Entry, Done>[]>(); // those with a batch under way

  async function runAll(group: string, waiting: Waiting<Entry, Done>[]): Promise<void> {
    await afterThisMoment();
    while (waiting.length > 0) await runBatch(work, waiting.splice(0, BATCH_MAX));
    groups.delete(group);
  }
  return (group, entry) =>
    new Promise((resolve, reject) => {
      const one = { entry, resolve, reject };
      const waiting = groups.get(group);
      if (waiting) return void waiting.push(one);
      const first = [one];
      groups.set(group, first);
      void runAll(group, first);
    });
}

async function runBatch<Entry, Done>(
  work: (entries: readonly Entry[]) => Promise<readonly Done[]>,
  batch: readonly Waiting<Entry, Done>[],
): Promise<void> {
  try {
    const done = await work(batch.map(({ entry }) => entry));
    for (const [index, { resolve }] of batch.entries()) resolve(done[index] as Done);
  } catch (error) {
    const [first] = batch;
    if (batch.length === 1) first?.reject(error);
    else await Promise.all(batch.map((one) => runBatch(work, [one])));
  }
}

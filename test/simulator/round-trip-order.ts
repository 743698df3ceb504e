import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../support/faults.ts';

/**
 * A request that waits for its turn. `pid` is the server process that will answer, `work` the work that it belongs to: they
 * order requests that become free at the same time, independent of the network.
 */
type Waiting = { pid: number; work: number; go: () => Promise<unknown> };

export type RoundTripOrder = {
  /** Makes one round trip to the server: at once without parallel works, otherwise when it is drawn. */
  pass<T>(pid: number, ask: () => Promise<T>): Promise<T>;
  /** Runs several works in parallel. Their round trips are interleaved as `random` draws them. */
  together<T>(random: Random, works: readonly (() => Promise<T>)[]): Promise<T[]>;
};

// Most answers take a fraction of this; a later one may be waiting for a lock of another work.
const PATIENCE_MS = 1;
// The code of a work between two round trips (promises, the sale queue's turns) ends within so many turns of the loop.
const TURNS_TO_REST = 4;

/**
 * Makes concurrency replayable: one round trip runs at a time, and the next one is drawn. A round trip that waits for a lock
 * is set aside until the server answers it; `isBlocked` asks the server whether it waits for one.
 */
export function createRoundTripOrder(isBlocked: (pid: number) => Promise<boolean>): RoundTripOrder {
  let crowd: Waiting[] | null = null;
  const whose = new AsyncLocalStorage<number>();

  const pass = <T>(pid: number, ask: () => Promise<T>): Promise<T> => {
    const waiting = crowd;
    if (waiting === null) return ask();
    return new Promise<T>((resolve, reject) => {
      waiting.push({ pid, work: whose.getStore() ?? -1, go: () => ask().then(resolve, reject) });
    });
  };

  return {
    pass,
    async together(random, works) {
      if (crowd !== null) throw new Error('parallel works started other parallel works');
      crowd = [];
      try {
        let running = works.length;
        const end = () => {
          running -= 1;
        };
        const done = Promise.allSettled(works.map((work, index) => whose.run(index, work).finally(end)));
        await conduct({ random, crowd, isBlocked, isOver: () => running === 0 });
        const ended = await done;
        return ended.map((one) => {
          if (one.status === 'rejected') throw one.reason;
          return one.value;
        });
      } finally {
        const late = crowd; // requests without a waiter, such as the end of a connection
        crowd = null;
        for (const { go } of late) await go();
      }
    },
  };
}

type Scene = {
  random: Random;
  crowd: Waiting[];
  isBlocked: (pid: number) => Promise<boolean>;
  isOver: () => boolean;
};

/** A started round trip, and whether it is answered. */
type StartedTrip = { pid: number; answered: boolean; answer: Promise<unknown> };

async function conduct({ random, crowd, isBlocked, isOver }: Scene): Promise<void> {
  const aside = new Set<StartedTrip>();
  for (;;) {
    await comeToRest();
    for (const one of [...aside]) if (await isFree(one, isBlocked)) aside.delete(one);
    await comeToRest();
    if (isOver()) return;
    // A connection answers in order, so requests behind a blocked statement wait with it.
    const able = crowd.filter(({ pid }) => [...aside].every((one) => one.pid !== pid));
    if (able.length === 0) {
      await sleep(1); // time for the server, for example to detect a deadlock
      continue;
    }
    const next = random.pick(able.sort((one, other) => one.work - other.work));
    crowd.splice(crowd.indexOf(next), 1);
    const asked = ask(next);
    if (!(await isOutOfTheWay(asked, isBlocked))) aside.add(asked);
  }
}

function ask({ pid, go }: Waiting): StartedTrip {
  const asked: StartedTrip = { pid, answered: false, answer: Promise.resolve() };
  asked.answer = go().finally(() => {
    asked.answered = true;
  });
  return asked;
}

/** Resolves with true once it is answered, or with false once it is known to wait for a lock. */
async function isOutOfTheWay(asked: StartedTrip, isBlocked: Scene['isBlocked']): Promise<boolean> {
  for (;;) {
    await Promise.race([asked.answer, sleep(PATIENCE_MS)]);
    if (asked.answered) return true;
    if (await isBlocked(asked.pid)) return asked.answered;
  }
}

/** Resolves with false while a round trip that was set aside waits for its lock, and with true once it is answered. */
async function isFree(asked: StartedTrip, isBlocked: Scene['isBlocked']): Promise<boolean> {
  return asked.answered || (!(await isBlocked(asked.pid)) && isOutOfTheWay(asked, isBlocked));
}

async function comeToRest(): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_REST; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

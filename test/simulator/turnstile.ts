import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../support/faults.ts';

/**
 * Something that waits for its turn to ask the server. `pid` is the server's process that will answer, `work` whose it is:
 * two that became free at the same time come in an order of their own, not in the one of the network.
 */
type Waiting = { pid: number; work: number; go: () => Promise<unknown> };

export type Turnstile = {
  /** One round trip to the server. Alone it goes at once; beside others, when it is drawn. */
  pass<T>(pid: number, ask: () => Promise<T>): Promise<T>;
  /** Runs several works at once: between any two round trips of one, any of another may come, as `random` draws them. */
  together<T>(random: Random, works: readonly (() => Promise<T>)[]): Promise<T[]>;
};

// Most answers take a fraction of it; whoever has none by then may be waiting for a lock that another one holds.
const PATIENCE_MS = 1;
// What a work does between two round trips (promises, the sale queue's turns) is over after so many turns of the loop.
const TURNS_TO_REST = 4;

/**
 * Makes concurrency replayable: one round trip is under way at a time, and which comes next is drawn. One that waits for a
 * lock is set aside until the server answers it; `isBlocked` asks the server whether that is so.
 */
export function createTurnstile(isBlocked: (pid: number) => Promise<boolean>): Turnstile {
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
      if (crowd !== null) throw new Error('works that run together do not begin others');
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
        const late = crowd; // what nobody waits for any more, such as the end of a connection
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

/** An asked round trip, and whether it was answered. */
type Asked = { pid: number; answered: boolean; answer: Promise<unknown> };

async function conduct({ random, crowd, isBlocked, isOver }: Scene): Promise<void> {
  const aside = new Set<Asked>();
  for (;;) {
    await comeToRest();
    for (const one of [...aside]) if (await isFree(one, isBlocked)) aside.delete(one);
    await comeToRest();
    if (isOver()) return;
    // A connection answers one after the other: what stands behind a blocked statement waits with it.
    const able = crowd.filter(({ pid }) => [...aside].every((one) => one.pid !== pid));
    if (able.length === 0) {
      await sleep(1); // for the server to notice a deadlock, say
      continue;
    }
    const next = random.pick(able.sort((one, other) => one.work - other.work));
    crowd.splice(crowd.indexOf(next), 1);
    const asked = ask(next);
    if (!(await isOutOfTheWay(asked, isBlocked))) aside.add(asked);
  }
}

function ask({ pid, go }: Waiting): Asked {
  const asked: Asked = { pid, answered: false, answer: Promise.resolve() };
  asked.answer = go().finally(() => {
    asked.answered = true;
  });
  return asked;
}

/** Resolves once it is answered (true), or is known to wait for somebody else (false). */
async function isOutOfTheWay(asked: Asked, isBlocked: Scene['isBlocked']): Promise<boolean> {
  for (;;) {
    await Promise.race([asked.answer, sleep(PATIENCE_MS)]);
    if (asked.answered) return true;
    if (await isBlocked(asked.pid)) return asked.answered;
  }
}

/** Of one that was set aside: still waiting for the lock (false), or answered by now. */
async function isFree(asked: Asked, isBlocked: Scene['isBlocked']): Promise<boolean> {
  return asked.answered || (!(await isBlocked(asked.pid)) && isOutOfTheWay(asked, isBlocked));
}

async function comeToRest(): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_REST; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

import type { Process } from './process.ts';

type Kind = 'mail' | 'account';

/** Something that was handed over: a mail to its server, a payment to the account's provider. over: nobody waits for it any more. */
type Try = { kind: Kind; of: string; at: number; outcome: 'taken' | 'refused' | 'over'; step: number };

/** A time in which our side did not work, as whoever stands outside has seen it; null: it lasts. */
export type SeenOutage = { kind: 'worker' | Kind; from: number; until: number | null };

// Refusals that are all there is for ten minutes are noticed (and some seconds of a step more); of an account, so many in a row at once.
const NOTICED_AFTER_MS = 10 * 60_000 + 5_000;
const REFUSED_IN_A_ROW = 3;
// A shorter time without a worker is a restart, and no outage.
const RESTART_MS = 5 * 60_000;

/**
 * What breaks on our side, and a log of it that rests on nothing the product writes down: when workers were gone, and what was
 * handed over and refused.
 */
export function createTroubles(now: () => number) {
  const tries: Try[] = [];
  const withoutWorkers: SeenOutage[] = [];
  const brokenUntil: Record<Kind, number> = { mail: 0, account: 0 };
  const faulty = new Set<number>();
  let step = 0;
  let goneSince: number | null = null;
  return {
    /** A step begins. */
    begin() {
      step += 1;
    },
    /** It met a fault: a process may have died before it wrote down what was refused. */
    blur() {
      faulty.add(step);
    },
    /** Workers are gone from now on, until one is asked to do something. */
    stopWorkers() {
      goneSince ??= now();
    },
    workersAreGone: () => goneSince !== null,
    /** Before a worker does anything it is started. */
    async startWorker(process: Process) {
      if (goneSince === null) return;
      // Time that passes while the worker starts does not count: the worker may have reported before it.
      const until = now();
      await process.rounds.noteAlive?.run();
      if (goneSince !== null && until - goneSince > RESTART_MS)
        withoutWorkers.push({ kind: 'worker', from: goneSince, until });
      goneSince = null;
    },
    breakDown(kind: Kind, seconds: number) {
      brokenUntil[kind] = Math.max(brokenUntil[kind], now() + seconds * 1_000);
    },
    isBroken: (kind: Kind) => now() < brokenUntil[kind],
    note(kind: Kind, of: string, outcome: Try['outcome']) {
      tries.push({ kind, of, outcome, at: now(), step });
    },
    /** The last mail that was tried waits for its server. */
    mailsWait: () => tries.findLast(({ kind }) => kind === 'mail')?.outcome === 'refused',
    /** Nothing is broken any more. */
    end() {
      brokenUntil.mail = 0;
      brokenUntil.account = 0;
    },
    outages(): SeenOutage[] {
      const gone: SeenOutage[] = goneSince === null ? [] : [{ kind: 'worker', from: goneSince, until: null }];
      return [...withoutWorkers, ...gone, ...seenIn('mail', tries, faulty), ...seenIn('account', tries, faulty)];
    },
  };
}

export type Troubles = ReturnType<typeof createTroubles>;

/** From the first refusal until something was taken, where that could be noticed. Refusals of a step with a fault may not count. */
function seenIn(kind: Kind, tries: readonly Try[], faulty: ReadonlySet<number>): SeenOutage[] {
  const found: SeenOutage[] = [];
  let refused: Try[] = [];
  let isNoticed = false;
  for (const one of tries.filter((each) => each.kind === kind)) {
    const isClean = !faulty.has(one.step);
    if (one.outcome === 'refused' && isClean) refused.push(one);
    const [first] = refused;
    const isLong = first !== undefined && one.at - first.at >= NOTICED_AFTER_MS;
    const isMany = new Set(refused.map(({ of }) => of)).size >= REFUSED_IN_A_ROW;
    // That an account took a payment after long says nothing of the time between; that a mail went out after long does.
    const tells = one.outcome === 'refused' || (one.outcome === 'taken' && kind === 'mail');
    if (isClean && tells && (isLong || (kind === 'account' && isMany))) isNoticed = true;
    if (one.outcome === 'refused') continue;
    if (first && isNoticed) found.push({ kind, from: first.at, until: one.at });
    refused = [];
    isNoticed = false;
  }
  const [first] = refused;
  return first && isNoticed ? [...found, { kind, from: first.at, until: null }] : found;
}

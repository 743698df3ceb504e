import type { Process } from './process.ts';

type Kind = 'mail' | 'account';

/** A mail or payment that was handed over to its server or provider. over: it is not needed any more. */
type Try = { kind: Kind; of: string; at: number; outcome: 'taken' | 'refused' | 'over'; step: number };

/** An outage of our side, as seen from outside; null: it lasts. */
export type SeenOutage = { kind: 'worker' | Kind; from: number; until: number | null };

// Ten minutes of refusals only (and some seconds of a step) are an outage; of an account, also that many in a row.
const NOTICED_AFTER_MS = 10 * 60_000 + 5_000;
const REFUSED_IN_A_ROW = 3;
// A shorter time without a worker is a restart, and no outage.
const RESTART_MS = 5 * 60_000;

/**
 * Causes outages of our side and logs them independently of the product's rows: when no worker ran, and what was handed
 * over or refused.
 */
export function createOutages(now: () => number) {
  const tries: Try[] = [];
  const withoutWorkers: SeenOutage[] = [];
  const brokenUntil: Record<Kind, number> = { mail: 0, account: 0 };
  const faulty = new Set<number>();
  let step = 0;
  let goneSince: number | null = null;
  return {
    /** Begins a step. */
    begin() {
      step += 1;
    },
    /** Notes a fault in the step: a process may have died before it stored a refusal. */
    blur() {
      faulty.add(step);
    },
    /** Stops all workers until one is needed. */
    stopWorkers() {
      goneSince ??= now();
    },
    workersAreGone: () => goneSince !== null,
    /** Starts a worker before it works. */
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
    /** Tells whether the last mail waits for its server. */
    mailsWait: () => tries.findLast(({ kind }) => kind === 'mail')?.outcome === 'refused',
    /** Ends all outages. */
    end() {
      brokenUntil.mail = 0;
      brokenUntil.account = 0;
    },
    outages(): SeenOutage[] {
      const gone: SeenOutage[] = goneSince === null ? [] : [{ kind: 'worker', from: goneSince, until: null }];
      return [...withoutWorkers, ...gone, ...outagesIn('mail', tries, faulty), ...outagesIn('account', tries, faulty)];
    },
  };
}

export type Outages = ReturnType<typeof createOutages>;

/**
 * Lists the noticeable times from a first refusal to the next success. Refusals of a step with a fault may not count.
 */
function outagesIn(kind: Kind, tries: readonly Try[], faulty: ReadonlySet<number>): SeenOutage[] {
  const found: SeenOutage[] = [];
  let refused: Try[] = [];
  let isNoticed = false;
  for (const one of tries.filter((each) => each.kind === kind)) {
    const isClean = !faulty.has(one.step);
    if (one.outcome === 'refused' && isClean) refused.push(one);
    const [first] = refused;
    const isLong = first !== undefined && one.at - first.at >= NOTICED_AFTER_MS;
    const isMany = new Set(refused.map(({ of }) => of)).size >= REFUSED_IN_A_ROW;
    // A late success of an account tells nothing about the time between; a late mail does.
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

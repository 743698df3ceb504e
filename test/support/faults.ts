import { type PaymentProvider, ProviderError } from '../../src/integrations/payments/port.ts';
import { type Database, openDatabase } from '../../src/platform/db.ts';

/** A random generator (mulberry32). One seed always gives the same numbers. */
export type Random = {
  /** A whole number from 0 to `limit` − 1. */
  below(below: number): number;
  /** True with a probability of `percent`. */
  chance(percent: number): boolean;
  pick<T>(from: readonly T[]): T;
};

export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick(from) {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('pick from an empty list');
      return picked;
    },
  };
}

/** How often each fault occurred: a run without a fault proves nothing about it. */
export type FaultCounts = Record<'lost' | 'missing' | 'double' | 'late' | 'kill', number>;

export type Faults = { random: Random; counts: FaultCounts; on: boolean };

/** Wraps a provider with faults: lost requests, lost answers, doubled calls and late answers. */
export function withFaults(provider: PaymentProvider, faults: Faults): PaymentProvider {
  const { random, counts } = faults;
  const disturb = async <T>(call: () => Promise<T>): Promise<T> => {
    if (!faults.on || random.chance(60)) return call();
    const fault = random.pick(['lost', 'missing', 'double', 'late'] as const);
    counts[fault] += 1;
    if (fault === 'missing') throw new ProviderError('unreachable', 'the request was lost');
    if (fault === 'double') await call();
    const answer = await call();
    if (fault === 'lost') throw new ProviderError('unreachable', 'the answer was lost');
    if (fault === 'late') for (let turn = random.below(40); turn > 0; turn -= 1) await new Promise(setImmediate);
    return answer;
  };
  return {
    name: provider.name,
    serves: (mode) => provider.serves(mode),
    chargeable: (currency) => provider.chargeable(currency),
    create: (request) => disturb(() => provider.create(request)),
    confirm: (ref, token) => disturb(() => provider.confirm(ref, token)),
    read: (ref) => disturb(() => provider.read(ref)),
    cancel: (ref) => disturb(() => provider.cancel(ref)),
    charge: (request) => disturb(() => provider.charge(request)),
    findCharge: (request) => disturb(() => provider.findCharge(request)),
    forget: (method) => disturb(() => provider.forget(method)),
    capture: (ref, sum, movementId) => disturb(() => provider.capture(ref, sum, movementId)),
    refund: (ref, sum, movementId) => disturb(() => provider.refund(ref, sum, movementId)),
    hasDone: (ref, movementId) => disturb(() => provider.hasDone(ref, movementId)),
    inspect: (ref) => disturb(() => provider.inspect(ref)),
  };
}

const DEAD = 'this process is dead';

export type KillableDatabase = Database & {
  /** Dies like a process: all connections break at once, and no statement is sent any more. */
  kill(): Promise<void>;
};

export function openKillableDatabase(url: string, name: string, survivor: Database): KillableDatabase {
  const named = new URL(url);
  named.searchParams.set('application_name', name);
  const db = openDatabase({ url: named.href, poolConnectionsMax: 6 });
  let dead = false;
  const whileAlive = async <T>(work: () => Promise<T>): Promise<T> => {
    if (dead) throw new Error(DEAD);
    try {
      return await work();
    } catch (error) {
      throw dead ? new Error(DEAD, { cause: error }) : error;
    }
  };
  return {
    ...db,
    query: (text, values) => whileAlive(() => db.query(text, values)),
    transaction: (work) => whileAlive(() => db.transaction(work)),
    connect: (options) => whileAlive(() => db.connect(options)),
    async kill() {
      dead = true;
      await survivor.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
        name,
      ]);
    },
  };
}

import type { Deps } from '../../src/features/deps.ts';
import { ProviderError } from '../../src/integrations/payments/port.ts';
import { createTestProvider } from '../../src/integrations/payments/test-provider.ts';
import type { Database, Sql } from '../../src/platform/db.ts';
import { createRandom, type Random } from '../support/faults.ts';
import { CALL_FAULTS, type CallFault, type CallFaults, withCallFaults } from './call-faults.ts';
import { takeOverChance } from './chance.ts';
import type { Connections } from './connections.ts';
import { createCommerce, createEndpointNetwork, createMailbox, createOutside, type Outside } from './outside.ts';
import { listeningLog, type Process, type Surroundings, startProcess } from './process.ts';
import { COMMIT_FAULTS, type CommitFault, openProcessDatabase } from './process-database.ts';
import { type Scenery, setScene } from './scenery.ts';
import { createOccasions, type Step } from './step.ts';
import type { Turnstile } from './turnstile.ts';
import { isExpected, outcomeOf } from './verdict.ts';

/** One history's world: two processes of ours over one database, and everybody around them. */
export type World = Scenery &
  Processes & {
    random: Random;
    /** The simulator's own view of the database: nothing goes wrong with it. */
    sql: Sql;
    db: Database;
    turnstile: Turnstile;
    /** Milliseconds since 1970, in the history. */
    now(): number;
    wait(seconds: number): Promise<void>;
    outside: Outside;
    /** Plans the faults of the step that comes. */
    plan(step: Pick<Step, 'commit' | 'call'>): void;
    /** The number of the shopper whom the acts of one step are about. */
    focus: number;
    /** Whether the present step met a fault. */
    metFault(): boolean;
    /** Nothing fails any more. */
    endFaults(): void;
    /** The provider is down until then. */
    providerDownUntil: number;
    /** Jobs that a worker has just now, and those that failed: how often, and until when they wait. */
    jobsTaken: Set<number>;
    jobsFailed: Map<number, { tries: number; until: number }>;
    /** Faults of ours that nobody was told of. */
    swallowed: string[];
    /** What a background round would only have logged; throws what nothing here can have caused. */
    swallow(thrown: unknown): void;
    met: Map<string, number>;
  };

type Processes = {
  processAt(index: number): Process;
  /** Starts another one for each that died. */
  replaceDead(): Promise<void>;
  end(): Promise<void>;
};

export type Ground = {
  base: Database;
  connections: Connections;
  turnstile: Turnstile;
  /** Leaves nothing of the history before. */
  clear(tx: Sql): Promise<void>;
};

const PROCESSES = 2;

export async function createWorld(ground: Ground, seed: number): Promise<World> {
  const random = createRandom(seed);
  const clock = createClock(random);
  takeOverChance(seed, clock.now);
  const outside = createOutside();
  const met = new Map<string, number>();
  let metFault = false;
  const meet = (what: string) => {
    metFault = true;
    met.set(what, (met.get(what) ?? 0) + 1);
  };
  const commits = createOccasions<CommitFault>((fault) => meet(fault));
  const calls = createOccasions<CallFault>((fault, where) => meet(`${where} ${fault}`));
  const calling: CallFaults = {
    next: (where) => (where === 'provider' && clock.now() < world.providerDownUntil ? 'dead' : calls.next(where)),
  };
  const own = openProcessDatabase(ground, { next: () => null });
  await own.transaction(ground.clear);
  await setClock(own, clock.now());
  const scene = await setScene(own, { random, now: clock.now });
  const world: World = {
    ...scene,
    random,
    sql: own,
    db: own,
    turnstile: ground.turnstile,
    now: clock.now,
    async wait(seconds) {
      clock.pass(seconds);
      await setClock(own, clock.now());
    },
    ...keepProcesses(() =>
      startProcess(openProcessDatabase(ground, commits), surround({ own, world, faults: calling })),
    ),
    outside,
    metFault: () => metFault,
    plan({ commit, call }) {
      metFault = false;
      commits.plan(commit);
      calls.plan(call);
    },
    endFaults() {
      commits.forget();
      calls.forget();
      world.providerDownUntil = 0;
      outside.endpointStatus = 200;
    },
    focus: 0,
    providerDownUntil: 0,
    jobsTaken: new Set(),
    jobsFailed: new Map(),
    swallowed: [],
    swallow: (thrown) => void outcomeOf(thrown),
    met,
  };
  return world;
}

function keepProcesses(start: () => Process): Processes {
  const processes: Process[] = [];
  return {
    processAt(index) {
      while (processes.length < PROCESSES) processes.push(start());
      return processes[index % PROCESSES] ?? start();
    },
    async replaceDead() {
      for (const [index, one] of processes.entries()) {
        if (!one.isDead()) continue;
        await one.end();
        processes[index] = start();
      }
    },
    async end() {
      for (const one of processes) await one.end();
    },
  };
}

type Circle = { own: Database; world: World; faults: CallFaults };

// What a mug's deposit leaves is just enough to be charged; with a discount, or of one of two, it is too little.
const CHARGEABLE = { least: 224, most: 99_999_999 };

/** What every process is given: the shipped provider, mail and HTTP, each with faults between. */
function surround({ own, world, faults }: Circle): Surroundings {
  const { outside, now } = world;
  const shipped = createTestProvider({ db: own, onChange: async (event) => void outside.events.push(event) });
  const provider = withCallFaults(
    { ...shipped, chargeable: () => CHARGEABLE },
    {
      where: 'provider',
      faults,
      unreachable: (what) => new ProviderError('unreachable', what),
    },
  );
  return {
    payments: () => provider,
    paymentsFor: async ({ mode }) => (provider.serves(mode) ? provider : null),
    testProvider: shipped,
    mail: createMailbox(outside, { faults, now }),
    commerce: createCommerce(outside, faults),
    outgoing: createEndpointNetwork(outside, faults),
    clock: { now: () => new Date(now()) } satisfies Deps['clock'],
    log: listeningLog((fault) => {
      if (!isExpected(fault)) world.swallowed.push(`${fault.type}: ${fault.message}\n${fault.stack ?? ''}`);
    }),
  };
}

export const ALL_FAULTS: readonly string[] = [
  ...COMMIT_FAULTS,
  ...['provider', 'mail server', 'commerce', 'endpoint'].flatMap((where) =>
    CALL_FAULTS.map((fault) => `${where} ${fault}`),
  ),
];

// Around a change of clocks, the end of a February with 29 days, the end of a year.
const BEGINNINGS = ['2027-03-20T09:00:00Z', '2028-02-20T09:00:00Z', '2026-12-20T09:00:00Z', '2027-10-20T09:00:00Z'];

function createClock(random: Random) {
  let now = Date.parse(random.pick(BEGINNINGS)) + random.below(86_400) * 1_000;
  return {
    now: () => now,
    pass(seconds: number) {
      now += Math.round(seconds * 1_000);
    },
  };
}

/** The database's clock runs on by itself; at the beginning of each step it is put where the history has it. */
async function setClock(sql: Sql, now: number): Promise<void> {
  await sql.query(
    `INSERT INTO clock_shift (shift) VALUES ($1::timestamptz - clock_timestamp())
     ON CONFLICT (one) DO UPDATE SET shift = excluded.shift`,
    [new Date(now).toISOString()],
  );
}

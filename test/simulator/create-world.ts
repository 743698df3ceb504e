import { readAccount } from '../../src/core/accounts/queries.ts';
import { watchAccount } from '../../src/core/accounts/watch.ts';
import { type PaymentAccounts, type PaymentProvider, ProviderError } from '../../src/integrations/payments/port.ts';
import { createTestProvider, type TestProvider } from '../../src/integrations/payments/test-provider.ts';
import type { Database, Sql } from '../../src/platform/db.ts';
import type { Deps } from '../../src/surfaces/deps.ts';
import { createRandom, type Random } from '../support/faults.ts';
import { type Bank, createBank, withBank } from './bank.ts';
import { CALL_FAULTS, type CallFault, type CallFaults, withCallFaults } from './call-faults.ts';
import { seedChance } from './chance.ts';
import { DASHBOARD_FAULTS, withDashboard } from './commands/dashboard.ts';
import { BANK_FAULTS } from './commands/disputes.ts';
import { WITHDRAWAL_FAULTS } from './commands/withdrawals.ts';
import { createOutages } from './outages.ts';
import {
  createCommerce,
  createEndpointNetwork,
  createMailbox,
  createOutside,
  type Outside,
  withAccount,
  withAccountOutages,
} from './outside.ts';
import { connectStore, createPaymentAccounts } from './payment-accounts.ts';
import { listeningLog, type Process, type Surroundings, startProcess } from './process.ts';
import { COMMIT_FAULTS, type CommitFault, openProcessDatabase } from './process-database.ts';
import { createOccasions, type Step } from './step.ts';
import { createStoreFixture, type StoreFixture } from './store-fixture.ts';
import { isExpected, outcomeOf } from './violation.ts';

import { type HistoryDatabase, PROVIDER, type Processes, type World } from './world.ts';

const PROCESSES = 2;

export async function createWorld(database: HistoryDatabase, seed: number): Promise<World> {
  const random = createRandom(seed);
  const clock = createClock(random);
  seedChance(seed, clock.now);
  const outside = createOutside();
  const faults = createFaults();
  const calling: CallFaults = {
    next: (where) =>
      where === 'provider' && clock.now() < world.providerDownUntil ? 'dead' : faults.calls.next(where),
  };
  const own = await emptyDatabase(database, clock.now());
  const fixture = await createStoreFixture(own, { random, now: clock.now });
  const bank = createBank({ sql: own, now: clock.now });
  const payments = await openPayments({ own, outside, bank }, fixture);
  const outages = createOutages(clock.now);
  const processes = keepProcesses(() =>
    startProcess(openProcessDatabase(database, faults.commits), (core) =>
      surround({ payments, world, faults: calling, core }),
    ),
  );
  const world: World = {
    ...createNotes(),
    ...fixture,
    random,
    sql: own,
    db: own,
    roundTrips: database.roundTrips,
    now: clock.now,
    wait: (seconds) => clock.wait(seconds, (now) => setClock(own, now, { workersLive: !outages.workersAreGone() })),
    ...processes,
    outages,
    async endStep() {
      if (faults.met()) outages.blur();
      await processes.replaceDead();
      if (outages.mailsWait() && !(await someMailWaits(own))) outages.note('mail', '', 'over');
    },
    outside,
    metFault: faults.met,
    plan(step) {
      outages.begin();
      faults.plan(step);
    },
    endFaults() {
      faults.forget();
      world.providerDownUntil = 0;
      world.dashboardSoon = null;
      outages.end();
      outside.endpointStatus = 200;
    },
    dashboard: payments.shipped.byHand,
    bank,
    swallow: (thrown) => void outcomeOf(thrown),
    met: faults.counted,
  };
  return world;
}

type Notes = Pick<World, 'focus' | 'providerDownUntil' | 'dashboardSoon' | 'jobsTaken' | 'jobsFailed' | 'swallowed'>;

/** Creates the records of a history's steps, which are empty at the start. */
function createNotes(): Notes {
  return {
    focus: 0,
    providerDownUntil: 0,
    dashboardSoon: null,
    jobsTaken: new Set(),
    jobsFailed: new Map(),
    swallowed: [],
  };
}

type Payments = { shipped: TestProvider; provider: PaymentProvider; accounts: PaymentAccounts };
type Opening = { own: Database; outside: Outside; bank: Bank };

/** Opens the shipped provider, which is outside of our processes, with the store's account. */
async function openPayments({ own, outside, bank }: Opening, { storeId }: StoreFixture): Promise<Payments> {
  const shipped = createTestProvider({ db: own, onChange: async (event) => void outside.events.push(event) });
  const provider = { ...withBank(shipped, bank), name: PROVIDER, chargeable: () => CHARGEABLE };
  const accounts = createPaymentAccounts(own, provider, bank);
  await connectStore(own, accounts, storeId);
  return { shipped, provider, accounts };
}

async function emptyDatabase(database: HistoryDatabase, now: number): Promise<Database> {
  const own = openProcessDatabase(database, { next: () => null });
  await own.transaction(database.clear);
  await setClock(own, now, { workersLive: true });
  return own;
}

/** Holds the faults that steps plan and counts how often each occurred. */
function createFaults() {
  const counted = new Map<string, number>();
  let metFault = false;
  const meet = (what: string) => {
    metFault = true;
    counted.set(what, (counted.get(what) ?? 0) + 1);
  };
  const commits = createOccasions<CommitFault>((fault) => meet(fault));
  const calls = createOccasions<CallFault>((fault, where) => meet(`${where} ${fault}`));
  return {
    commits,
    calls,
    counted,
    /** Whether a fault occurred in the present step. */
    met: () => metFault,
    plan({ commit, call }: Pick<Step, 'commit' | 'call'>) {
      metFault = false;
      commits.plan(commit);
      calls.plan(call);
    },
    forget() {
      commits.forget();
      calls.forget();
    },
  };
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

type WorldDeps = { payments: Payments; world: World; faults: CallFaults; core: Deps };

// The balance of a mug is just enough to be charged; with a discount, or of one of two, it is too small.
const CHARGEABLE = { least: 224, most: 99_999_999 };

/** The surroundings of a process: the shipped provider, mail and HTTP, each wrapped with faults. */
function surround({ payments, world, faults, core }: WorldDeps): Surroundings {
  const { outside, now, outages, storeId } = world;
  const byHand = withDashboard(payments.provider, () => world);
  const reached = withCallFaults(withAccount(byHand, outages), {
    where: 'provider',
    faults,
    unreachable: (what) => new ProviderError('unreachable', what),
  });
  const suspected = async () => (await readAccount(core.db, storeId))?.refusedSince != null;
  const provider = watchAccount(core, reached, { storeId, suspected });
  return {
    payments: () => provider,
    paymentsFor: async ({ mode }) => (provider.serves(mode) ? provider : null),
    testProvider: payments.shipped,
    accounts: withAccountOutages(payments.accounts, { outages, isDown: () => now() < world.providerDownUntil }),
    mail: createMailbox(outside, { faults, now, outages }),
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
  ...DASHBOARD_FAULTS,
  ...BANK_FAULTS,
  ...WITHDRAWAL_FAULTS,
  ...['provider', 'mail server', 'commerce', 'endpoint'].flatMap((where) =>
    CALL_FAULTS.map((fault) => `${where} ${fault}`),
  ),
];

// Near a change of clocks, the end of a leap February, the end of a year.
const BEGINNINGS = ['2027-03-20T09:00:00Z', '2028-02-20T09:00:00Z', '2026-12-20T09:00:00Z', '2027-10-20T09:00:00Z'];

function createClock(random: Random) {
  let now = Date.parse(random.pick(BEGINNINGS)) + random.below(86_400) * 1_000;
  let waits = Promise.resolve();
  return {
    now: () => now,
    /** Moves the clock in order: two commands of a step may let time pass, and the database's clock never goes back. */
    wait(seconds: number, put: (now: number) => Promise<void>): Promise<void> {
      waits = waits.then(() => {
        now += Math.round(seconds * 1_000);
        return put(now);
      });
      return waits;
    },
  };
}

async function someMailWaits(sql: Sql): Promise<boolean> {
  return (await sql.query('SELECT 1 FROM mail WHERE sent_at IS NULL AND dropped_at IS NULL LIMIT 1')).length > 0;
}

/**
 * Sets the database's clock to the history's time at the start of each step, because it also runs by itself. Workers count
 * as alive during skipped time, unless the history has an outage.
 */
async function setClock(sql: Sql, now: number, { workersLive }: { workersLive: boolean }): Promise<void> {
  await sql.query(
    `WITH lived AS (UPDATE worker_life SET alive_at = $1 WHERE $2)
     INSERT INTO clock_shift (shift) VALUES ($1::timestamptz - clock_timestamp())
     ON CONFLICT (one) DO UPDATE SET shift = excluded.shift`,
    [new Date(now).toISOString(), workersLive],
  );
}

import type { OtherHand } from '../../src/integrations/payments/port.ts';
import type { Database, Sql } from '../../src/platform/db.ts';
import type { Random } from '../support/faults.ts';
import type { Bank } from './bank.ts';
import type { Connections } from './connections.ts';
import type { Outages } from './outages.ts';
import type { Outside } from './outside.ts';
import type { Process } from './process.ts';
import type { RoundTripOrder } from './round-trip-order.ts';
import type { Step } from './step.ts';
import type { StoreFixture } from './store-fixture.ts';

/** The world of one history: two processes of the service over one database, and their surroundings. */
export type World = StoreFixture &
  Processes & {
    random: Random;
    /** The simulator's own view of the database, without faults. */
    sql: Sql;
    db: Database;
    roundTrips: RoundTripOrder;
    /** The history's time in milliseconds since 1970. */
    now(): number;
    wait(seconds: number): Promise<void>;
    outside: Outside;
    /** The outages of our side. */
    outages: Outages;
    /** Ends a step: replaces dead processes and updates the log of outages. */
    endStep(): Promise<void>;
    /** Plans the faults of the next step. */
    plan(step: Pick<Step, 'commit' | 'call'>): void;
    /** The number of the shopper that the acts of a step prefer. */
    focus: number;
    /** Whether a fault occurred in the present step. */
    metFault(): boolean;
    /** Ends all faults. */
    endFaults(): void;
    /** The merchant in the provider's dashboard. Events of these actions may be lost like any others. */
    dashboard: OtherHand;
    dashboardSoon: DashboardSoon | null;
    /** The shoppers' banks. */
    bank: Bank;
    /** The time until which the provider is down. */
    providerDownUntil: number;
    /** The running jobs, and the failed ones with their tries and the time of the next. */
    jobsTaken: Set<number>;
    jobsFailed: Map<number, { tries: number; until: number }>;
    /** Errors that a background round would only have logged. */
    swallowed: string[];
    /** Records an error that a background round logs. Throws if no planned fault explains it. */
    swallow(thrown: unknown): void;
    met: Map<string, number>;
  };

export type Processes = {
  processAt(index: number): Process;
  /** Replaces dead processes. */
  replaceDead(): Promise<void>;
  end(): Promise<void>;
};

export type HistoryDatabase = {
  base: Database;
  connections: Connections;
  roundTrips: RoundTripOrder;
  /** Removes all rows of the previous history. */
  clear(tx: Sql): Promise<void>;
};

/** The merchant's next action, right before our own call about the same payment. */
export type DashboardSoon = { first: 'capture' | 'cancel'; part: number };

// The name of a provider with merchants' accounts, although the shipped test provider does the work.
export const PROVIDER = 'stripe';

import type { OtherHand } from '../../src/integrations/payments/port.ts';
import type { Database, Sql } from '../../src/platform/db.ts';
import type { Random } from '../support/faults.ts';
import type { Bank } from './bank.ts';
import type { Connections } from './connections.ts';
import type { Outside } from './outside.ts';
import type { Process } from './process.ts';
import type { Scenery } from './scenery.ts';
import type { Step } from './step.ts';
import type { Troubles } from './troubles.ts';
import type { Turnstile } from './turnstile.ts';

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
    /** What breaks on our side. */
    troubles: Troubles;
    /** After a step: starts another process for each that died, and keeps the log of troubles. */
    endStep(): Promise<void>;
    /** Plans the faults of the step that comes. */
    plan(step: Pick<Step, 'commit' | 'call'>): void;
    /** The number of the shopper whom the acts of one step are about. */
    focus: number;
    /** Whether the present step met a fault. */
    metFault(): boolean;
    /** Nothing fails any more. */
    endFaults(): void;
    /** The merchant at the provider itself: what is done there is told as any event is, or not at all. */
    dashboard: OtherHand;
    dashboardSoon: DashboardSoon | null;
    /** The shoppers' banks. */
    bank: Bank;
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

export type Processes = {
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

/** The merchant's next act, an instant before our own call about the same payment arrives. */
export type DashboardSoon = { first: 'capture' | 'cancel'; part: number };

// Under the name of one that merchants have accounts at: it behaves as the shipped one, with its books.
export const PROVIDER = 'stripe';

import { type Fault, runFaults, type Turns } from './faults.ts';
import { type ReplicatedPostgres, replicatedPostgres } from './replicated-postgres.ts';
import type { Report } from './table.ts';

const SHOPPERS = 8;
const BETWEEN_MS = 2_000;

/** The primary dies, its standby is promoted and becomes the primary, and gets a standby of its own. */
function promotion(): Fault {
  let server: ReplicatedPostgres;
  return {
    name: 'promotion of a synchronous standby',
    server: async () => {
      server = await replicatedPostgres();
      return server;
    },
    strike: () => server.failOver(),
  };
}

/** Promotes a standby again and again while shoppers buy and jobs run. */
export function runPromotions(turns: Turns): AsyncGenerator<Report> {
  return runFaults([promotion()], { ...turns, shoppers: SHOPPERS, betweenMs: BETWEEN_MS });
}

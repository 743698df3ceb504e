import { PGBOUNCER, startPgBouncer } from './pgbouncer.ts';
import { type Pooler, type PoolerOptions, startPooler } from './pooler.ts';

type StartPooler = (url: string, options?: PoolerOptions) => Promise<Pooler>;

/** The poolers in transaction mode to test with: our own everywhere, and PgBouncer where it is installed. */
export const POOLERS: { name: string; start: StartPooler }[] = [
  { name: 'the pooler of the tests', start: startPooler },
  ...(PGBOUNCER === undefined ? [] : [{ name: 'PgBouncer', start: startPgBouncer }]),
];

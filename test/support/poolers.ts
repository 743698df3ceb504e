import { PGBOUNCER, startPgBouncer } from './pgbouncer.ts';
import { type Pooler, type PoolerOptions, startPooler } from './pooler.ts';

type StartPooler = (url: string, options?: PoolerOptions) => Promise<Pooler>;

/** The poolers in transaction mode that this machine has: our own everywhere. */
export const POOLERS: { name: string; start: StartPooler }[] = [
  { name: 'the pooler of the tests', start: startPooler },
  ...(PGBOUNCER === undefined ? [] : [{ name: 'PgBouncer', start: startPgBouncer }]),
];

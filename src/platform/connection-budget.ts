import { APPLICATION, type Sql } from './db.ts';
import { type RunningProcess, readProcesses } from './running-processes.ts';

type Row = { max: number; reserved: number; limits: number[]; others: number };

// Of sessions of other roles only the name can be seen, and whether they have a database.
const BUDGET = `SELECT current_setting('max_connections')::int AS max,
    current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true), '0')::int AS reserved,
    ARRAY(SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user UNION ALL
          SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS limits,
    (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL
       AND coalesce(backend_type, 'client backend') = 'client backend' AND NOT starts_with(application_name, $1))::int AS others`;

/** `enough`: the server has room for all connections that the processes of the service may open. */
export type Budget = { enough: boolean; says: string };

/** Says how many connections the running processes may open, and for how many the server has room. */
export async function readBudget(sql: Sql): Promise<Budget> {
  const [row] = await sql.query<Row>(BUDGET, [APPLICATION]);
  return row
    ? budgetOf(row, await readProcesses(sql))
    : { enough: true, says: 'The server does not say how many connections it takes.' };
}

function budgetOf({ max, reserved, limits, others }: Row, processes: readonly RunningProcess[]): Budget {
  const may = processes.reduce((sum, one) => sum + one.connectionsMax, 0);
  const limit = Math.min(...limits.filter((one) => one >= 0));
  const room = Math.max(0, Math.min(max - reserved - others, limit));
  const list = processes.map(({ role, connectionsMax }) => `${role} ${connectionsMax}`).sort();
  const opens =
    processes.length === 0
      ? 'No process of the service runs'
      : `The processes of the service may open ${may} connections (${list.join(', ')})`;
  const limited = Number.isFinite(limit) ? `, and the limit of the role or the database is ${limit}` : '';
  return {
    enough: may <= room,
    says: `${opens}; the server has room for ${room}: max_connections is ${max}, less ${reserved} reserved and ${others} of others${limited}.`,
  };
}

import { AppError } from '../../../domain/error.ts';
import type { LaunchPlan } from '../../../domain/rehearsal.ts';
import type { RehearsalReport } from '../../../domain/rehearsal-report.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Sql } from '../../../platform/db.ts';

export type RehearsalState = 'waiting' | 'running' | 'done' | 'stopped' | 'failed';

export type Rehearsal = {
  id: string;
  state: RehearsalState;
  waitlistId: string;
  product: string;
  plan: LaunchPlan;
  shoppers: number;
  arrived: number;
  /** Of a rehearsal that is done or was stopped. */
  report: RehearsalReport | null;
  failure: string | null;
  /** `interrupted`, or an error code; null also where it failed before there were codes. */
  failureCode: string | null;
  createdAt: Date;
  endedAt: Date | null;
};

const REHEARSAL = `
  SELECT r.id, r.state, r.waitlist_id AS "waitlistId", p.title AS product, r.plan, r.shoppers, r.arrived, r.report, r.failure,
         r.failure_code AS "failureCode", r.created_at AS "createdAt", r.ended_at AS "endedAt"
  FROM rehearsal r
  JOIN waitlist w ON w.store_id = r.store_id AND w.id = r.waitlist_id
  JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id`;

/** Lists the rehearsals of a store, the newest first. No more than the last twenty are kept. */
export async function listRehearsals(sql: Sql, storeId: string): Promise<Rehearsal[]> {
  return sql.query<Rehearsal>(`${REHEARSAL} WHERE r.store_id = $1 ORDER BY r.created_at DESC, r.id`, [storeId]);
}

/** Returns one rehearsal. Throws `rehearsal_not_found`. */
export async function readRehearsal(sql: Sql, storeId: string, id: string): Promise<Rehearsal> {
  const [found] = isUuid(id)
    ? await sql.query<Rehearsal>(`${REHEARSAL} WHERE r.store_id = $1 AND r.id = $2`, [storeId, id])
    : [];
  if (!found) throw new AppError('rehearsal_not_found', 'The store has no such rehearsal.');
  return found;
}

/** Lists the ids of rehearsals that a living process runs. */
export async function listRunning(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM rehearsal WHERE state = 'running' AND claimed_until > (SELECT app_now())`,
  );
  return rows.map(({ id }) => id);
}

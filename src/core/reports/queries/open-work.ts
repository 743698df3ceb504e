import type { Scope } from '../../../domain/scope.ts';
import type { Sql } from '../../../platform/db.ts';
import { listAlerts } from '../../alerts/queries.ts';
import { listOwedRefunds } from '../../payments/queries/owed-refunds.ts';
import { countReadyParcels } from '../../preorders/queries/ready-to-send.ts';
import { listDeliveries } from '../../releases/queries/deliveries.ts';
import { listWithdrawals } from '../../withdrawals/queries.ts';

/** More of one kind than anybody does in a day. */
const OPEN_WORK_MAX = 200;

type Kind = 'alerts' | 'parcels' | 'withdrawals' | 'deliveries' | 'refunds';

/** Numbers up to `OPEN_WORK_MAX`; null where the scopes do not allow to see it. */
export type OpenWork = Record<Kind, number | null>;

type Count = (sql: Sql, storeId: string) => Promise<number>;

// Each is counted in the list on which it is done, so that both agree.
const COUNTS: Record<keyof OpenWork, [Scope, Count]> = {
  alerts: ['operations:read', async (sql, storeId) => (await listAlerts(sql, storeId, { resolved: false })).length],
  parcels: [
    'preorders:read',
    async (sql, storeId) => {
      const groups = await countReadyParcels(sql, storeId, { people: false });
      return groups.reduce((sum, { parcels }) => sum + parcels, 0);
    },
  ],
  withdrawals: [
    'preorders:read',
    async (sql, storeId) => {
      const declared = await listWithdrawals(sql, storeId, { state: 'declared', limit: OPEN_WORK_MAX });
      return declared.filter(({ actsItself }) => !actsItself).length;
    },
  ],
  deliveries: [
    'waitlists:read',
    async (sql, storeId) => {
      const waited = await listDeliveries(sql, storeId, { waiting: true, limit: OPEN_WORK_MAX });
      return waited.filter(({ status }) => status === 'late' || status === 'at_risk').length;
    },
  ],
  refunds: ['payments:read', async (sql, storeId) => (await listOwedRefunds(sql, storeId, OPEN_WORK_MAX)).length],
};

/** Counts what waits for somebody in a store: what a merchant looks at in the morning. */
export async function readOpenWork(sql: Sql, storeId: string, scopes: readonly Scope[]): Promise<OpenWork> {
  const work: Partial<OpenWork> = {};
  // One after the other: the navigation of everybody asks, and buyers need the connections.
  for (const [kind, [scope, count]] of Object.entries(COUNTS) as [Kind, [Scope, Count]][]) {
    work[kind] = scopes.includes(scope) ? Math.min(await count(sql, storeId), OPEN_WORK_MAX) : null;
  }
  return work as OpenWork;
}

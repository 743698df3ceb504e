import { ROLE_SCOPES } from '../../../domain/role.ts';
import { listAlerts } from '../../alerts/queries.ts';
import { readableAlert } from '../../alerts/readable.ts';
import { readConnection } from '../../connections/queries.ts';
import type { Deps } from '../../deps.ts';
import { listDeliveries } from '../../releases/queries/deliveries.ts';
import { countWaitingOrders } from '../../releases/queries.ts';
import { readForecasts } from '../../reports/queries/forecasts.ts';
import { readSalesByDay, totalOf } from '../../reports/queries/sales.ts';
import { readStore } from '../../stores/queries.ts';
import type { NewsFacts } from '../port.ts';
import { findAccess, readMember } from '../queries.ts';

export type News = { storeId: string; about: string } & (
  | { kind: 'daily' | 'nearly_sold'; memberId: string }
  | { kind: 'connection_refused'; memberId: string | null }
);

// A morning's mail names the first few; the portal has all.
const NAMED_MAX = 5;
const DELIVERIES_MAX = 200;

/** Reads what a mail about a store says, at the moment when it goes out. Null when its member no longer works there. */
export async function newsFacts(
  { db, portalUrl }: Pick<Deps, 'db' | 'portalUrl'>,
  { kind, storeId, memberId, about }: News,
): Promise<NewsFacts | null> {
  const store = await readStore(db, storeId);
  const language = memberId === null ? store.locale : (await readMember(db, memberId)).language;
  const access = memberId === null ? null : await findAccess(db, memberId, store.slug);
  if (memberId !== null && !access) return null;
  const shared = {
    store: store.name,
    language,
    url: `${portalUrl}/stores/${store.slug}/reports`,
    settingsUrl: `${portalUrl}/account`,
  };
  if (kind === 'connection_refused') {
    const connection = await readConnection(db, storeId);
    if (!connection || connection.deadAt === null) return null; // somebody put it right meanwhile
    const waiting = await countWaitingOrders(db, storeId);
    const url = `${portalUrl}/stores/${store.slug}/settings/connection`;
    return { kind, ...shared, url, account: about, reason: connection.failure ?? '', waiting };
  }
  if (kind === 'nearly_sold') {
    const forecast = (await readForecasts(db, storeId)).find(({ waitlistId }) => waitlistId === about);
    if (!forecast) return null; // it was closed or paused meanwhile
    const { product, left, allocated, earliest, latest } = forecast;
    return { kind, ...shared, product: product.title, left, allocated, earliest, latest };
  }
  const reader = { scopes: access ? ROLE_SCOPES[access.role] : [] };
  const sales = totalOf(await readSalesByDay(db, storeId, { from: about, until: about, waitlistId: null }));
  const waited = await listDeliveries(db, storeId, { waiting: true, limit: DELIVERIES_MAX });
  return {
    kind,
    ...shared,
    day: about,
    currency: store.currency,
    sales,
    alerts: (await listAlerts(db, storeId, { resolved: false }))
      .slice(0, NAMED_MAX)
      .map((alert) => readableAlert(reader, alert)),
    critical: waited
      .filter(({ status }) => status === 'late' || status === 'at_risk')
      .map(({ product, status, waiting }) => ({ product: product.title, late: status === 'late', waiting }))
      .slice(0, NAMED_MAX),
  };
}

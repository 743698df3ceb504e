import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { type Loaded, useData } from '../../requests/use-data.ts';

export type Sales = Schemas['AdminSales'];
export type SellThrough = Schemas['AdminSellThrough'];
export type Funnel = Schemas['AdminFunnel'];
export type Forecast = Schemas['AdminForecast'];
export type WithdrawalsReport = Schemas['AdminWithdrawalsReport'];
export type Alert = Schemas['AdminAlert'];

/** What the reports of the page are about. */
export type ReportQuery = { from: string; to?: string; waitlist_id?: string };

export function useSales(query: ReportQuery): Loaded<Sales> {
  return useData(keyOf(`reports/sales?${JSON.stringify(query)}`), async () => {
    return bodyOf(await api.GET('/admin/api/v1/reports/sales', { params: { query } })).data;
  });
}

export function useSellThrough(waitlist_id: string, { waitlist_id: _, ...query }: ReportQuery): Loaded<SellThrough> {
  return useData(keyOf(`reports/sell-through/${waitlist_id}?${JSON.stringify(query)}`), async () => {
    const params = { path: { waitlist_id }, query };
    return bodyOf(await api.GET('/admin/api/v1/reports/sell-through/{waitlist_id}', { params })).data;
  });
}

export function useFunnel(query: ReportQuery): Loaded<Funnel> {
  return useData(keyOf(`reports/funnel?${JSON.stringify(query)}`), async () => {
    return bodyOf(await api.GET('/admin/api/v1/reports/funnel', { params: { query } })).data;
  });
}

export function useWithdrawalsReport(query: ReportQuery): Loaded<WithdrawalsReport> {
  return useData(keyOf(`reports/withdrawals?${JSON.stringify(query)}`), async () => {
    return bodyOf(await api.GET('/admin/api/v1/reports/withdrawals', { params: { query } })).data;
  });
}

export function useForecasts(): Loaded<Forecast[]> {
  return useData(
    keyOf('reports/forecasts'),
    async () => bodyOf(await api.GET('/admin/api/v1/reports/forecasts', {})).data,
  );
}

export function useAlerts(): Loaded<Alert[]> {
  return useData(keyOf('alerts'), async () => bodyOf(await api.GET('/admin/api/v1/alerts', {})).data);
}

import type { Deps } from '../../core/deps.ts';
import { listMovedMoney, type MovedMoney, pagesOfMovedMoney } from '../../core/payments/queries/moved-money.ts';
import type { Store } from '../../core/stores/queries.ts';
import { momentPeriod } from '../../domain/moment-period.ts';
import * as operations from '../../protocol/schema/admin-api/moved-money.ts';
import { jsonOf } from '../fields.ts';
import type { AdminRoutes } from './admin-routes.ts';

/** Registers the list of what was taken and given back, and the same as a file. */
export function registerMovedMoney({ readsPage, sendsCsv }: AdminRoutes): void {
  const filterFrom = <Given extends { from?: string; to?: string }>(
    { from, to, ...given }: Given,
    { timeZone }: Store,
    { clock }: Pick<Deps, 'clock'>,
  ) => ({ ...given, ...momentPeriod({ from, to }, { now: clock.now(), timeZone }) });
  readsPage(operations.listMovedMoney, async ({ store }, query, reading) =>
    (await listMovedMoney(reading.db, store.id, filterFrom(query, store, reading))).map(movedJson),
  );
  sendsCsv(operations.exportMovedMoney, async ({ store }, query, reading) => {
    const found = pagesOfMovedMoney(reading.db, store.id, filterFrom(query, store, reading));
    return { name: 'payments', sheet: { columns: MOVED_COLUMNS, pages: rowsOf(found) } };
  });
}

type MovedColumn = keyof operations.AdminMovedMoney;
const MOVED_COLUMNS = Object.keys(operations.AdminMovedMoney.properties) as MovedColumn[];

async function* rowsOf(pages: AsyncIterable<MovedMoney[]>): AsyncGenerator<Record<MovedColumn, string>[]> {
  const cells = (json: operations.AdminMovedMoney) =>
    Object.fromEntries(MOVED_COLUMNS.map((column) => [column, `${json[column] ?? ''}`])) as Record<MovedColumn, string>;
  for await (const page of pages) yield page.map(movedJson).map(cells);
}

const movedJson = ({ reference: preorder, ...moved }: MovedMoney) =>
  jsonOf(operations.AdminMovedMoney, { ...moved, preorder }, moved);

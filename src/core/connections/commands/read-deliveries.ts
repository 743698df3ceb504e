import { type DeliveryRow, NO_CELLS } from '../../../domain/delivery-csv.ts';
import { AppError } from '../../../domain/error.ts';
import { CommerceError, type CommercePlatform, type PlatformDelivery } from '../../../integrations/commerce/port.ts';
import type { Deps } from '../../deps.ts';
import { type DeliveryFate, ROWS_MAX, takeDeliveries } from '../../releases/commands/import-deliveries.ts';
import type { Store } from '../../stores/queries.ts';
import { notConnected, type OpenDeps, openConnection } from '../queries.ts';

// A platform whose pages never end must not keep us for ever.
const PAGES_MAX = 1_000;

/**
 * Makes batches of the purchase orders of the store's platform, and brings known ones up to date, as `importDeliveries` does with a
 * file. Throws `not_connected`, `invalid_parameter` where the platform tells no purchase orders, and `unavailable` if it does not answer.
 */
export async function readDeliveries(
  deps: OpenDeps & Pick<Deps, 'paymentsFor'>,
  store: Store,
  { dryRun }: { dryRun: boolean },
): Promise<DeliveryFate[]> {
  const opened = await openConnection(deps, store.id);
  if (!opened) throw notConnected();
  return takeDeliveries(deps, store, { rows: await listRows(opened.platform), dryRun });
}

async function listRows({ can, deliveries }: CommercePlatform): Promise<DeliveryRow[]> {
  if (!can.deliveries || !deliveries) throw cannot();
  const rows: DeliveryRow[] = [];
  try {
    for (let cursor: string | null = null, pages = 1; ; pages += 1) {
      const page = await deliveries(cursor);
      for (const delivery of page.deliveries) rows.push(...toRows(delivery, rows.length));
      if (rows.length > ROWS_MAX || pages > PAGES_MAX) throw tooMany();
      if (page.next === null) return rows;
      cursor = page.next;
    }
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    // A connector from before purchase orders has no such address.
    if (error.kind === 'not_found') throw cannot();
    throw new AppError('unavailable', `The platform could not be asked. ${error.message}`);
  }
}

const cannot = () => refused('The platform of this store tells no purchase orders. Give them as a file.');
const tooMany = () => refused(`The platform has more than ${ROWS_MAX} lines of purchase orders that are not closed.`);
const refused = (message: string) => new AppError('invalid_parameter', message, { param: 'connection' });

/** Counts lines as they come, so that a fate can name them. */
function toRows({ name, ships, lines }: PlatformDelivery, before: number): DeliveryRow[] {
  const days = ships === null ? {} : { ships_from: ships.from, ships_until: ships.until };
  return lines.map(({ productId, variantId, units, arrived }, nth) => ({
    line: before + nth + 1,
    cells: {
      ...NO_CELLS,
      ...days,
      delivery: name,
      product: productId,
      variant: variantId,
      units: String(units),
      // Nothing is not counted: a platform may not know what arrived, and somebody may have counted it here.
      arrived: arrived === 0 ? '' : String(arrived),
    },
  }));
}

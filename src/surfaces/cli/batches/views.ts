import type { Store } from '../../../core/stores/queries.ts';
import type { AdminBatch, AdminBatchDetail, AdminDelivery } from '../../../protocol/schema/admin-api/batches.ts';
import { formatDays, formatFields, formatTable, momentIn, toWords } from '../terminal.ts';

export function batchText(batch: AdminBatchDetail, { timeZone }: Store): string {
  const titles = new Map(batch.variants.map(({ id, ...variant }) => [id, variantName(variant)]));
  const counts = batch.arrivals.map(({ at, variants, reason, key }) => [
    momentIn(timeZone, at),
    variants.map(({ id, counted, delta }) => `${titles.get(id ?? '')} ${counted} (${signed(delta)})`).join(', '),
    reason === 'by_hand' ? 'released by hand' : key,
  ]);
  return [
    `${batch.product.product_code}: batch ${batch.position}`,
    formatFields([
      ['Batch', batch.id],
      ['Waitlist', batch.waitlist_id],
      ['Ships', formatDays(batch.ship_window)],
    ]),
    unitsTable(batch.variants),
    ...(counts.length > 0 ? [formatTable(['Counted', 'Has come', 'Key'], counts)] : []),
  ].join('\n\n');
}

type Units = AdminBatch['variants'];

export function unitsTable(variants: Units): string {
  return formatTable(
    ['Variant', 'SKU', 'Id', 'Allocated', 'Held', 'Sold', 'Left', 'Arrived', 'Assigned', 'Unassigned', 'Waiting'],
    variants.map((variant) => [
      variantName(variant),
      variant.sku,
      variant.id,
      variant.allocated,
      variant.held,
      variant.sold,
      variant.left,
      variant.arrived,
      variant.released,
      variant.free,
      variant.waiting,
    ]),
  );
}

export function batchesTable(batches: readonly AdminBatch[]): string {
  const sum = (variants: Units, of: 'allocated' | 'left' | 'sold' | 'arrived' | 'released' | 'waiting') =>
    variants.reduce((total, variant) => total + variant[of], 0);
  return formatTable(
    ['', 'Batch', 'Ships', 'Allocated', 'Left', 'Sold', 'Arrived', 'Assigned', 'Waiting'],
    batches.map(({ id, position, ship_window, variants }) => [
      position,
      id,
      formatDays(ship_window),
      sum(variants, 'allocated'),
      sum(variants, 'left'),
      sum(variants, 'sold'),
      sum(variants, 'arrived'),
      sum(variants, 'released'),
      sum(variants, 'waiting'),
    ]),
  );
}

export function deliveriesTable(deliveries: readonly AdminDelivery[]): string {
  if (deliveries.length === 0) return 'Nobody waits for a delivery.';
  return formatTable(
    ['Batch', 'Product', 'Ships', 'State', 'Waiting', 'Arrived', 'Assigned', 'Unassigned'],
    deliveries.map(({ id, product, ship_window, status, waiting, arrived, released, free }) => [
      id,
      product.product_code,
      formatDays(ship_window),
      toWords(status),
      waiting,
      arrived,
      released,
      free,
    ]),
  );
}

export function variantName({ title }: { title: string }): string {
  return title || '(the only one)';
}

function signed(delta: number): string {
  return delta > 0 ? `+${delta}` : String(delta);
}

import type { Delivery } from '../../../core/releases/queries/deliveries.ts';
import type { Arrival, ArrivedUnits } from '../../../core/releases/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { unitsLeft } from '../../../domain/stock.ts';
import { freeUnits, type ShownBatch } from '../../merchant-json/batches.ts';
import { formatDays, formatFields, formatTable, formatTime, printable, toWords } from '../terminal.ts';

export function batchText(batch: ShownBatch, arrivals: readonly Arrival[], { timeZone }: Store): string {
  const { waitlist, units } = batch;
  const titles = new Map(units.map(({ variantId, ...unit }) => [variantId, variantName(unit)]));
  const counts = arrivals.map((arrival) => [
    formatTime(arrival.at, timeZone),
    arrival.units
      .map(({ variantId, counted, delta }) => `${titles.get(variantId)} ${counted} (${signed(delta)})`)
      .join(', '),
    arrival.reason === 'by_hand' ? 'released by hand' : (arrival.key ?? ''),
  ]);
  return [
    `${printable(waitlist.product.title)}: batch ${batch.position} of ${waitlist.batches.length}`,
    formatFields([
      ['Batch', batch.id],
      ['Waitlist', `${waitlist.id} (${waitlist.state})`],
      ['Ships', formatDays(batch.promise)],
    ]),
    unitsTable(units),
    ...(counts.length > 0 ? [formatTable(['Counted', 'Has come', 'Key'], counts)] : []),
  ].join('\n\n');
}

export function unitsTable(units: readonly ArrivedUnits[]): string {
  return formatTable(
    ['Variant', 'SKU', 'Id', 'Allocated', 'Held', 'Sold', 'Left', 'Arrived', 'Given out', 'Free', 'Waiting'],
    units.map((unit) => [
      variantName(unit),
      unit.sku,
      unit.externalId,
      unit.allocated,
      unit.held,
      unit.sold,
      unitsLeft(unit),
      unit.arrived,
      unit.released,
      freeUnits(unit),
      unit.waiting,
    ]),
  );
}

export function batchesTable(batches: readonly ShownBatch[]): string {
  const sum = (units: readonly ArrivedUnits[], of: (unit: ArrivedUnits) => number) =>
    units.reduce((total, unit) => total + of(unit), 0);
  return formatTable(
    ['', 'Batch', 'Ships', 'Allocated', 'Left', 'Sold', 'Arrived', 'Given out', 'Waiting'],
    batches.map(({ id, position, promise, units }) => [
      position,
      id,
      formatDays(promise),
      sum(units, ({ allocated }) => allocated),
      sum(units, unitsLeft),
      sum(units, ({ sold }) => sold),
      sum(units, ({ arrived }) => arrived),
      sum(units, ({ released }) => released),
      sum(units, ({ waiting }) => waiting),
    ]),
  );
}

export function deliveriesTable(deliveries: readonly Delivery[]): string {
  return formatTable(
    ['Batch', 'Product', 'Ships', 'State', 'Waiting', 'Arrived', 'Given out', 'Free'],
    deliveries.map(({ id, product, ships, status, waiting, arrived, released }) => [
      id,
      product.handle,
      formatDays(ships),
      toWords(status),
      waiting,
      arrived,
      released,
      arrived - released,
    ]),
  );
}

export function variantName({ title }: { title: string }): string {
  return title || '(the only one)';
}

function signed(delta: number): string {
  return delta > 0 ? `+${delta}` : String(delta);
}

import {
  countReadyParcels,
  listReadyParcels,
  READY_COUNTED_MAX,
  type ReadyFilter,
  type ReadyParcel,
} from '../../../core/preorders/queries/ready-to-send.ts';
import { CARRIER_COLUMNS, type CarrierRow, carrierRows } from '../../../core/preorders/ready-export.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import { seesPeople } from '../../../domain/scope.ts';
import type { Sql } from '../../../platform/db.ts';
import type { InputOf } from '../../../protocol/schema/admin-api/operation.ts';
import * as operations from '../../../protocol/schema/admin-api/ready-to-send.ts';
import { WAITS_FOR } from '../../merchant-json/preorder-detail.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { type Asker, demandScope } from '../authenticate.ts';
import { noteRead } from '../note-read.ts';
import { productFrom, referencesFrom } from '../values.ts';

/** Registers what is ready to send: the list, how much it is, and the file for a carrier. */
export function registerReadyToSend({ reads, readsPage, sendsCsv }: AdminRoutes): void {
  readsPage(
    operations.listReadyToSend,
    async (asker, { limit, after, ...filter }, { db }) => {
      const parcels = await listReadyParcels(db, asker.store.id, {
        ...(await filterFrom(db, asker, filter)),
        limit,
        after,
      });
      return parcels.map((parcel) => parcelJson(asker, parcel));
    },
    ({ reference }) => reference,
  );
  reads(operations.countReadyToSend, async (asker, _input, { db }) => {
    const groups = await countReadyParcels(db, asker.store.id, { people: seesPeople(asker) });
    const sum = (column: 'parcels' | 'units') => groups.reduce((total, group) => total + group[column], 0);
    return {
      parcels: Math.min(sum('parcels'), READY_COUNTED_MAX),
      units: sum('units'),
      complete: sum('parcels') <= READY_COUNTED_MAX,
      groups: groups.map(({ waitlistId, productExternalId, productTitle, country, parcels, units }) => ({
        waitlist_id: waitlistId,
        product: { id: productExternalId, title: productTitle },
        country,
        parcels,
        units,
      })),
    };
  });
  sendsCsv(operations.exportReadyToSend, async (asker, { references, ...given }, reading) => {
    const people = seesPeople(asker);
    if (people) asker.prove();
    const { db } = reading;
    const filter = { ...(await filterFrom(db, asker, given)), references: referencesFrom(references) };
    const filters = Object.keys({ ...given, ...(references !== undefined && { references }) });
    await noteRead(reading, asker, {
      action: 'preorder.export',
      subject: asker.store.slug,
      after: { filters, people, carrier: true },
    });
    const pages = carrierRows(db, asker.store.id, filter);
    return { name: 'parcels', sheet: { columns: CARRIER_COLUMNS, pages: people ? pages : withoutPeople(pages) } };
  });
}

const PERSONAL = CARRIER_COLUMNS.filter((column) => !['reference', 'contents', 'quantity'].includes(column));
const EMPTY = Object.fromEntries(PERSONAL.map((column) => [column, '']));

async function* withoutPeople(pages: AsyncIterable<CarrierRow[]>): AsyncGenerator<CarrierRow[]> {
  for await (const rows of pages) yield rows.map((row) => ({ ...row, ...EMPTY }));
}

type Filter = Omit<InputOf<typeof operations.listReadyToSend>, 'limit' | 'after'>;

async function filterFrom(sql: Sql, asker: Asker, { waitlist_id, product_id, country }: Filter): Promise<ReadyFilter> {
  if (country !== undefined) demandScope(asker, 'preorders:personal');
  const { id: storeId } = asker.store;
  return {
    waitlistId: waitlist_id === undefined ? undefined : (await readWaitlist(sql, storeId, waitlist_id)).id,
    productId: product_id === undefined ? undefined : (await productFrom(sql, storeId, product_id)).id,
    country,
  };
}

function parcelJson(asker: Asker, parcel: ReadyParcel): operations.AdminParcelToSend {
  const people = seesPeople(asker);
  const lines = parcel.lines.map((line) => ({
    number: line.number,
    variant: { id: line.variantExternalId, title: line.variantTitle, sku: line.sku },
    properties: people ? line.properties : null,
    released_at: new Date(line.releasedAt).toISOString(),
    paid: line.paid,
    order: line.order,
  }));
  return {
    id: parcel.id,
    reference: parcel.reference,
    placed_at: parcel.placedAt.toISOString(),
    released_at: lines.map((line) => line.released_at).sort()[0] ?? parcel.placedAt.toISOString(),
    waitlist_id: parcel.waitlistId,
    product: { id: parcel.productExternalId, title: parcel.productTitle },
    contact: people ? parcel.contact : null,
    locale: parcel.locale,
    lines,
    waits_for: parcel.waitsFor && WAITS_FOR[parcel.waitsFor],
  };
}

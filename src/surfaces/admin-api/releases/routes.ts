import { startRelease, stopRelease } from '../../../core/releases/commands/start.ts';
import { type PreviewLine, previewRelease } from '../../../core/releases/queries/preview.ts';
import { listReleases, type Release, readBatch, readRelease } from '../../../core/releases/queries.ts';
import { toDecimal } from '../../../domain/money.ts';
import * as operations from '../../../protocol/schema/admin-api/releases.ts';
import { jsonOf } from '../../fields.ts';
import { WAITS_FOR } from '../../merchant-json/preorder-detail.ts';
import type { AdminRoutes } from '../admin-routes.ts';

const PREVIEW_LINES_MAX = 500;

/** Registers the releases: preview, start, follow, stop. */
export function registerReleases(routes: AdminRoutes): void {
  registerReads(routes);
  const { writes } = routes;

  writes(operations.startRelease, ({ store: { id: storeId } }, { batch_id: batchId, limit = null }) => ({
    async run(joined) {
      const releaseId = await startRelease(joined, { storeId, batchId, limit });
      return { subject: releaseId ?? batchId, outcome: { release_id: releaseId, batch_id: batchId, limit } };
    },
    answer: async ({ db }, { outcome: { release_id: releaseId } }) => ({
      started: releaseId !== null,
      release: releaseId === null ? null : releaseJson(await readRelease(db, storeId, String(releaseId))),
    }),
  }));

  writes(operations.stopRelease, ({ store: { id: storeId } }, { release_id: releaseId }) => ({
    async version({ db }) {
      const { state } = await readRelease(db, storeId, releaseId);
      return { state: state === 'stopped' ? state : 'not stopped' };
    },
    async run(joined) {
      await stopRelease(joined, { storeId, releaseId });
      return { subject: releaseId };
    },
    answer: async ({ db }) => releaseJson(await readRelease(db, storeId, releaseId)),
  }));
}

function registerReads({ reads, readsPage }: AdminRoutes): void {
  readsPage(operations.listReleases, async ({ store }, { batch_id: named, limit, after }, { db }) => {
    const batchId = named === undefined ? undefined : (await readBatch(db, store.id, named)).id;
    if (after !== undefined) await readRelease(db, store.id, after);
    return (await listReleases(db, store.id, { limit, after, batchId })).map(releaseJson);
  });
  reads(operations.getRelease, async ({ store }, { release_id: id }, { db }) =>
    releaseJson(await readRelease(db, store.id, id)),
  );
  reads(operations.previewRelease, async ({ store }, { batch_id: batchId, limit = null }, { db }) => {
    const found = await previewRelease({ db }, { storeId: store.id, batchId }, limit);
    const { batch, charge, lines, kept, leftOut } = found;
    const json = (some: readonly PreviewLine[]) => some.slice(0, PREVIEW_LINES_MAX).map(lineJson(store));
    return {
      batch_id: batch.id,
      waitlist_id: batch.waitlistId,
      currency: store.currency,
      charge: toDecimal(charge, store.currency),
      lines: json(lines),
      kept: json(kept),
      left_out: json(leftOut),
      counts: { lines: lines.length, kept: kept.length, left_out: leftOut.length },
    };
  });
}

const lineJson =
  ({ currency }: { currency: string }) =>
  ({ id, reference, number, placedAt, variant, charge, card, dispute, waits, unanswered, together }: PreviewLine) => ({
    id,
    reference,
    number,
    placed_at: placedAt.toISOString(),
    variant: { id: variant.externalId, sku: variant.sku },
    charge: toDecimal(charge, currency),
    card: card.state,
    dispute,
    waits_for: waits && WAITS_FOR[waits],
    unanswered,
    together,
  });

function releaseJson({ product, units, ...release }: Release): operations.AdminRelease {
  const total = (of: 'units' | 'released') => units.reduce((sum, unit) => sum + unit[of], 0);
  return jsonOf(operations.AdminRelease, {
    ...release,
    product: { id: product.externalId, productCode: product.handle },
    variants: units.map(({ variantId: _, externalId, ...unit }) => ({ id: externalId, ...unit })),
    units: total('units'),
    released: total('released'),
    charging: release.moving,
    paymentDue: release.owed,
  });
}

import type { PreviewLine, ReleasePreview } from '../../core/releases/queries/preview.ts';
import type { Release } from '../../core/releases/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { toDecimal } from '../../domain/money.ts';
import type { AdminRelease } from '../../protocol/schema/admin-api/batches.ts';
import { WAITS_FOR } from './preorder-detail.ts';

export function releaseJson(release: Release): AdminRelease {
  return {
    id: release.id,
    state: release.state,
    batch_id: release.batchId,
    waitlist_id: release.waitlistId,
    product: { id: release.product.externalId, product_code: release.product.handle },
    variants: release.units.map(({ externalId, sku, title, units, released }) => ({
      id: externalId,
      sku,
      title,
      units,
      released,
    })),
    units: totalUnits(release, ({ units }) => units),
    released: totalUnits(release, ({ released }) => released),
    charging: release.moving,
    disputed: release.disputed,
    paid: release.paid,
    payment_due: release.owed,
    given_back: release.givenBack,
    ordered: release.ordered,
    created_at: release.createdAt.toISOString(),
    ended_at: release.endedAt?.toISOString() ?? null,
  };
}

/** Returns the sum over the variants of a release. */
export function totalUnits({ units }: Release, of: (unit: Release['units'][number]) => number): number {
  return units.reduce((sum, unit) => sum + of(unit), 0);
}

/** Returns what a release would do. `linesMax` shortens the lists. */
export function releasePreviewJson(preview: ReleasePreview, { currency }: Store, linesMax?: number) {
  const json = (lines: readonly PreviewLine[]) =>
    lines.slice(0, linesMax).map((line) => ({
      id: line.id,
      reference: line.reference,
      number: line.number,
      placed_at: line.placedAt.toISOString(),
      variant: { id: line.variant.externalId, sku: line.variant.sku },
      charge: toDecimal(line.charge, currency),
      card: line.card.state,
      dispute: line.dispute,
      waits_for: line.waits && WAITS_FOR[line.waits],
    }));
  return {
    batch_id: preview.batch.id,
    waitlist_id: preview.batch.waitlistId,
    currency,
    charge: toDecimal(preview.charge, currency),
    lines: json(preview.lines),
    kept: json(preview.kept),
    left_out: json(preview.leftOut),
    counts: { lines: preview.lines.length, kept: preview.kept.length, left_out: preview.leftOut.length },
  };
}

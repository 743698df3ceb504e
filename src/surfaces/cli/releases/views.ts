import type { Store } from '../../../core/stores/queries.ts';
import type { AdminRelease } from '../../../protocol/schema/admin-api/releases.ts';
import { variantName } from '../batches/views.ts';
import { formatFields, formatTable, momentIn } from '../terminal.ts';

const KEPT = 'The unit is kept until the time to pay is over, and is not sent before the payment';

const DISPUTED =
  'a bank decides about their payment. Until then, or until you let them go on, their units are kept and nothing is charged';

export function releaseText(release: AdminRelease, { timeZone }: Store): string {
  const rows = release.variants.map((variant) => [
    variantName(variant),
    variant.sku,
    variant.id,
    variant.units,
    variant.released,
  ]);
  return [
    `${release.product.product_code}: release ${release.state}`,
    formatFields([
      ['Release', release.id],
      ['Batch', release.batch_id],
      ['Begun', momentIn(timeZone, release.created_at)],
      ['Ended', momentIn(timeZone, release.ended_at)],
      ['Assigned', `${release.released} of ${release.units} units`],
      ['Being charged', release.charging || ''],
      ['Paid', release.paid],
      ['Handed over', release.ordered],
      ['Not paid', release.payment_due > 0 ? `${release.payment_due}: the charge failed. ${KEPT}` : ''],
      ['Disputed', release.disputed > 0 ? `${release.disputed}: ${DISPUTED}` : ''],
      ['Cancelled', release.given_back > 0 ? `${release.given_back}: their units went back to the release` : ''],
    ]),
    formatTable(['Variant', 'SKU', 'Id', 'Units', 'Assigned'], rows),
  ].join('\n\n');
}

export function releasesTable(releases: readonly AdminRelease[], { timeZone }: Store): string {
  if (releases.length === 0) return 'No releases. See ./service batches arrive.';
  const rows = releases.map((release) => [
    release.id,
    release.state,
    release.product.product_code,
    momentIn(timeZone, release.created_at),
    release.units,
    release.released,
    release.paid,
    release.payment_due,
  ]);
  return formatTable(['Release', 'State', 'Product', 'Begun', 'Units', 'Assigned', 'Paid', 'Not paid'], rows);
}

/** Formats progress: `120 of 500 units assigned, 96 paid, 2 not paid`. */
export function progressLine({ released, units, paid, payment_due: owed, disputed }: AdminRelease): string {
  const parts = [`${released} of ${units} units assigned`, `${paid} paid`];
  if (owed > 0) parts.push(`${owed} not paid`);
  if (disputed > 0) parts.push(`${disputed} disputed`);
  return parts.join(', ');
}

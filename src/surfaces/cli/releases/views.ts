import type { Release } from '../../../core/releases/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { totalUnits } from '../../merchant-json/releases.ts';
import { variantName } from '../batches/views.ts';
import { formatDays, formatFields, formatTable, formatTime, printable } from '../terminal.ts';

const KEPT = 'The unit is kept until the time to pay is over, and is not sent before the payment';

const DISPUTED =
  'a bank decides about their payment. Until then, or until you let them go on, their units are kept and nothing is charged';

export function releaseText(release: Release, { timeZone }: Store): string {
  const units = release.units.map((unit) => [variantName(unit), unit.sku, unit.externalId, unit.units, unit.released]);
  return [
    `${printable(release.product.title)}: release ${release.state}`,
    formatFields([
      ['Release', release.id],
      ['Batch', release.batchId],
      ['Ships', formatDays(release.ships)],
      ['Begun', formatTime(release.createdAt, timeZone)],
      ['Ended', formatTime(release.endedAt, timeZone)],
      [
        'Given out',
        `${totalUnits(release, ({ released }) => released)} of ${totalUnits(release, ({ units: planned }) => planned)} units`,
      ],
      ['Being charged', release.moving || ''],
      ['Paid', release.paid],
      ['Handed over', release.ordered],
      ['Not paid', release.owed > 0 ? `${release.owed}: the charge failed. ${KEPT}` : ''],
      ['Disputed', release.disputed > 0 ? `${release.disputed}: ${DISPUTED}` : ''],
      ['Cancelled', release.givenBack > 0 ? `${release.givenBack}: their units went back to the release` : ''],
    ]),
    formatTable(['Variant', 'SKU', 'Id', 'Units', 'Given out'], units),
  ].join('\n\n');
}

export function releasesTable(releases: readonly Release[], { timeZone }: Store): string {
  const rows = releases.map((release) => [
    release.id,
    release.state,
    release.product.handle,
    formatDays(release.ships),
    formatTime(release.createdAt, timeZone),
    totalUnits(release, ({ units }) => units),
    totalUnits(release, ({ released }) => released),
    release.paid,
    release.owed,
  ]);
  return formatTable(['Release', 'State', 'Product', 'Ships', 'Begun', 'Units', 'Given out', 'Paid', 'Not paid'], rows);
}

/** Formats progress: `120 of 500 units given out, 96 paid, 2 not paid`. */
export function progressLine(release: Release): string {
  const parts = [
    `${totalUnits(release, ({ released }) => released)} of ${totalUnits(release, ({ units }) => units)} units given out`,
    `${release.paid} paid`,
  ];
  if (release.owed > 0) parts.push(`${release.owed} not paid`);
  if (release.disputed > 0) parts.push(`${release.disputed} disputed`);
  return parts.join(', ');
}

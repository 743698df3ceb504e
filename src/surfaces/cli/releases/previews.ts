import type { PreviewLine, ReleasePreview } from '../../../core/releases/queries/preview.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { unitsTable, variantName } from '../batches/views.ts';
import { formatAmount, formatCount, formatTable, formatTime, toWords } from '../terminal.ts';

// Enough line items on a screen to check a release; --json has all.
const LINES_SHOWN_MAX = 50;

export function previewText(preview: ReleasePreview, store: Store): string {
  const { lines, kept, leftOut, units } = preview;
  const doubtful = lines.filter(({ card }) => card.state === 'missing' || card.state === 'expired').length;
  const goesOn = lines.filter(({ dispute }) => dispute !== null).length;
  const disputed = kept.filter(({ waits }) => waits === 'open').length;
  const withdrawn = kept.filter(({ waits }) => waits === 'withdrawal').length;
  const lost = leftOut.filter(({ waits }) => waits === 'lost').length;
  const sentences = [
    `${formatCount(lines.length, 'line item')} would be released, and ${formatAmount(preview.charge, store.currency)} charged.`,
    ...(doubtful > 0 ? [`${doubtful} of them cannot be charged: their card is missing or has expired.`] : []),
    ...(goesOn > 0
      ? [`${goesOn} of them would be, although a payment of their pre-order is disputed: the merchant let it go on.`]
      : []),
    ...(kept.length > disputed + withdrawn
      ? [`A unit is kept for ${formatCount(kept.length - disputed - withdrawn, 'line item')} whose payment is due.`]
      : []),
    ...(disputed > 0
      ? [`A unit is kept for ${formatCount(disputed, 'line item')} until a bank has decided about their payment.`]
      : []),
    ...(withdrawn > 0
      ? [`A unit is kept for ${formatCount(withdrawn, 'line item')} until their withdrawal is dealt with.`]
      : []),
    ...(leftOut.length > 0 ? [`${formatCount(leftOut.length, 'line item')} would wait on.`] : []),
    ...(lost > 0 ? [`${lost} of them because a bank has taken the money back: cancel them, or let them go on.`] : []),
  ];
  return [
    sentences.join('\n'),
    unitsTable(units),
    linesTable('Would be released', lines, store),
    linesTable('Kept', kept, store),
    linesTable('Would wait on', leftOut, store),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function linesTable(heading: string, lines: readonly PreviewLine[], { currency, timeZone }: Store): string {
  if (lines.length === 0) return '';
  const shown = lines.slice(0, LINES_SHOWN_MAX);
  const isDisputed = shown.some(({ dispute }) => dispute !== null);
  const rows = shown.map((line) => [
    line.reference,
    line.number,
    variantName(line.variant),
    line.variant.sku,
    formatTime(line.placedAt, timeZone),
    formatAmount(line.charge, currency),
    cardText(line.card),
    ...(isDisputed ? [toWords(line.dispute ?? '')] : []),
  ]);
  const more = lines.length > LINES_SHOWN_MAX ? `\n  and ${lines.length - LINES_SHOWN_MAX} more (--json has all)` : '';
  const heads = ['Pre-order', 'Line', 'Variant', 'SKU', 'Placed', 'Charge', 'Card', ...(isDisputed ? ['Dispute'] : [])];
  return `${heading}\n\n${formatTable(heads, rows)}${more}`;
}

function cardText(card: PreviewLine['card']): string {
  if (card.state === 'none') return '';
  if (card.state === 'missing') return 'missing';
  return `${card.brand} ${card.last4}${card.state === 'expired' ? ', expired' : ''}`;
}

import type { Store } from '../../../core/stores/queries.ts';
import type { AdminBatch } from '../../../protocol/schema/admin-api/batches.ts';
import type { ReleasePreview } from '../../../protocol/schema/admin-api/releases.ts';
import { unitsTable } from '../batches/views.ts';
import { formatCount, formatTable, momentIn, toWords } from '../terminal.ts';

// Enough line items on a screen to check a release; --json has more.
const LINES_SHOWN_MAX = 50;

type Line = ReleasePreview['lines'][number];

export function previewText(preview: ReleasePreview, units: AdminBatch['variants'], { timeZone }: Store): string {
  const { lines, kept, left_out: leftOut, counts } = preview;
  const doubtful = lines.filter(({ card }) => card === 'missing' || card === 'expired').length;
  const unanswered = lines.filter((line) => line.unanswered).length;
  const goesOn = lines.filter(({ dispute }) => dispute !== null).length;
  const disputed = kept.filter(({ waits_for: why }) => why === 'dispute').length;
  const withdrawn = kept.filter(({ waits_for: why }) => why === 'withdrawal').length;
  const lost = leftOut.filter(({ waits_for: why }) => why === 'lost_dispute').length;
  const sentences: [count: number, sentence: string][] = [
    [unanswered, `${unanswered} of them have not answered yet whether they wait for the moved date.`],
    [doubtful, `${doubtful} of them cannot be charged: their card is missing or has expired.`],
    [
      goesOn,
      `${goesOn} of them would be, although a payment of their pre-order is disputed: the merchant let it go on.`,
    ],
    [
      counts.kept - disputed - withdrawn,
      `A unit is kept for ${lineItems(counts.kept - disputed - withdrawn)} whose payment is due.`,
    ],
    [disputed, `A unit is kept for ${lineItems(disputed)} until a bank has decided about their payment.`],
    [withdrawn, `A unit is kept for ${lineItems(withdrawn)} until their withdrawal is dealt with.`],
    [counts.left_out, `${lineItems(counts.left_out)} would wait on.`],
    [lost, `${lost} of them because a bank has taken the money back: cancel them, or let them go on.`],
  ];
  const sum = `${lineItems(counts.lines)} would be released, and ${preview.charge} ${preview.currency} charged.`;
  const titles = new Map(units.map(({ id, title }) => [id, title]));
  const tableOf = (heading: string, some: readonly Line[], count: number) =>
    some.length === 0 ? '' : `${heading}\n\n${linesTable(some, { titles, timeZone })}${moreThan(count)}`;
  return [
    [sum, ...sentences.flatMap(([count, sentence]) => (count > 0 ? [sentence] : []))].join('\n'),
    unitsTable(units),
    tableOf('Would be released', lines, counts.lines),
    tableOf('Kept', kept, counts.kept),
    tableOf('Would wait on', leftOut, counts.left_out),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const lineItems = (count: number) => formatCount(count, 'line item');

const moreThan = (count: number) => (count > LINES_SHOWN_MAX ? `\n  and ${count - LINES_SHOWN_MAX} more` : '');

function linesTable(lines: readonly Line[], { titles, timeZone }: { titles: Map<string, string>; timeZone: string }) {
  const shown = lines.slice(0, LINES_SHOWN_MAX);
  const isDisputed = shown.some(({ dispute }) => dispute !== null);
  const rows = shown.map(({ reference, number, variant, placed_at, charge, card, dispute }) => [
    reference,
    number,
    titles.get(variant.id) || '(the only one)',
    variant.sku,
    momentIn(timeZone, placed_at),
    charge,
    card === 'none' ? '' : card,
    ...(isDisputed ? [toWords(dispute ?? '')] : []),
  ]);
  const heads = ['Pre-order', 'Line', 'Variant', 'SKU', 'Placed', 'Charge', 'Card', ...(isDisputed ? ['Dispute'] : [])];
  return formatTable(heads, rows);
}

import type { Preview } from '../../../core/promises/commands/move.ts';
import type { Notice, PromiseRow } from '../../../core/promises/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { formatCount, formatDays, formatFields, formatTable, formatTime, toWords } from '../terminal.ts';

export function promisesTable(promises: readonly PromiseRow[], store: Store): string {
  const rows = promises.map((promise) => [
    promise.id,
    promise.batchId,
    promise.version,
    promise.current ? 'holds' : '',
    formatDays(promise),
    formatTime(promise.createdAt, store.timeZone),
    promise.told,
    promise.asked,
    promise.waits,
    promise.cancels,
    promise.open,
    promise.reason,
  ]);
  const heads = [
    'Promise',
    'Batch',
    'No',
    '',
    'Ships',
    'Promised',
    'Told',
    'Asked',
    'Wait',
    'Cancelled',
    'Open',
    'Why',
  ];
  return formatTable(heads, rows);
}

export function promiseText(promise: PromiseRow, notices: readonly Notice[], store: Store): string {
  const facts = formatFields([
    ['Id', promise.id],
    ['Product', promise.productTitle],
    ['Waitlist', promise.waitlistId],
    ['Batch', `${promise.batchId} (number ${promise.batch})`],
    ['Ships', formatDays(promise)],
    ['Reason', promise.reason],
    ['Promised', [formatTime(promise.createdAt, store.timeZone), promise.madeBy].filter(Boolean).join(', by ')],
    ['Told', promise.told],
    ['Asked', askedText(promise)],
  ]);
  const rows = notices.map((notice) => [
    notice.reference,
    notice.kind,
    formatTime(notice.at, store.timeZone),
    notice.mail?.sentAt ? formatTime(notice.mail.sentAt, store.timeZone) : '',
    notice.answerBy,
    standing(notice),
  ]);
  const title = `Promise ${promise.version}${promise.current ? ', the present one' : ', replaced by a later one'}`;
  if (rows.length === 0) return [title, facts].join('\n\n');
  return [title, facts, formatTable(['Pre-order', '', 'Noticed', 'Mailed', 'Answer by', 'Answer'], rows)].join('\n\n');
}

function askedText({ asked, waits, cancels, open }: PromiseRow): string {
  if (asked === 0) return '0';
  return `${asked}: ${waits} wait, ${cancels} cancelled, ${open} did not answer yet`;
}

function standing({ kind, answers }: Notice): string {
  const last = answers.at(-1);
  if (last) return `${last.answer.replaceAll('_', ': ')} (${toWords(last.givenBy)})`;
  return kind === 'asked' ? 'none yet' : '';
}

export function previewText(preview: Preview, { done }: { done: boolean }): string {
  const { window, before, told, asked, lines, byLaw, silenceCancels, answerBy } = preview;
  const moved = `${formatDays(before)} → ${formatDays(window)}`;
  if (before.from === window.from && before.until === window.until) return `${formatDays(window)} is promised already.`;
  if (told + asked === 0) return `${moved}\nNo shopper waits for this batch, so no mails are sent.`;
  return [
    moved,
    formatFields([
      [
        done ? 'Waiting' : 'Would be told',
        `${formatCount(told + asked, 'pre-order')}, ${formatCount(lines, 'line item')}`,
      ],
      ['Told', told],
      ['Asked', byLaw > 0 ? `${asked}, of them ${byLaw} because the law requires it` : asked],
      ['Answer by', answerBy && formatDays({ from: answerBy.first, until: answerBy.last })],
      ['Silence', asked > 0 ? `cancels ${silenceCancels}, lets ${asked - silenceCancels} wait` : ''],
    ]),
  ].join('\n\n');
}

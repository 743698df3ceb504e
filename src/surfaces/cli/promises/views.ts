import type { Store } from '../../../core/stores/queries.ts';
import type { AdminNotice } from '../../../protocol/schema/admin-api/notices.ts';
import type { AdminPromise, MovePreview } from '../../../protocol/schema/admin-api/promises.ts';
import { formatCount, formatDays, formatFields, formatTable, momentIn, toWords } from '../terminal.ts';

export function promisesTable(promises: readonly AdminPromise[], store: Store): string {
  if (promises.length === 0) return 'No promises yet.';
  const rows = promises.map((promise) => [
    promise.id,
    promise.batch.id,
    promise.version,
    promise.current ? 'holds' : '',
    formatDays(promise.ship_window),
    momentIn(store.timeZone, promise.created_at),
    promise.told,
    promise.asked,
    promise.waiting,
    promise.cancelled,
    promise.unanswered,
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

export function promiseText(promise: AdminPromise, notices: readonly AdminNotice[], store: Store): string {
  const facts = formatFields([
    ['Id', promise.id],
    ['Product', promise.product],
    ['Waitlist', promise.waitlist_id],
    ['Batch', `${promise.batch.id} (number ${promise.batch.position})`],
    ['Ships', formatDays(promise.ship_window)],
    ['Reason', promise.reason],
    ['Promised', [momentIn(store.timeZone, promise.created_at), promise.made_by].filter(Boolean).join(', by ')],
    ['Told', promise.told],
    ['Asked', askedText(promise)],
  ]);
  const rows = notices.map((notice) => [
    notice.reference,
    notice.kind,
    momentIn(store.timeZone, notice.at),
    momentIn(store.timeZone, notice.mail?.sent_at ?? null),
    momentIn(store.timeZone, notice.answer_by),
    standing(notice),
  ]);
  const title = `Promise ${promise.version}${promise.current ? ', the present one' : ', replaced by a later one'}`;
  if (rows.length === 0) return [title, facts].join('\n\n');
  return [title, facts, formatTable(['Pre-order', '', 'Noticed', 'Mailed', 'Answer by', 'Answer'], rows)].join('\n\n');
}

function askedText({ asked, waiting, cancelled, unanswered }: AdminPromise): string {
  if (asked === 0) return '0';
  return `${asked}: ${waiting} wait, ${cancelled} cancelled, ${unanswered} did not answer yet`;
}

function standing({ kind, answers }: AdminNotice): string {
  const last = answers.at(-1);
  if (last) return `${last.answer.replaceAll('_', ': ')} (${toWords(last.given_by)})`;
  return kind === 'asked' ? 'none yet' : '';
}

export function previewText(preview: MovePreview, { done }: { done: boolean }): string {
  const { ship_window: window, before, told, asked, lines, asked_by_law: byLaw } = preview;
  const { silence_cancels: silenceCancels, answer_by: answerBy } = preview;
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

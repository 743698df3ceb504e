import type { ShipWindow } from '../../../domain/ship-window.ts';
import { inWords, type MailContent, type MailFacts, type Words } from './facts.ts';
import { writeMail } from './frame.ts';
import { actions, type Block, facts, heading, items, quote, text } from './letter.ts';
import { pageButton } from './page-button.ts';

export type MovedDate = {
  before: ShipWindow;
  now: ShipWindow;
  /** The merchant's words, or ''. */
  reason: string;
  lineIds: ReadonlySet<string>;
};

export type DateQuestion = MovedDate & {
  /** The page on which the shopper answers. Its `choice` says which button of the mail led there. */
  url: string;
  /** The last day for an answer, in the store's time zone. */
  answerBy: string;
  /** The meaning of silence. */
  silence: 'cancel' | 'wait';
  /** The refund of a cancellation, in minor units. */
  back: number;
  /** The shopper was asked before, and has not answered. */
  reminder: boolean;
};

/** Tells the shopper that the date moved and that they need not do anything. */
export function dateMovedMail(given: MailFacts, moved: MovedDate): MailContent {
  const words = inWords(given);
  const { t, reference, store } = words;
  const now = words.window(moved.now);
  return writeMail(words, {
    subject: t('mail.date_moved.subject', { store: store.name, reference, window: now }),
    preheader: t('mail.date_moved.keep'),
    title: t('mail.date_moved.title'),
    blocks: [
      text(t('mail.date_moved.intro', { store: store.name })),
      ...datesOf(moved, words),
      text(t('mail.date_moved.keep')),
      given.manageUrl !== null && text(t('mail.change')),
      given.manageUrl !== null && actions({ label: t('mail.manage'), url: given.manageUrl }),
      ...itemsOf(given, moved, words),
    ],
  });
}

/** Asks the shopper to wait or to cancel, names the deadline, and says what silence means. */
export function dateAskedMail(given: MailFacts, asked: DateQuestion): MailContent {
  const words = inWords(given);
  const { t, money, reference, store } = words;
  const date = words.window({ from: asked.answerBy, until: asked.answerBy });
  return writeMail(words, {
    subject: t(asked.reminder ? 'mail.date_asked.reminder' : 'mail.date_asked.subject', {
      store: store.name,
      reference,
    }),
    preheader: t('mail.date_asked.by', { date }),
    title: t('mail.date_asked.title'),
    blocks: [
      text(t('mail.date_asked.intro', { store: store.name })),
      ...datesOf(asked, words),
      actions(
        { label: t('answer.wait'), url: `${asked.url}?choice=wait` },
        {
          label: asked.back > 0 ? t('link.confirm', { amount: money(asked.back) }) : t('answer.cancel_free'),
          url: `${asked.url}?choice=cancel`,
        },
      ),
      text(`${t('mail.date_asked.by', { date })} ${t(`mail.date_asked.silence_${asked.silence}`)}`),
      ...itemsOf(given, asked, words),
      ...pageButton(given, words),
    ],
  });
}

function datesOf({ before, now, reason }: MovedDate, { t, window, store }: Words): Block[] {
  return [
    facts([t('mail.now'), window(now)], [t('mail.before'), window(before)]),
    ...(reason.trim() === '' ? [] : [heading(t('mail.reason', { store: store.name })), quote(reason)]),
  ];
}

function itemsOf({ preorder }: MailFacts, { lineIds }: MovedDate, words: Words): Block[] {
  return [
    heading(words.t('mail.items')),
    items(words.rows(preorder.lines.filter(({ id }) => lineIds.has(id)))),
    facts([words.t('mail.reference'), words.reference]),
  ];
}

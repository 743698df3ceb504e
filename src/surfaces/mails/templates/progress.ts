import type { Fulfilment } from '../../../core/preorders/queries/fulfilments.ts';
import type { PreorderLine } from '../../../core/preorders/queries.ts';
import { formatDay } from '../../../domain/moment.ts';
import { trackingLink } from '../../../domain/tracking.ts';
import { inWords, type MailContent, type MailFacts, type Words } from './facts.ts';
import { writeMail } from './frame.ts';
import { actions, type Block, facts, heading, items, lines, quote, text } from './letter.ts';
import { pageButton } from './page-button.ts';

type ChosenLines = { lineIds: ReadonlySet<string> };

/** Tells that the units are at the store, that everything is paid, and that they are packed. */
export function releasedMail(given: MailFacts, { lineIds }: ChosenLines): MailContent {
  const words = inWords(given);
  const { t, reference, store, address } = words;
  return writeMail(words, {
    subject: t('mail.released.subject', { store: store.name, reference }),
    preheader: t('mail.released.next'),
    title: t('mail.released.title'),
    blocks: [
      text(t('mail.released.intro', { store: store.name })),
      facts([t('mail.reference'), reference]),
      items(words.rows(given.preorder.lines.filter(({ id }) => lineIds.has(id)))),
      text(t('mail.released.next')),
      heading(t('mail.ships_to')),
      lines(address),
      ...waiting(given, words),
      ...pageButton(given, words),
    ],
  });
}

/** `fulfilment`: null for what was sent before fulfilments were recorded. */
type SentLines = ChosenLines & { fulfilment: Fulfilment | null };

export function sentMail(given: MailFacts, { lineIds, fulfilment }: SentLines): MailContent {
  const words = inWords(given);
  const { t, reference, store, address } = words;
  return writeMail(words, {
    subject: t('mail.sent.subject', { store: store.name, reference }),
    preheader: t('mail.sent.intro', { store: store.name }),
    title: t('mail.sent.title'),
    blocks: [
      text(t('mail.sent.intro', { store: store.name })),
      ...tracking(given, words, fulfilment),
      items(words.rows(given.preorder.lines.filter(({ id }) => lineIds.has(id)))),
      heading(t('mail.ships_to')),
      lines(address),
      ...waiting(given, words),
    ],
  });
}

/** Tells how a parcel is followed, after an earlier mail said it wrong. */
export function trackingChangedMail(
  given: MailFacts,
  { lineIds, fulfilment }: ChosenLines & { fulfilment: Fulfilment },
): MailContent {
  const words = inWords(given);
  const { t, reference, store } = words;
  const intro = t('mail.tracking_changed.intro', { store: store.name });
  return writeMail(words, {
    subject: t('mail.tracking_changed.subject', { store: store.name, reference }),
    preheader: intro,
    title: t('mail.tracking_changed.title'),
    blocks: [
      text(intro),
      ...tracking(given, words, fulfilment),
      items(words.rows(given.preorder.lines.filter(({ id }) => lineIds.has(id)))),
    ],
  });
}

/** Returns the reference with what is known of the parcel, and the link that follows it. */
function tracking(given: MailFacts, words: Words, fulfilment: Fulfilment | null): Block[] {
  const { t, reference } = words;
  const named = [[t('mail.reference'), reference] as const];
  if (!fulfilment) return [facts(...named), ...pageButton(given, words)];
  const { carrier, number } = fulfilment.tracking;
  const left = given.preorder.lines.filter(({ state }) => state !== 'cancelled');
  const one = fulfilment.number === 1 && fulfilment.lineIds.length >= left.length;
  const rows = [
    ...named,
    !one && ([t('mail.sent.parcel'), String(fulfilment.number)] as const),
    carrier !== '' && ([t('mail.sent.carrier'), carrier] as const),
    number !== '' && ([t('mail.sent.number'), number] as const),
  ];
  const url = trackingLink(fulfilment.tracking);
  const { manageUrl } = given;
  const page = manageUrl === null ? [] : [{ label: t('mail.manage'), url: manageUrl }];
  const follow = url === '' ? pageButton(given, words) : [actions({ label: t('mail.sent.follow'), url }, ...page)];
  return [facts(...rows.filter((row) => row !== false)), ...follow];
}

type OpenReturn = ChosenLines & { sendBy: string; address: string; url: string };

/** Says what to send back, where and until when, and leads to the page for the tracking number. */
export function returnOpenedMail(given: MailFacts, { lineIds, sendBy, address, url }: OpenReturn): MailContent {
  const words = inWords(given);
  const { t, reference, store, locale } = words;
  const day = formatDay(new Date(`${sendBy}T00:00:00Z`), { locale, timeZone: 'UTC' });
  const intro = t('mail.return_opened.intro', { store: store.name, day });
  return writeMail(words, {
    subject: t('mail.return_opened.subject', { store: store.name, reference }),
    preheader: intro,
    title: t('mail.return_opened.title'),
    blocks: [
      text(intro),
      facts([t('mail.reference'), reference]),
      items(words.rows(given.preorder.lines.filter(({ id }) => lineIds.has(id)))),
      heading(t('mail.return_opened.to')),
      lines(address.split('\n')),
      text(t('mail.return_opened.money')),
      actions({ label: t('mail.return_opened.button'), url }),
      ...pageButton(given, words),
    ],
  });
}

type ReturnedLines = ChosenLines & {
  /** A refund has a mail of its own once it is made, or went back before; null where every line item gets nothing. */
  money: 'coming' | 'gone' | null;
  /** The line items that get nothing, and why. */
  unpaid: ReadonlySet<string>;
  reasons: readonly string[];
};

/** Confirms that a return has arrived, and says what becomes of the money. */
export function returnedMail(given: MailFacts, { lineIds, money, unpaid, reasons }: ReturnedLines): MailContent {
  const words = inWords(given);
  const { t, reference, store } = words;
  const { lines: all } = given.preorder;
  const told = money && t(money === 'coming' ? 'mail.returned.money' : 'mail.returned.gone');
  return writeMail(words, {
    subject: t('mail.returned.subject', { store: store.name, reference }),
    preheader: told ?? t('mail.returned.intro', { store: store.name }),
    title: t('mail.returned.title'),
    blocks: [
      text(t('mail.returned.intro', { store: store.name })),
      facts([t('mail.reference'), reference]),
      items(words.rows(all.filter(({ id }) => lineIds.has(id)))),
      told !== null && text(told),
      unpaid.size > 0 && heading(t('mail.returned.unpaid')),
      unpaid.size > 0 && unpaid.size < lineIds.size && items(words.rows(all.filter(({ id }) => unpaid.has(id)))),
      unpaid.size > 0 && heading(t('mail.reason', { store: store.name })),
      ...reasons.map(quote),
      ...pageButton(given, words),
    ],
  });
}

/** Returns the blocks about line items that the shopper still waits for. */
function waiting({ preorder }: MailFacts, words: Words): Block[] {
  const rest: PreorderLine[] = preorder.lines.filter(({ state }) => state === 'placed');
  if (rest.length === 0) return [];
  return [
    heading(words.t('mail.still_to_come')),
    items(words.rows(rest)),
    facts([words.t('mail.ships'), words.ships(rest)]),
  ];
}

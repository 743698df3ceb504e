import type { PreorderLine } from '../../../core/preorders/queries.ts';
import { inWords, type MailContent, type MailFacts, type Words } from './facts.ts';
import { writeMail } from './frame.ts';
import { actions, type Block, facts, heading, items, lines, text } from './letter.ts';

type Chosen = { lineIds: ReadonlySet<string> };

/** Tells that the units have arrived at the store and that everything is paid. */
export function releasedMail(given: MailFacts, { lineIds }: Chosen): MailContent {
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
      given.manageUrl !== null && actions({ label: t('mail.manage'), url: given.manageUrl }),
    ],
  });
}

export function sentMail(given: MailFacts, { lineIds }: Chosen): MailContent {
  const words = inWords(given);
  const { t, reference, store, address } = words;
  return writeMail(words, {
    subject: t('mail.sent.subject', { store: store.name, reference }),
    preheader: t('mail.sent.intro', { store: store.name }),
    title: t('mail.sent.title'),
    blocks: [
      text(t('mail.sent.intro', { store: store.name })),
      facts([t('mail.reference'), reference]),
      items(words.rows(given.preorder.lines.filter(({ id }) => lineIds.has(id)))),
      heading(t('mail.ships_to')),
      lines(address),
      ...waiting(given, words),
    ],
  });
}

/** Confirms that a return has arrived. The refund has a mail of its own once it is made. */
export function returnedMail(given: MailFacts, { lineIds }: Chosen): MailContent {
  const words = inWords(given);
  const { t, reference, store } = words;
  return writeMail(words, {
    subject: t('mail.returned.subject', { store: store.name, reference }),
    preheader: t('mail.returned.money'),
    title: t('mail.returned.title'),
    blocks: [
      text(t('mail.returned.intro', { store: store.name })),
      facts([t('mail.reference'), reference]),
      items(words.rows(given.preorder.lines.filter(({ id }) => lineIds.has(id)))),
      text(t('mail.returned.money')),
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

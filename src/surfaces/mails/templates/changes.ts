import { type ItemRow, inWords, type MailContent, type MailFacts, type Words } from './facts.ts';
import { writeMail } from './frame.ts';
import { actions, facts, heading, items, lines, text } from './letter.ts';

/** Titles and prices of both variants, and the differences to pay; a negative one goes back. Amounts in minor units. */
export type Swap = {
  fromTitle: string;
  toTitle: string;
  fromPrice: number;
  toPrice: number;
  dueNow: number;
  dueLater: number;
};

/** Confirms that a line item was swapped, or several equal ones. */
export function swappedMail(given: MailFacts, swaps: readonly [Swap, ...Swap[]]): MailContent {
  const [swap] = swaps;
  const words = inWords(given);
  const { t, money, reference, store } = words;
  const { productTitle } = given.preorder;
  const row = (title: string, price: number): ItemRow[] => [
    { title: productTitle, details: [title], quantity: swaps.length, amount: money(price * swaps.length) },
  ];
  const sum = (of: 'dueNow' | 'dueLater') => swaps.reduce((total, one) => total + one[of], 0);
  const dueNow = sum('dueNow');
  const paid = dueNow > 0 ? [[t('mail.charged.now'), money(dueNow)] as const] : [];
  const back = dueNow < 0 ? [[t('mail.cancelled.back'), money(-dueNow)] as const] : [];
  const price = priceText(dueNow + sum('dueLater'), words);
  return writeMail(words, {
    subject: t('mail.swapped.subject', { store: store.name, reference }),
    preheader: price,
    title: t('mail.swapped.title'),
    blocks: [
      facts([t('mail.reference'), reference], [t('mail.ships'), words.ships(given.preorder.lines)], ...paid, ...back),
      heading(t('mail.now')),
      items(row(swap.toTitle, swap.toPrice)),
      heading(t('mail.before')),
      items(row(swap.fromTitle, swap.fromPrice)),
      text(price),
      given.manageUrl !== null && actions({ label: t('mail.manage'), url: given.manageUrl }),
    ],
  });
}

function priceText(difference: number, { t, money }: Words): string {
  if (difference === 0) return t('mail.swapped.same');
  return t(difference > 0 ? 'mail.swapped.more' : 'mail.swapped.less', { amount: money(Math.abs(difference)) });
}

/** Confirms the new address, so that the shopper notices a change that another person made. */
export function addressChangedMail(given: MailFacts): MailContent {
  const words = inWords(given);
  const { t, reference, store } = words;
  return writeMail(words, {
    subject: t('mail.address_changed.subject', { store: store.name, reference }),
    preheader: t('mail.address_changed.intro'),
    title: t('mail.address_changed.title'),
    blocks: [
      text(t('mail.address_changed.intro')),
      lines(words.address),
      facts([t('mail.reference'), reference], [t('mail.ships'), words.ships(given.preorder.lines)]),
      given.manageUrl !== null && actions({ label: t('mail.manage'), url: given.manageUrl }),
      text(t('mail.address_changed.not_you', { store: store.name, email: store.contactEmail })),
    ],
  });
}

/** Tells the new address of a customer that mails go there from now on, with a link that the earlier address does not have. */
export function contactChangedMail(given: MailFacts): MailContent {
  const words = inWords(given);
  const { t, reference, store } = words;
  return writeMail(words, {
    subject: t('mail.contact_changed.subject', { store: store.name, reference }),
    preheader: t('mail.contact_changed.intro'),
    title: t('mail.contact_changed.title'),
    blocks: [
      text(t('mail.contact_changed.intro')),
      facts([t('mail.reference'), reference], [t('mail.ships'), words.ships(given.preorder.lines)]),
      given.manageUrl !== null && actions({ label: t('mail.manage'), url: given.manageUrl }),
      text(t('mail.contact_changed.not_yours', { store: store.name, email: store.contactEmail })),
    ],
  });
}

/** Tells the earlier address that no more mails go there. It names neither the new address nor what was bought. */
export function contactLeftMail(given: MailFacts): MailContent {
  const words = inWords(given);
  const { t, reference, store } = words;
  return writeMail(words, {
    subject: t('mail.contact_left.subject', { store: store.name, reference }),
    preheader: t('mail.contact_left.intro'),
    title: t('mail.contact_left.title'),
    blocks: [
      text(t('mail.contact_left.intro')),
      facts([t('mail.reference'), reference]),
      text(t('mail.address_changed.not_you', { store: store.name, email: store.contactEmail })),
    ],
  });
}

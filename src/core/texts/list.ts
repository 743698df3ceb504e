import type { TextPart } from '../../domain/own-text.ts';
import type { MessageKey } from '../../messages/catalogue.ts';

type KeysByPart = Partial<Record<TextPart, readonly MessageKey[]>>;

/**
 * The texts that a store may have words of its own for: those of the button, and of every kind of mail. What the law or a payment rests on
 * is not among them: facts, amounts, links, what silence means, and what is kept.
 */
export const OWN_TEXTS = {
  button: { label: ['button.order', 'button.sold_out', 'button.coming_soon', 'learn.link'] },
  placed: {
    subject: ['mail.placed.subject'],
    title: ['mail.placed.title', 'mail.placed.title_nameless'],
    text: [
      'mail.placed.pay_now',
      'mail.placed.deposit',
      'mail.placed.pay_later',
      'mail.placed.stands',
      'mail.placed.next',
    ],
  },
  payment_needed: {
    subject: ['mail.payment_needed.subject', 'mail.payment_needed.reminder'],
    title: ['mail.payment_needed.title', 'mail.payment_needed.title_due'],
    text: [
      'mail.payment_needed.declined',
      'mail.payment_needed.no_funds',
      'mail.payment_needed.expired',
      'mail.payment_needed.bank',
      'mail.payment_needed.failed',
      'mail.payment_needed.no_card',
    ],
  },
  charged: {
    subject: ['mail.charged.subject'],
    title: ['mail.charged.title', 'mail.charged.title_arrived'],
    text: ['mail.charged.intro', 'mail.charged.arrived'],
  },
  date_moved: {
    subject: ['mail.date_moved.subject'],
    title: ['mail.date_moved.title'],
    text: ['mail.date_moved.intro', 'mail.date_moved.keep'],
  },
  date_asked: {
    subject: ['mail.date_asked.subject', 'mail.date_asked.reminder'],
    title: ['mail.date_asked.title'],
    text: ['mail.date_asked.intro'],
  },
  released: {
    subject: ['mail.released.subject'],
    title: ['mail.released.title'],
    text: ['mail.released.intro', 'mail.released.next'],
  },
  sent: { subject: ['mail.sent.subject'], title: ['mail.sent.title'], text: ['mail.sent.intro'] },
  tracking_changed: {
    subject: ['mail.tracking_changed.subject'],
    title: ['mail.tracking_changed.title'],
    text: ['mail.tracking_changed.intro'],
  },
  return_opened: {
    subject: ['mail.return_opened.subject'],
    title: ['mail.return_opened.title'],
    text: ['mail.return_opened.intro', 'mail.return_opened.money'],
  },
  returned: {
    subject: ['mail.returned.subject'],
    title: ['mail.returned.title'],
    text: ['mail.returned.intro', 'mail.returned.money'],
  },
  cancelled: {
    subject: ['mail.cancelled.subject', 'mail.cancelled.subject_part'],
    title: ['mail.cancelled.title', 'mail.cancelled.title_part'],
    text: ['mail.cancelled.intro', 'mail.cancelled.intro_part'],
  },
  refunded: {
    subject: ['mail.refunded.subject'],
    title: ['mail.refunded.title'],
    text: ['mail.refunded.intro', 'mail.refunded.banks'],
  },
  cancel_link: {
    subject: ['mail.cancel_link.subject'],
    title: ['mail.cancel_link.title'],
    text: ['mail.cancel_link.intro'],
  },
  manage_link: {
    subject: ['mail.manage_link.subject'],
    title: ['mail.manage_link.title'],
    text: ['mail.manage_link.intro'],
  },
  swapped: { subject: ['mail.swapped.subject'], title: ['mail.swapped.title'] },
  address_changed: {
    subject: ['mail.address_changed.subject'],
    title: ['mail.address_changed.title'],
    text: ['mail.address_changed.intro'],
  },
  contact_changed: {
    subject: ['mail.contact_changed.subject'],
    title: ['mail.contact_changed.title'],
    text: ['mail.contact_changed.intro'],
  },
  contact_left: {
    subject: ['mail.contact_left.subject'],
    title: ['mail.contact_left.title'],
    text: ['mail.contact_left.intro'],
  },
  written: { subject: ['mail.written.subject'], title: ['mail.written.title'], text: ['mail.written.answer'] },
  message: { subject: ['mail.message.subject'], title: ['mail.message.title'], text: ['mail.message.answer'] },
} as const satisfies Record<string, KeysByPart>;

/** The button, or a kind of mail. */
export type TextGroup = keyof typeof OWN_TEXTS;

export const TEXT_GROUPS = Object.keys(OWN_TEXTS) as TextGroup[];

/** A text that a store may change, and where it stands. */
export type TextPlace = { key: MessageKey; group: TextGroup; part: TextPart };

const PARTS: readonly TextPart[] = ['label', 'subject', 'title', 'text'];

export const TEXT_PLACES: readonly TextPlace[] = TEXT_GROUPS.flatMap((group) => {
  const parts: KeysByPart = OWN_TEXTS[group];
  return PARTS.flatMap((part) => (parts[part] ?? []).map((key) => ({ key, group, part })));
});

/** Variables that every text of a mail may have. */
const OF_EVERY_MAIL = ['reference', 'store'];

export const filledIn = ({ group }: TextPlace): readonly string[] => (group === 'button' ? [] : OF_EVERY_MAIL);

import type { LineState } from '../../domain/preorder.ts';
import type { OutboxSaid } from '../outbox/row.ts';
import type { OutboxDetails } from '../outbox/topics.ts';

/**
 * The kinds of mail, and what each is about beside its pre-order. Every mail follows a fact about this one pre-order: none is
 * marketing. Details hold only ids and words of our own, because they stay after an erasure.
 */
export type MailDetails = {
  placed: null;
  payment_needed: OutboxDetails['payment.needed'];
  charged: { movementId: string };
  date_moved: OutboxDetails['promise.noticed'];
  date_asked: OutboxDetails['promise.noticed'];
  released: OutboxDetails['lines.moved'];
  sent: OutboxDetails['lines.moved'];
  tracking_changed: { fulfilmentId: string };
  return_opened: OutboxDetails['return.opened'];
  returned: OutboxDetails['lines.moved'];
  cancelled: OutboxDetails['preorder.cancelled'];
  /** `goodwillId`: the goodwill that the refund belongs to. It may go back in several payments. */
  refunded: { movementId: string; goodwillId?: string };
  cancel_link: { linkId: string };
  manage_link: { linkId: string };
  swapped: OutboxDetails['preorder.swapped'];
  address_changed: null;
  /** To the new address of a customer, and to the earlier one. */
  contact_changed: OutboxDetails['preorder.contact_changed'];
  contact_left: OutboxDetails['preorder.contact_changed'];
  message: OutboxDetails['preorder.message'];
  written: OutboxDetails['preorder.written'];
};

export type MailKind = keyof MailDetails;

/** A mail that a fact asks for. Two with equal dedupe, pre-order and kind are one mail. */
export type WantedMail = { [K in MailKind]: { kind: K; detail: MailDetails[K] } }[MailKind] & { dedupe: string };

/**
 * Returns the mail that an outbox row asks for, or null. Another mail may cover a movement of money; the row alone does not
 * show that, so `commands/record.ts` looks at the movement and drops such a mail.
 */
export function mailOf(row: OutboxSaid & { id: number }): WantedMail | null {
  const { topic, detail } = row;
  const dedupe = `fact ${row.id}`; // for events that may happen again
  switch (topic) {
    case 'preorder.placed':
      return detail?.mail === false ? null : { kind: 'placed', dedupe: 'placed', detail: null };
    case 'preorder.cancelled':
      return { kind: 'cancelled', dedupe, detail };
    case 'lines.moved':
      return stageMail(dedupe, detail);
    case 'fulfilment.changed': {
      const { fulfilmentId, mail } = detail;
      return mail ? { kind: 'tracking_changed', dedupe, detail: { fulfilmentId } } : null;
    }
    case 'return.opened':
      return { kind: 'return_opened', dedupe, detail };
    case 'payment.needed':
      return { kind: 'payment_needed', dedupe, detail };
    case 'money.moved':
      return moneyMail(detail);
    case 'promise.noticed': {
      const { noticeId, again, linkId } = detail;
      // The evidence of the notice finds its mail by this dedupe (ASKING_MAIL).
      const asked = again ? `${noticeId} ${again} ${linkId}` : noticeId;
      return { kind: detail.kind === 'asked' ? 'date_asked' : 'date_moved', dedupe: asked, detail };
    }
    case 'preorder.swapped':
      return { kind: 'swapped', dedupe, detail };
    case 'preorder.address_changed':
      return { kind: 'address_changed', dedupe, detail };
    case 'preorder.contact_changed':
      return { kind: detail.to === 'new' ? 'contact_changed' : 'contact_left', dedupe, detail };
    case 'preorder.message':
      return { kind: 'message', dedupe, detail };
    case 'preorder.written':
      return { kind: 'written', dedupe, detail };
    case 'link.asked': {
      const { purpose, linkId } = detail;
      return { kind: purpose === 'cancel' ? 'cancel_link' : 'manage_link', dedupe: linkId, detail: { linkId } };
    }
    default:
      return null;
  }
}

/** Returns true when a person has just asked for the mail and waits for it. */
export function isAwaited<M extends { kind: MailKind }>(
  mail: M,
): mail is Extract<M, { kind: 'cancel_link' | 'manage_link' }> {
  return mail.kind === 'cancel_link' || mail.kind === 'manage_link';
}

const STAGES: Partial<Record<LineState, 'released' | 'sent' | 'returned'>> = {
  released: 'released',
  fulfilled: 'sent',
  returned: 'returned',
};

function stageMail(dedupe: string, detail: OutboxDetails['lines.moved']): WantedMail | null {
  if (detail.from === 'payment_due') return null; // it was paid, and the receipt says where it is
  const kind = STAGES[detail.to];
  return kind ? { kind, dedupe, detail } : null;
}

function moneyMail({ kind, state, movementId }: OutboxDetails['money.moved']): WantedMail | null {
  if (state !== 'done') return null; // a failed charge asks for another payment, which is a fact of its own
  return { kind: kind === 'refund' ? 'refunded' : 'charged', dedupe: movementId, detail: { movementId } };
}

import type { LineState } from '../../domain/preorder.ts';
import type { OutboxSaid } from '../outbox/row.ts';
import type { OutboxDetails } from '../outbox/topics.ts';

/**
 * What a mail tells or asks, and what each kind speaks of beside its pre-order. Each follows something that concerns this one
 * pre-order: none is marketing. Ids, and words of ours: they stay when the person is forgotten.
 */
export type MailDetails = {
  placed: null;
  payment_needed: OutboxDetails['payment.needed'];
  charged: { movementId: string };
  date_moved: OutboxDetails['promise.noticed'];
  date_asked: OutboxDetails['promise.noticed'];
  released: OutboxDetails['lines.moved'];
  sent: OutboxDetails['lines.moved'];
  returned: OutboxDetails['lines.moved'];
  cancelled: OutboxDetails['preorder.cancelled'];
  /** `goodwillId`: what the merchant gave back at once, in however many payments it goes back. */
  refunded: { movementId: string; goodwillId?: string };
  cancel_link: { linkId: string };
  manage_link: { linkId: string };
  swapped: OutboxDetails['preorder.swapped'];
  address_changed: null;
  message: OutboxDetails['preorder.message'];
};

export type MailKind = keyof MailDetails;

/** A mail that a fact asks for. The same dedupe, pre-order and kind are the same mail. */
export type Wanted = { [K in MailKind]: { kind: K; detail: MailDetails[K] } }[MailKind] & { dedupe: string };

/**
 * The mail that an outbox row asks for, or null. Of money it is not known yet whether another mail tells of it: the
 * movement says so (`commands/record.ts`).
 */
export function mailOf(row: OutboxSaid & { id: number }): Wanted | null {
  const { topic, detail } = row;
  const dedupe = `fact ${row.id}`; // for what may happen again
  switch (topic) {
    case 'preorder.placed':
      return { kind: 'placed', dedupe: 'placed', detail: null };
    case 'preorder.cancelled':
      return { kind: 'cancelled', dedupe, detail };
    case 'lines.moved':
      return stageMail(dedupe, detail);
    case 'payment.needed':
      return { kind: 'payment_needed', dedupe, detail };
    case 'money.moved':
      return moneyMail(detail);
    case 'promise.noticed':
      // The evidence of the notice finds its mail by this dedupe.
      return { kind: detail.kind === 'asked' ? 'date_asked' : 'date_moved', dedupe: detail.noticeId, detail };
    case 'preorder.swapped':
      return { kind: 'swapped', dedupe, detail };
    case 'preorder.address_changed':
      return { kind: 'address_changed', dedupe, detail };
    case 'preorder.message':
      return { kind: 'message', dedupe, detail };
    case 'link.asked': {
      const { purpose, linkId } = detail;
      return { kind: purpose === 'cancel' ? 'cancel_link' : 'manage_link', dedupe: linkId, detail: { linkId } };
    }
    default:
      return null;
  }
}

/** Somebody has just asked for it, and sits before their mailbox. */
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

function stageMail(dedupe: string, detail: OutboxDetails['lines.moved']): Wanted | null {
  if (detail.from === 'payment_due') return null; // it was paid, and the receipt says where it is
  const kind = STAGES[detail.to];
  return kind ? { kind, dedupe, detail } : null;
}

function moneyMail({ kind, state, movementId }: OutboxDetails['money.moved']): Wanted | null {
  if (state !== 'done') return null; // a failed charge asks for another payment, which is a fact of its own
  return { kind: kind === 'refund' ? 'refunded' : 'charged', dedupe: movementId, detail: { movementId } };
}

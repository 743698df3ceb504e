import type { OutboxRow } from '../outbox/row.ts';

/** What a mail tells or asks. Each follows something that concerns this one pre-order: none is marketing. */
export type MailKind =
  | 'placed'
  | 'payment_needed'
  | 'charged'
  | 'date_moved'
  | 'date_asked'
  | 'released'
  | 'sent'
  | 'returned'
  | 'cancelled'
  | 'refunded'
  | 'cancel_link'
  | 'manage_link'
  | 'swapped'
  | 'address_changed'
  | 'message';

/** What the mail speaks of, beside its pre-order. Ids, and words of ours: it stays when the person is forgotten. */
export type MailDetail = Record<string, unknown>;

/** A mail that a fact asks for. The same dedupe, pre-order and kind are the same mail. */
export type Wanted = { kind: MailKind; dedupe: string; detail: MailDetail | null };

const STAGES: Record<string, MailKind> = { released: 'released', fulfilled: 'sent', returned: 'returned' };

/**
 * The mail that an outbox row asks for, or null. Of money it is not known yet whether another mail tells of it: the
 * movement says so (`commands/record.ts`).
 */
export function mailOf({ id, topic, detail }: Pick<OutboxRow, 'id' | 'topic' | 'detail'>): Wanted | null {
  const fact = (kind: MailKind): Wanted => ({ kind, dedupe: `fact ${id}`, detail });
  switch (topic) {
    case 'preorder.placed':
      return { kind: 'placed', dedupe: 'placed', detail: null };
    case 'preorder.cancelled':
      return fact('cancelled');
    case 'lines.moved':
      return stageMail(fact, detail);
    case 'payment.needed':
      return fact('payment_needed');
    case 'money.moved':
      return moneyMail(detail);
    case 'promise.noticed':
      return noticeMail(detail);
    case 'preorder.swapped':
      return fact('swapped');
    case 'preorder.address_changed':
      return fact('address_changed');
    case 'preorder.message':
      return fact('message');
    case 'link.asked':
      return linkMail(detail);
    default:
      return null;
  }
}

/** Somebody has just asked for it, and sits before their mailbox. */
export const isAwaited = (kind: MailKind): boolean => kind === 'cancel_link' || kind === 'manage_link';

function linkMail(detail: MailDetail | null): Wanted {
  const kind = detail?.purpose === 'cancel' ? 'cancel_link' : 'manage_link';
  return { kind, dedupe: String(detail?.linkId), detail: { linkId: detail?.linkId } };
}

/** The notice is found beside its mail by the dedupe: that it was sent is part of the evidence. */
function noticeMail(detail: MailDetail | null): Wanted {
  const kind = detail?.kind === 'asked' ? 'date_asked' : 'date_moved';
  return { kind, dedupe: String(detail?.noticeId), detail };
}

function stageMail(fact: (kind: MailKind) => Wanted, detail: MailDetail | null): Wanted | null {
  if (detail?.from === 'payment_due') return null; // it was paid, and the receipt says where it is
  const kind = STAGES[String(detail?.to)];
  return kind ? fact(kind) : null;
}

function moneyMail(detail: MailDetail | null): Wanted | null {
  if (detail?.state !== 'done') return null; // a failed charge asks for another payment, which is a fact of its own
  const kind = detail.kind === 'refund' ? 'refunded' : 'charged';
  return { kind, dedupe: String(detail.movementId), detail: { movementId: detail.movementId } };
}

/** The line items, or whatever else, that a mail speaks of. */
export function idsOf(detail: MailDetail | null, name: string): Set<string> {
  const ids = detail?.[name];
  return new Set(Array.isArray(ids) ? ids.map(String) : []);
}

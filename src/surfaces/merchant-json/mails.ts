import type { ShownMail } from '../../core/mails/commands/show.ts';
import type { Mail, Suppression } from '../../core/mails/queries.ts';

export function mailJson(mail: Mail) {
  return {
    id: mail.id,
    message_id: mail.messageId,
    preorder: mail.reference,
    kind: mail.kind,
    state: mail.state,
    failure: mail.failure,
    created_at: mail.createdAt.toISOString(),
    sent_at: mail.sentAt?.toISOString() ?? null,
  };
}

/** Returns a mail with its text, which is null once there is nothing to tell any more. */
export function shownMailJson(mail: Mail, shown: ShownMail | null) {
  const content = shown && { subject: shown.subject, from: shown.from, to: shown.to, as_sent: shown.asSent };
  return { ...mailJson(mail), ...content, text: shown?.text ?? null, html: shown?.html ?? null };
}

export function suppressionJson({ customerKey, reason, codes, createdAt, references }: Suppression) {
  return { customer_key: customerKey, reason, codes, since: createdAt.toISOString(), preorders: references };
}

import { STAFF_LINK_MINUTES } from '../../../domain/staff.ts';
import { MailError } from '../../../integrations/mail/port.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import type { StaffChange, StaffMailFacts } from '../port.ts';
import { findInvitation } from '../queries/invitations.ts';
import { findMemberByEmail, type StaffMember } from '../queries.ts';
import { createPasswordLink, staffLinkAddress } from './links.ts';
import { newsFacts } from './news-facts.ts';

// The waits are 30 s, 1, 2, 4 … minutes: about two hours of a mail server that is away. After that nobody waits for the mail.
const TRIES_MAX = 9;
const FIRST_WAIT_SECONDS = 30;
const MINUTES_A_DAY = 24 * 60;
const SENDER = 'Pre-orders';

type MailDeps = Pick<Deps, 'db' | 'log' | 'secrets' | 'portalUrl' | 'mail' | 'mailFrom' | 'writeStaffMail'>;
type Due = {
  id: string;
  kind: StaffMailFacts['kind'];
  email: string;
  invitationId: string | null;
  storeId: string | null;
  memberId: string | null;
  about: string | null;
  tries: number;
};

/** Sends the mails to staff that are due, one after the other. Any number of processes may do so at once. */
export async function sendStaffMails(deps: MailDeps, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const due = await claim(deps.db);
    if (due === null) return;
    if (await trySend(deps, due))
      await deps.db.query('UPDATE staff_mail SET done_at = app_now() WHERE id = $1', [due.id]);
  }
}

/** Takes the next mail and puts its next try off, so that no other process sends it meanwhile, and none at all forgets it. */
async function claim(sql: Sql): Promise<Due | null> {
  const [due] = await sql.query<Due>(
    `UPDATE staff_mail SET tries = tries + 1,
            try_at = app_now() + ${FIRST_WAIT_SECONDS} * power(2, tries) * interval '1 second'
     WHERE id = (SELECT id FROM staff_mail WHERE done_at IS NULL AND try_at <= (SELECT app_now())
                 ORDER BY try_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, kind, email, invitation_id AS "invitationId", store_id AS "storeId", member_id AS "memberId", about, tries`,
  );
  return due ?? null;
}

/** Returns true when nothing is left to do for the mail: it is sent, no member has its address, or it is given up. */
async function trySend(deps: MailDeps, due: Due): Promise<boolean> {
  const member = await findMemberByEmail(deps.db, due.email);
  const facts = await factsOf(deps, due, member);
  if (facts === null) return true;
  try {
    await deps.mail.send({
      messageId: staffMessageId(deps, due.id),
      from: { name: SENDER, address: deps.mailFrom },
      // Not as somebody typed it: another mailbox may fold to the same address.
      to: { name: '', address: member?.email ?? due.email },
      ...deps.writeStaffMail(facts),
    });
    return true;
  } catch (error) {
    const codes = error instanceof MailError ? error.codes : 'unknown';
    const isFinal = error instanceof MailError && (error.kind === 'refused' || error.kind === 'no_mailbox');
    deps.log.warn({ mail: due.id, codes, tries: due.tries }, 'a mail to staff was not sent');
    return isFinal || due.tries >= TRIES_MAX;
  }
}

/** Returns the Message-ID of a mail to staff. */
export function staffMessageId({ portalUrl }: Pick<Deps, 'portalUrl'>, id: string): string {
  return `staff-${id}@${new URL(portalUrl).hostname}`;
}

async function factsOf(deps: MailDeps, due: Due, member: StaffMember | null): Promise<StaffMailFacts | null> {
  const { kind, invitationId, storeId, memberId, about } = due;
  if (kind === 'connection_refused') {
    return storeId === null || about === null ? null : newsFacts(deps, { kind, storeId, memberId, about });
  }
  if (kind === 'daily' || kind === 'nearly_sold') {
    if (storeId === null || memberId === null || about === null) return null;
    return newsFacts(deps, { kind, storeId, memberId, about });
  }
  if (kind === 'changed') {
    if (!member) return null;
    return { kind, what: about as StaffChange, url: `${deps.portalUrl}/account`, language: member.language };
  }
  if (kind === 'password') {
    if (!member) return null;
    const { url, minutes } = await createPasswordLink(deps, member.id);
    return { kind, url, minutes, language: member.language };
  }
  const invitation = await findInvitation(deps.db, invitationId ?? '');
  if (invitation?.state !== 'open') return null;
  const { storeName: store, storeLanguage, role, invitedBy } = invitation;
  return {
    kind,
    store,
    role,
    invitedBy,
    url: staffLinkAddress(deps, invitation.id),
    days: STAFF_LINK_MINUTES.invitation / MINUTES_A_DAY,
    language: member?.language ?? storeLanguage,
  };
}

import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '../../../domain/checkout.ts';
import { AppError } from '../../../domain/error.ts';
import { checkStaffName } from '../../../domain/staff.ts';
import { oneRow } from '../../../platform/columns.ts';
import type { Sql } from '../../../platform/db.ts';
import { joinTransaction } from '../../../platform/join-transaction.ts';
import type { Deps } from '../../deps.ts';
import type { Invitation } from '../queries/invitations.ts';
import { findMemberByEmail, readMember, type StaffLink } from '../queries.ts';
import { checkStaffEmail, readStaffLink, useInvitation, useStaffLink } from './links.ts';
import { hashNewPassword } from './new-password.ts';
import { storePassword } from './password.ts';
import { setRole } from './roles.ts';
import { type Beginning, endOtherSessions } from './sessions.ts';
import { beginAfterPassword, type SignedIn } from './sign-in.ts';
import { tellChange } from './tell-change.ts';

type LinkDeps = Pick<Deps, 'db' | 'secrets' | 'breachedPasswords'>;

/** What the person fills in behind a link. */
export type Accepting = {
  token: string;
  /** For a link that does not say whom it is for. */
  email?: string | undefined;
  name?: string | undefined;
  password?: string | undefined;
  language: string;
};

/**
 * Does what a one-time link is for and signs the person in. Resolves with null for a person with an account who was invited. Throws
 * `link_not_found`, or what is wrong with their answers.
 */
export async function acceptStaffLink(
  deps: LinkDeps,
  given: Accepting,
  beginning: Beginning,
): Promise<SignedIn | null> {
  const live = await readStaffLink(deps, given.token);
  if ('invitation' in live) return acceptInvitation(deps, live.invitation, { given, beginning });
  const { link } = live;
  return link.purpose === 'owner'
    ? createOwner(deps, link, { given, beginning })
    : setPassword(deps, link, { given, beginning });
}

type Acceptance = { given: Accepting; beginning: Beginning };

async function createOwner(deps: LinkDeps, link: StaffLink, { given, beginning }: Acceptance): Promise<SignedIn> {
  const member = await newMember(deps, given, link.email ?? given.email ?? '');
  return deps.db.transaction(async (tx) => {
    await useStaffLink(tx, link.id);
    // Each start of the service prints such a link until there is an owner, and the others must not make a second one.
    await tx.query(
      `UPDATE staff_link SET used_at = app_now() WHERE purpose = 'owner' AND email IS NULL AND used_at IS NULL`,
    );
    const memberId = await insertMember(tx, { ...member, mayCreateStores: true });
    return beginAfterPassword(tx, memberId, beginning);
  });
}

/**
 * Lets the invited person work in the store. A person with an account gets the role alone: the mailbox does not sign them in, and
 * changes no password.
 */
async function acceptInvitation(
  deps: LinkDeps,
  invitation: Invitation,
  { given, beginning }: Acceptance,
): Promise<SignedIn | null> {
  const { storeId, role, email } = invitation;
  const known = await findMemberByEmail(deps.db, email);
  const member = known ? null : await newMember(deps, given, email);
  return deps.db.transaction(async (tx) => {
    await useInvitation(tx, invitation);
    const memberId = member ? await insertMember(tx, { ...member, mayCreateStores: false }) : (known?.id ?? '');
    await setRole({ db: joinTransaction(deps.db, tx) }, { storeId, memberId }, role);
    return known ? null : beginAfterPassword(tx, memberId, beginning);
  });
}

async function setPassword(deps: LinkDeps, link: StaffLink, { given, beginning }: Acceptance): Promise<SignedIn> {
  const { id: memberId, email } = await readMember(deps.db, link.memberId ?? '');
  const hash = await hashNewPassword(deps, passwordIn(given), email);
  return deps.db.transaction(async (tx) => {
    await useStaffLink(tx, link.id);
    await storePassword(tx, memberId, hash);
    await tellChange(tx, memberId, 'password');
    await endOtherSessions(tx, memberId, null);
    // The mailbox alone is not enough for a member with a second factor.
    return beginAfterPassword(tx, memberId, { ...beginning, replaces: null });
  });
}

type NewMember = { email: string; name: string; language: string; hash: string };

async function newMember(deps: LinkDeps, given: Accepting, email: string): Promise<NewMember> {
  checkStaffEmail(email);
  const name = checkStaffName(given.name ?? '');
  const hash = await hashNewPassword(deps, passwordIn(given), email);
  return { email: email.trim(), name, language: given.language, hash };
}

function passwordIn({ password }: Accepting): string {
  if (password !== undefined) return password;
  throw new AppError('missing_parameter', 'password is missing.', { param: 'password' });
}

/** Adds a member. Throws `staff_exists` for an address that somebody has. */
async function insertMember(
  tx: Sql,
  { email, name, language, hash, mayCreateStores }: NewMember & { mayCreateStores: boolean },
): Promise<string> {
  const id = randomUUID();
  const row = oneRow({
    id,
    email,
    email_key: normaliseEmail(email),
    name,
    language,
    password_hash: hash,
    may_create_stores: mayCreateStores,
  });
  const inserted = await tx.query(
    `INSERT INTO staff_member (${row.names}) VALUES (${row.params}) ON CONFLICT DO NOTHING RETURNING 1`,
    row.values,
  );
  if (inserted.length > 0) return id;
  const message = 'Somebody signs in with this e-mail address already. Sign in, or use another address.';
  throw new AppError('staff_exists', message, { param: 'email' });
}

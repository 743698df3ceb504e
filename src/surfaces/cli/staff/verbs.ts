import type { Command } from 'commander';
import { COMMAND_LINE } from '../../../core/activity/commands.ts';
import type { Deps } from '../../../core/deps.ts';
import { invite } from '../../../core/staff/commands/invite.ts';
import { leave } from '../../../core/staff/commands/leave.ts';
import { createOwnerLink, staffLinkAddress } from '../../../core/staff/commands/links.ts';
import { recoverMember } from '../../../core/staff/commands/recover.ts';
import { type MadeAccess, removeRole, setRole } from '../../../core/staff/commands/roles.ts';
import { endSessionsOf } from '../../../core/staff/commands/sessions.ts';
import { readInvitation } from '../../../core/staff/queries/invitations.ts';
import { findMemberByEmail, listStaff, type StaffMember } from '../../../core/staff/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { parseRole, ROLES } from '../../../domain/role.ts';
import { invitationJson, madeJson, staffJson } from '../../merchant-json/access.ts';
import { formatCount, formatTable, formatTime } from '../terminal.ts';
import { defineStoreReading, defineStoreVerb, defineVerb, type VerbRunner } from '../verb.ts';

/** Adds the verb that makes the link for an owner of this installation. */
export function addOwner(runner: VerbRunner, owner: Command): void {
  owner.option('--email <address>', 'whom the link is for (default: the person says it)');
  defineVerb<{ email?: string }>(runner, owner, async (deps, { options }) => {
    const { url, minutes } = await createOwnerLink(deps, options.email ?? null);
    const hint = `Open it in a browser. It works once, within ${minutes / 60} hours, and lets the person who opens it do everything.`;
    return { data: { url, minutes }, text: [url, '', hint].join('\n') };
  });
}

const KEEP_TOKENS = ['--keep-tokens', 'keep the tokens that the person made (default: they end)'] as const;
type Keeping = { keepTokens?: boolean };

const keeperOf = ({ keepTokens }: Keeping) => (keepTokens ? { keeper: COMMAND_LINE } : {});

/** Says what became of what the person made. */
function madeText({ tokens, invitations }: MadeAccess, { keepTokens }: Keeping): string[] {
  return [
    ...tokens.map(({ name, id }) => `The token ${name} (${id}) ${keepTokens ? 'stays' : 'has ended'}.`),
    ...invitations.map(({ email }) => `The invitation of ${email} has ended.`),
  ];
}

/** Adds the verbs for people who work in a store and sign in to the portal. */
export function addStaff(runner: VerbRunner, staff: Command): void {
  const list = staff.command('list').description('who works in the store, and as what');
  defineStoreReading(runner, list, async ({ db }, { store }) => {
    const found = await listStaff(db, store.id);
    const none = 'Nobody works in this store. ./service owner makes a link for an owner of this installation.';
    const rows = found.map(({ email, name, role, lastUsedAt }) => [
      email,
      name,
      role,
      formatTime(lastUsedAt, store.timeZone) || 'never',
    ]);
    const table = formatTable(['E-mail', 'Name', 'Role', 'Last seen'], rows);
    return { data: found.map(staffJson), text: found.length > 0 ? table : none };
  });

  const role = staff
    .command('role')
    .argument('<email>', 'of a staff member')
    .argument('<role>', ROLES.join(', '))
    .description('set what a staff member is in the store')
    .option(...KEEP_TOKENS);
  defineStoreVerb<Keeping>(runner, role, async (deps, { store, options, args: [email = '', given = ''] }) => {
    const member = await memberOf(deps, email);
    const checked = parseRole(given);
    const made = await setRole(deps, { storeId: store.id, memberId: member.id, ...keeperOf(options) }, checked);
    return {
      data: { email: member.email, role: checked, made: madeJson(made) },
      text: [`${member.email} is now ${checked} of ${store.slug}.`, ...madeText(made, options)].join('\n'),
    };
  });

  const remove = staff
    .command('remove')
    .argument('<email>', 'of a staff member')
    .description('take a staff member out of the store')
    .option(...KEEP_TOKENS);
  defineStoreVerb<Keeping>(runner, remove, async (deps, { store, options, args: [email = ''] }) => {
    const member = await memberOf(deps, email);
    const made = await removeRole(deps, { storeId: store.id, memberId: member.id, ...keeperOf(options) });
    if (!made) throw notHere();
    return {
      data: { email: member.email, made: madeJson(made) },
      text: [`${member.email} does not work in ${store.slug} any more.`, ...madeText(made, options)].join('\n'),
    };
  });
  addInvite(runner, staff);
  addRecover(runner, staff);
  addSignOut(runner, staff);
  addLeave(runner, staff);
}

/** Adds the verb that invites somebody by mail. */
function addInvite(runner: VerbRunner, staff: Command): void {
  const verb = staff
    .command('invite')
    .argument('<email>', 'of a person')
    .argument('<role>', ROLES.join(', '))
    .description('invite a person to work in the store, by a mail with a link');
  defineStoreVerb(runner, verb, async (deps, { store, args: [email = '', given = ''] }) => {
    const role = parseRole(given);
    const id = await invite(deps, store.id, { email, role, invitedBy: store.name });
    const invitation = await readInvitation(deps.db, store.id, id);
    const url = staffLinkAddress(deps, id);
    const hint = 'The link goes out by mail, and works once, within 7 days. You may hand it over yourself:';
    return { data: { ...invitationJson(invitation), url }, text: [hint, url].join('\n') };
  });
}

/** Adds the verb for a member who has lost password, app and passkeys. */
function addRecover(runner: VerbRunner, staff: Command): void {
  const recover = staff
    .command('recover')
    .argument('<email>', 'of a staff member')
    .description('forget what they sign in with, and make a link to set a password; make sure first who asks');
  defineVerb(runner, recover, async (deps, { args: [email = ''] }) => {
    const member = await memberOf(deps, email);
    const { url, minutes } = await recoverMember(deps, member.id);
    const hint = `${member.email} has no app, passkey or session any more. The link works once, for ${minutes} minutes.`;
    return { data: { email: member.email, url, minutes }, text: [url, '', hint].join('\n') };
  });
}

/** Adds the verb that ends sessions, of one member or of everybody. */
function addSignOut(runner: VerbRunner, staff: Command): void {
  const signOut = staff
    .command('sign-out')
    .argument('[email]', 'of a staff member')
    .option('--all', 'everybody in this installation')
    .description('end all sessions of a staff member, or of everybody');
  defineVerb<{ all?: boolean }>(runner, signOut, async (deps, { options, args: [email] }) => {
    if ((email === undefined) !== (options.all === true)) {
      throw new AppError('missing_parameter', 'Name a staff member, or say --all.', { param: 'email' });
    }
    const member = email === undefined ? null : await memberOf(deps, email);
    const ended = await endSessionsOf(deps, member?.id ?? null);
    return { data: { email: member?.email ?? null, ended }, text: `Sessions ended: ${formatCount(ended, 'session')}.` };
  });
}

/** Adds the verb for a member who leaves the business, also for an owner of the installation. */
function addLeave(runner: VerbRunner, staff: Command): void {
  const verb = staff
    .command('leave')
    .argument('<email>', 'of a staff member')
    .description('take a staff member out of every store and of this installation, and sign them out')
    .option(...KEEP_TOKENS);
  defineVerb<Keeping>(runner, verb, async (deps, { options, args: [email = ''] }) => {
    const member = await memberOf(deps, email);
    const { stores, ...made } = await leave(deps, { memberId: member.id, ...keeperOf(options) });
    const where = stores.length > 0 ? `${stores.join(', ')} and ` : '';
    return {
      data: { email: member.email, stores, made: madeJson(made) },
      text: [`${member.email} has left ${where}this installation.`, ...madeText(made, options)].join('\n'),
    };
  });
}

async function memberOf({ db }: Deps, email: string): Promise<StaffMember> {
  const member = await findMemberByEmail(db, email);
  if (member) return member;
  throw notHere();
}

const notHere = () =>
  new AppError('staff_not_found', 'There is no such staff member. See ./service staff list.', { param: 'email' });

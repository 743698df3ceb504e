import { invite, revokeInvitation } from '../../core/staff/commands/invite.ts';
import { staffLinkAddress } from '../../core/staff/commands/links.ts';
import { type MadeAccess, removeRole, setRole } from '../../core/staff/commands/roles.ts';
import { findOpenInvitation, listInvitations, readInvitation } from '../../core/staff/queries/invitations.ts';
import { listStaff, readStaff } from '../../core/staff/queries.ts';
import { ROLE_SCOPES, type Role } from '../../domain/role.ts';
import { Type } from '../../platform/type.ts';
import {
  ChangedStaff,
  CreatedInvitation,
  NewInvitation,
  StaffChange,
  StaffRemoval,
} from '../../protocol/schema/admin-api/staff.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { invitationJson, madeJson, staffJson } from '../merchant-json/access.ts';
import { etagOf } from '../version.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, success, writing } from './answer.ts';
import { ADMIN_ROOT, type Asker, demandScope } from './authenticate.ts';

const STAFF = `${ADMIN_ROOT}/staff`;
const INVITATIONS = `${ADMIN_ROOT}/invitations`;
const StaffParams = Type.Object({ staff_id: Type.String({ minLength: 1, maxLength: 100 }) });
const InvitationParams = Type.Object({ invitation_id: Type.String({ minLength: 1, maxLength: 100 }) });
const noStaff = { $ref: 'Error#', description: '`staff_not_found`' };
const noInvitation = { $ref: 'Error#', description: '`invitation_not_found`' };

const GRANTS = 'You need every scope of the roles that you give or take, and of the tokens that you keep.';

const LIST = reading('access:read', {
  operationId: 'listStaff',
  summary: 'Who works in the store, and as what',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminStaff')), 'The staff members.') },
});

const GET = reading('access:read', {
  operationId: 'getStaff',
  summary: 'One staff member',
  params: StaffParams,
  response: { 200: successSchema(Type.Ref('AdminStaff'), 'The staff member.'), 404: noStaff },
});

const CHANGE = writing('access:write', {
  operationId: 'updateStaff',
  summary: 'Change the role of a staff member; it holds from their next request on',
  description: GRANTS,
  params: StaffParams,
  body: StaffChange,
  response: { 200: successSchema(ChangedStaff, 'The staff member, and what ended.'), 404: noStaff },
});

const REMOVE = writing('access:write', {
  operationId: 'removeStaff',
  summary: 'Take a staff member out of the store',
  description: GRANTS,
  params: StaffParams,
  querystring: StaffRemoval,
  response: { 200: successSchema(Type.Ref('AdminMadeAccess'), 'What ended with their work here.'), 404: noStaff },
});

const LIST_INVITATIONS = reading('access:read', {
  operationId: 'listInvitations',
  summary: 'The open invitations, the newest first',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminInvitation')), 'The invitations.') },
});

const INVITE = writing('access:write', {
  operationId: 'createInvitation',
  summary: 'Invite a person by a mail with a link; an open invitation of the same address ends',
  description: GRANTS,
  body: NewInvitation,
  response: { 201: successSchema(CreatedInvitation, 'The invitation.') },
});

const REVOKE = writing('access:write', {
  operationId: 'revokeInvitation',
  summary: 'End an open invitation',
  params: InvitationParams,
  response: { 200: successSchema(Type.Ref('AdminInvitation'), 'The invitation.'), 404: noInvitation },
});

/** Registers the people who work in the store, and invitations. */
export function registerStaff(routes: AdminRoutes): void {
  registerMembers(routes);
  registerInvitations(routes);
}

function registerMembers({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(STAFF, LIST, async (request) =>
    success((await listStaff(deps.db, askerOf(request).store.id)).map(staffJson)),
  );

  app.get(`${STAFF}/:staff_id`, GET, async (request, reply) => {
    const member = await readStaff(deps.db, askerOf(request).store.id, request.params.staff_id);
    reply.header('etag', etagOf(versionOf(member)));
    return success(staffJson(member));
  });

  app.patch(`${STAFF}/:staff_id`, CHANGE, async (request, reply) => {
    const asker = askerOf(request);
    const { id: storeId } = asker.store;
    const { staff_id: memberId } = request.params;
    const { role, keep_tokens } = request.body;
    demandRole(asker, role);
    return perform(request, reply, {
      action: 'staff.update',
      version: async ({ db }) => versionOf(await readStaff(db, storeId, memberId)),
      async run(joined) {
        demandRole(asker, (await readStaff(joined.db, storeId, memberId)).role);
        const made = await setRole(joined, { storeId, memberId, keeper: keeperFor(asker, keep_tokens) }, role);
        return { subject: memberId, outcome: endedFor(asker, made, keep_tokens) };
      },
      answer: async ({ db }, { subject, outcome }) => ({
        ...staffJson(await readStaff(db, storeId, subject)),
        made: outcome,
      }),
    });
  });

  app.delete(`${STAFF}/:staff_id`, REMOVE, async (request, reply) => {
    const asker = askerOf(request);
    const { id: storeId } = asker.store;
    const { staff_id: memberId } = request.params;
    const { keep_tokens } = request.query;
    return perform(request, reply, {
      action: 'staff.remove',
      async run(joined) {
        const { email, role } = await readStaff(joined.db, storeId, memberId);
        demandRole(asker, role);
        const made = await removeRole(joined, { storeId, memberId, keeper: keeperFor(asker, keep_tokens) });
        const outcome = endedFor(asker, made, keep_tokens);
        return { subject: memberId, outcome, noted: { email, role, ...outcome } };
      },
      answer: async (_, { outcome }) => outcome,
    });
  });
}

/** What a store may change of a person. */
const versionOf = ({ role }: { role: Role }) => ({ role });

/** Throws `scope_required` unless the asker has all that the role gives: nobody makes or takes away what is above them. */
function demandRole(asker: Asker, role: Role): void {
  for (const scope of ROLE_SCOPES[role]) demandScope(asker, scope);
}

const keeperFor = ({ principal }: Asker, keeps: boolean | undefined) => (keeps ? principal : undefined);

/** Returns what ended. Throws `scope_required` for a kept token that may do more than the asker. */
function endedFor(asker: Asker, made: MadeAccess | null, keeps: boolean | undefined) {
  const kept = keeps ? (made?.tokens ?? []) : [];
  for (const scope of kept.flatMap(({ scopes }) => scopes)) demandScope(asker, scope);
  return madeJson(made);
}

function registerInvitations({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(INVITATIONS, LIST_INVITATIONS, async (request) =>
    success((await listInvitations(deps.db, askerOf(request).store.id)).map(invitationJson)),
  );

  app.post(INVITATIONS, INVITE, async (request, reply) => {
    const asker = askerOf(request);
    const { store, principal } = asker;
    const { email, role } = request.body;
    demandRole(asker, role);
    return perform(request, reply, {
      action: 'invitation.create',
      status: 201,
      async run(joined) {
        const replaced = await findOpenInvitation(joined.db, store.id, email);
        if (replaced) demandRole(asker, replaced.role);
        const { name: invitedBy, id: invitedById } = principal;
        const id = await invite(joined, store.id, { email, role, invitedBy, invitedById });
        // A mail proves whose address it is. Without a mail server nothing does, and nobody else could get the link.
        const once = joined.mail.archive && { link: staffLinkAddress(joined, id) };
        return { subject: id, outcome: { email, role }, ...(once && { once }) };
      },
      answer: async ({ db }, { subject }) => ({
        ...invitationJson(await readInvitation(db, store.id, subject)),
        link: null,
      }),
    });
  });

  app.delete(`${INVITATIONS}/:invitation_id`, REVOKE, async (request, reply) => {
    const { store } = askerOf(request);
    const { invitation_id } = request.params;
    return perform(request, reply, {
      action: 'invitation.revoke',
      version: async ({ db }) => ({ state: (await readInvitation(db, store.id, invitation_id)).state }),
      async run(joined) {
        await revokeInvitation(joined, store.id, invitation_id);
        return { subject: invitation_id };
      },
      answer: async ({ db }, { subject }) => invitationJson(await readInvitation(db, store.id, subject)),
    });
  });
}

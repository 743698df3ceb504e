import Type from 'typebox';
import { invite, revokeInvitation } from '../../core/staff/commands/invite.ts';
import { removeRole, setRole } from '../../core/staff/commands/roles.ts';
import { listInvitations, readInvitation } from '../../core/staff/queries/invitations.ts';
import { listStaff, readStaff } from '../../core/staff/queries.ts';
import { NewInvitation, StaffChange } from '../../protocol/schema/admin-api/staff.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { invitationJson, staffJson } from '../merchant-json/access.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, success, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const STAFF = `${ADMIN_ROOT}/staff`;
const INVITATIONS = `${ADMIN_ROOT}/invitations`;
const StaffParams = Type.Object({ staff_id: Type.String({ minLength: 1, maxLength: 100 }) });
const InvitationParams = Type.Object({ invitation_id: Type.String({ minLength: 1, maxLength: 100 }) });
const noStaff = { $ref: 'Error#', description: '`staff_not_found`' };
const noInvitation = { $ref: 'Error#', description: '`invitation_not_found`' };

const LIST = reading('access:read', {
  operationId: 'listStaff',
  summary: 'Who works in the store, and as what',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminStaff')), 'The staff members.') },
});

const CHANGE = writing('access:write', {
  operationId: 'updateStaff',
  summary: 'Change the role of a staff member; it holds from their next request on',
  params: StaffParams,
  body: StaffChange,
  response: { 200: successSchema(Type.Ref('AdminStaff'), 'The staff member.'), 404: noStaff },
});

const REMOVE = writing('access:write', {
  operationId: 'removeStaff',
  summary: 'Take a staff member out of the store',
  params: StaffParams,
  response: { 200: successSchema(Type.Object({}), 'The person does not work here any more.'), 404: noStaff },
});

const LIST_INVITATIONS = reading('access:read', {
  operationId: 'listInvitations',
  summary: 'The open invitations, the newest first',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminInvitation')), 'The invitations.') },
});

const INVITE = writing('access:write', {
  operationId: 'createInvitation',
  summary: 'Invite a person by a mail with a link; an open invitation of the same address ends',
  body: NewInvitation,
  response: { 201: successSchema(Type.Ref('AdminInvitation'), 'The invitation.') },
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

  app.patch(`${STAFF}/:staff_id`, CHANGE, async (request, reply) => {
    const { id: storeId } = askerOf(request).store;
    const { staff_id: memberId } = request.params;
    const { role } = request.body;
    return perform(request, reply, {
      action: 'staff.update',
      version: async ({ db }) => ({ role: (await readStaff(db, storeId, memberId)).role }),
      async run(joined) {
        await setRole(joined, { storeId, memberId }, role);
        return { subject: memberId };
      },
      answer: async ({ db }, { subject }) => staffJson(await readStaff(db, storeId, subject)),
    });
  });

  app.delete(`${STAFF}/:staff_id`, REMOVE, async (request, reply) => {
    const { id: storeId } = askerOf(request).store;
    const { staff_id: memberId } = request.params;
    return perform(request, reply, {
      action: 'staff.remove',
      async run(joined) {
        const { email, role } = await readStaff(joined.db, storeId, memberId);
        await removeRole(joined, { storeId, memberId });
        return { subject: memberId, outcome: { email, role } };
      },
      answer: async () => ({}),
    });
  });
}

function registerInvitations({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(INVITATIONS, LIST_INVITATIONS, async (request) =>
    success((await listInvitations(deps.db, askerOf(request).store.id)).map(invitationJson)),
  );

  app.post(INVITATIONS, INVITE, async (request, reply) => {
    const { store, principal } = askerOf(request);
    const { email, role } = request.body;
    return perform(request, reply, {
      action: 'invitation.create',
      status: 201,
      async run(joined) {
        const id = await invite(joined, store.id, { email, role, invitedBy: principal.name });
        return { subject: id, outcome: { email, role } };
      },
      answer: async ({ db }, { subject }) => invitationJson(await readInvitation(db, store.id, subject)),
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

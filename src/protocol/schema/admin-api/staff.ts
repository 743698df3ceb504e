import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { id, orNull, text, time } from './shapes.ts';

const Role = Type.Enum(['owner', 'manager', 'support', 'read-only'], { type: 'string' });

export const AdminStaff = Type.Object(
  {
    id,
    email: Type.String(),
    name: Type.String(),
    role: Role,
    last_used_at: orNull(time, 'When they last used a session that has not ended; null without one.'),
  },
  { $id: 'AdminStaff' },
);
export type AdminStaff = Static<typeof AdminStaff>;

const keepTokens = Type.Optional(
  Type.Boolean({
    description: 'Keep the tokens that the person made: they are yours from then on. Default: they end.',
  }),
);

export const StaffChange = Type.Object({ role: Role, keep_tokens: keepTokens }, { additionalProperties: false });
export const StaffRemoval = Type.Object({ keep_tokens: keepTokens });

/** What the person made that may do more than they may now. */
export const AdminMadeAccess = Type.Object(
  {
    tokens: Type.Array(Type.Object({ id, name: Type.String() }), { description: 'They ended, unless you keep them.' }),
    invitations: Type.Array(Type.Object({ id, email: Type.String() }), { description: 'They ended.' }),
  },
  { $id: 'AdminMadeAccess' },
);
export type AdminMadeAccess = Static<typeof AdminMadeAccess>;

export const ChangedStaff = Type.Object({ ...AdminStaff.properties, made: Type.Ref('AdminMadeAccess') });

export const AdminInvitation = Type.Object(
  {
    id,
    email: Type.String(),
    role: Role,
    invited_by: text('As the mail names them.'),
    invited_by_id: orNull(Type.String(), 'The staff member or token; null for the command line.'),
    state: Type.Enum(['open', 'accepted', 'revoked', 'expired'], { type: 'string' }),
    created_at: time,
    expires_at: time,
  },
  { $id: 'AdminInvitation' },
);
export type AdminInvitation = Static<typeof AdminInvitation>;

export const NewInvitation = Type.Object(
  { email: Type.String({ minLength: 3, maxLength: 254 }), role: Role },
  { additionalProperties: false },
);

export const CreatedInvitation = Type.Object({
  ...AdminInvitation.properties,
  link: orNull(
    Type.String(),
    'What the mail holds, where the installation has no mail server. Shown in this answer alone: null when the request is repeated.',
  ),
});

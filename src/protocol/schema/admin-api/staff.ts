import Type, { type Static } from 'typebox';
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

export const StaffChange = Type.Object({ role: Role }, { additionalProperties: false });

export const AdminInvitation = Type.Object(
  {
    id,
    email: Type.String(),
    role: Role,
    invited_by: text('As the mail names them.'),
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

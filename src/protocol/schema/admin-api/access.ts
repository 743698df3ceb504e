import Type, { type Static } from 'typebox';
import { id, moment, orNull, PageQuery, text, time } from './shapes.ts';

const By = Type.Object({
  kind: Type.Enum(['token', 'staff', 'command_line'], { type: 'string' }),
  id: orNull(Type.String(), 'Null for the command line.'),
  name: Type.String(),
});

export const AdminToken = Type.Object(
  {
    id,
    name: Type.String(),
    ending: text('The last characters of the secret.'),
    scopes: Type.Array(Type.String()),
    state: Type.Enum(['valid', 'expired', 'revoked'], { type: 'string' }),
    created_at: time,
    expires_at: orNull(time, 'Null: never.'),
    last_used_at: orNull(time, 'To within a minute; null before its first use.'),
    revoked_at: orNull(time, 'Null while it is not revoked.'),
    made_by: orNull(By, 'Who made it, or keeps it since its maker left; null where it is not known.'),
  },
  { $id: 'AdminToken' },
);
export type AdminToken = Static<typeof AdminToken>;

export const NewToken = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    scopes: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 100 }),
    expires_at: Type.Optional(orNull(moment, 'Null: never.')),
  },
  { additionalProperties: false, examples: [{ name: 'Warehouse', scopes: ['waitlists:read', 'waitlists:write'] }] },
);

export const CreatedToken = Type.Object({
  ...AdminToken.properties,
  secret: orNull(Type.String(), 'Shown in this answer alone: null when the request is repeated.'),
});

const Fields = Type.Record(Type.String(), Type.Unknown());

export const AdminActivity = Type.Object(
  {
    id,
    at: time,
    by: By,
    action: text('Such as `waitlist.update`.'),
    subject: text('The id or reference of what was changed.'),
    before: Fields,
    after: Fields,
    request_id: orNull(Type.String(), 'The `X-Request-Id` of the request.'),
  },
  { $id: 'AdminActivity' },
);
export type AdminActivity = Static<typeof AdminActivity>;

export const ActivityQuery = Type.Object({
  ...PageQuery.properties,
  subject: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: 'Only what was changed of this.' })),
  by: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only by this token or staff member.' })),
});

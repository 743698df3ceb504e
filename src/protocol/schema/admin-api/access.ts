import type { Static } from 'typebox';
import { SCOPES } from '../../../domain/scope.ts';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
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

const NewToken = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, description: 'For you, such as `ERP`.' }),
    scopes: Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 100,
      description: `What it may do: ${Object.entries(SCOPES)
        .map(([scope, what]) => `\`${scope}\` (${what})`)
        .join(', ')}.`,
    }),
    expires_at: Type.Optional(orNull(moment, 'Null: never.')),
  },
  { additionalProperties: false, examples: [{ name: 'Warehouse', scopes: ['waitlists:read', 'waitlists:write'] }] },
);

const CreatedToken = Type.Object({
  ...AdminToken.properties,
  secret: orNull(Type.String(), 'Shown in this answer alone: null when the request is repeated.'),
});

export const listTokens = {
  id: 'listTokens',
  route: 'GET /tokens',
  scope: 'access:read',
  summary: 'All API tokens of the store, the newest first',
  answer: Type.Array(AdminToken),
  answered: 'The tokens.',
} satisfies Operation;

export const createToken = {
  id: 'createToken',
  route: 'POST /tokens',
  scope: 'access:write',
  action: 'token.create',
  summary: 'Make an API token; its secret is in this answer alone',
  description: 'A new token has only scopes that you have yourself.',
  body: NewToken,
  status: 201,
  answer: CreatedToken,
  answered: 'The token.',
} satisfies WriteOperation;

export const revokeToken = {
  id: 'revokeToken',
  route: 'POST /tokens/:token_id/revoke',
  scope: 'access:write',
  action: 'token.revoke',
  summary: 'End a token; the next request with it is refused',
  params: Type.Object({ token_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  answer: AdminToken,
  answered: 'The token.',
  refusals: { 404: '`api_token_not_found`' },
} satisfies WriteOperation;

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

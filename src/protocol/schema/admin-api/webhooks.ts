import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { WEBHOOK_TYPES } from '../webhook-events.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { id, NoBody, orNull, PageQuery, text, time } from './shapes.ts';

const closed = { additionalProperties: false } as const;
const When = (description: string) => orNull(time, description);

export const AdminWebhook = Type.Object(
  {
    id,
    url: text('Without `webhooks:write` its query is masked as `?…`: it may hold a key of the receiver.'),
    description: text('For you.'),
    types: Type.Array(Type.String(), { description: 'Empty: all types.' }),
    include_personal: Type.Boolean({
      description:
        'Its messages also have contact, address, line item properties, and the number and link of a parcel.',
    }),
    enabled: Type.Boolean(),
    disabled_at: When('Null while it is enabled.'),
    disabled_reason: orNull(Type.Enum(['asked', 'failing', 'gone'], { type: 'string' }), 'Null while it is enabled.'),
    delivered_at: When('When it last accepted a message.'),
    waiting: Type.Integer({ description: 'Messages that are not sent yet.' }),
    created_at: time,
  },
  { $id: 'AdminWebhook' },
);
export type AdminWebhook = Static<typeof AdminWebhook>;

const secrets = {
  secret: orNull(Type.String(), 'Signs its messages. In the answer to a write only once: null when it is repeated.'),
  old_secret: orNull(Type.String(), 'Also signs while you change over; null outside of a rotation.'),
  old_secret_expires_at: When('Null outside of a rotation.'),
};

const WebhookSecrets = Type.Object(secrets);
export type WebhookSecrets = Static<typeof WebhookSecrets>;
const WebhookWithSecret = Type.Object({ ...AdminWebhook.properties, ...secrets });

export const AdminWebhookMessage = Type.Object(
  {
    id: text('The `webhook-id` of the message.'),
    type: Type.String(),
    state: Type.Enum(['waiting', 'delivered', 'failed'], { type: 'string' }),
    occurred_at: time,
    next_try_at: When('Null once it has ended.'),
    body: Type.Unknown({
      description:
        'As it was sent, but without `data.personal` and what leads to a parcel if you lack `preorders:personal`; null before the first try.',
    }),
    tries: Type.Array(
      Type.Object({
        at: time,
        took_ms: Type.Integer(),
        status: orNull(Type.Integer(), 'Null without an answer.'),
        failure: orNull(Type.String(), 'Null if it was accepted.'),
        answer: text('How the answer begins.'),
      }),
    ),
  },
  { $id: 'AdminWebhookMessage' },
);
export type AdminWebhookMessage = Static<typeof AdminWebhookMessage>;

const NewWebhook = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2_000, description: 'Where to post to.' }),
    types: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 50,
        description: `Only these; all without it: ${WEBHOOK_TYPES.map((type) => `\`${type}\``).join(', ')}.`,
      }),
    ),
    description: Type.Optional(Type.String({ maxLength: 200, description: 'For you, such as `ERP`.' })),
    include_personal: Type.Optional(
      Type.Boolean({
        description:
          'Also send contact, address and line item properties, in `data.personal`, and the number and link of a parcel. Needs `preorders:personal`.',
      }),
    ),
  },
  { ...closed, examples: [{ url: 'https://erp.example/webhooks', types: ['preorder.placed'], description: 'ERP' }] },
);

const { url, description, include_personal } = NewWebhook.properties;

const WebhookChange = Type.Object(
  {
    url: Type.Optional(url),
    types: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50, description: 'Empty: all types.' }),
    ),
    description,
    include_personal,
    enabled: Type.Optional(Type.Boolean({ description: 'False: send it no more; messages that wait are given up.' })),
  },
  { ...closed, minProperties: 1, examples: [{ url: 'https://erp.example/hooks', types: [], include_personal: false }] },
);

const RotateBody = Type.Object(
  { at_once: Type.Optional(Type.Boolean({ description: 'End the old secret now, because it has leaked.' })) },
  { ...closed, examples: [{}] },
);

const WebhookTried = Type.Object({
  id: text('The `webhook-id` of the test.'),
  taken: Type.Boolean(),
  status: orNull(Type.Integer(), 'Null without an answer.'),
  failure: orNull(Type.String(), 'Null if it was accepted.'),
  took_ms: Type.Integer(),
  answer: Type.String(),
});

const ResendBody = Type.Object(
  {
    message_id: Type.Optional(Type.String({ maxLength: 100, description: 'One message, accepted or not.' })),
    failed: Type.Optional(Type.Boolean({ description: 'All messages that it did not accept.' })),
  },
  { ...closed, examples: [{ failed: true }] },
);

const MessageListQuery = Type.Object({
  ...PageQuery.properties,
  failed: Type.Optional(Type.Boolean({ description: 'Only messages that it did not accept.' })),
});

const notFound = { refusals: { 404: '`webhook_not_found`' } };
const named = { params: Type.Object({ webhook_id: Type.String({ minLength: 1, maxLength: 100 }) }), ...notFound };
const reading = { scope: 'webhooks:read', ...named } as const;
const writing = { scope: 'webhooks:write', ...named } as const;
const one = { answer: AdminWebhook, answered: 'The endpoint.' };
const withSecret = { answer: WebhookWithSecret, answered: 'The endpoint with its secret.' };

export const listWebhooks = {
  id: 'listWebhooks',
  route: 'GET /webhooks',
  scope: 'webhooks:read',
  summary: 'The webhook endpoints of the store',
  answer: Type.Array(AdminWebhook),
  answered: 'All endpoints.',
} satisfies Operation;

export const getWebhook = {
  id: 'getWebhook',
  route: 'GET /webhooks/:webhook_id',
  summary: 'One webhook endpoint',
  ...reading,
  ...one,
} satisfies Operation;

export const getWebhookSecret = {
  id: 'getWebhookSecret',
  route: 'GET /webhooks/:webhook_id/secret',
  summary: 'The secrets that sign the messages of an endpoint',
  ...named,
  scope: 'store:secrets',
  answer: WebhookSecrets,
  answered: 'One secret, or two during a rotation.',
} satisfies Operation;

export const createWebhook = {
  id: 'createWebhook',
  route: 'POST /webhooks',
  scope: 'webhooks:write',
  action: 'webhook.create',
  summary: 'Add an endpoint; its secret is in this answer',
  body: NewWebhook,
  status: 201,
  ...withSecret,
} satisfies WriteOperation;

export const rotateWebhookSecret = {
  id: 'rotateWebhookSecret',
  route: 'POST /webhooks/:webhook_id/rotate-secret',
  action: 'webhook.rotate_secret',
  summary: 'Make a new secret; for 24 hours both sign',
  ...named,
  scope: 'store:secrets',
  body: RotateBody,
  ...withSecret,
} satisfies WriteOperation;

export const updateWebhook = {
  id: 'updateWebhook',
  route: 'PATCH /webhooks/:webhook_id',
  action: 'webhook.update',
  summary: 'Change its address, types, description or personal data, or switch it on or off',
  ...writing,
  body: WebhookChange,
  ...one,
} satisfies WriteOperation;

export const enableWebhook = {
  id: 'enableWebhook',
  route: 'POST /webhooks/:webhook_id/enable',
  action: 'webhook.enable',
  summary: 'Send it messages again, from now on',
  ...writing,
  body: NoBody,
  ...one,
} satisfies WriteOperation;

export const disableWebhook = {
  id: 'disableWebhook',
  route: 'POST /webhooks/:webhook_id/disable',
  action: 'webhook.disable',
  summary: 'Send it no more messages; those that wait are given up',
  ...writing,
  body: NoBody,
  ...one,
} satisfies WriteOperation;

export const removeWebhook = {
  id: 'removeWebhook',
  route: 'DELETE /webhooks/:webhook_id',
  action: 'webhook.remove',
  summary: 'Delete it, with its secret and its log',
  ...writing,
  answer: Type.Object({ id: Type.String() }),
  answered: 'Its id.',
} satisfies WriteOperation;

export const listWebhookMessages = {
  id: 'listWebhookMessages',
  route: 'GET /webhooks/:webhook_id/messages',
  summary: 'The messages of an endpoint with their tries, the newest first',
  ...reading,
  query: MessageListQuery,
  answer: Type.Array(AdminWebhookMessage),
  answered: 'One page of messages.',
} satisfies Operation;

export const getWebhookMessage = {
  id: 'getWebhookMessage',
  route: 'GET /webhooks/:webhook_id/messages/:message_id',
  summary: 'One message with its body and each try',
  ...reading,
  params: Type.Object({
    ...named.params.properties,
    message_id: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  answer: AdminWebhookMessage,
  answered: 'The message.',
} satisfies Operation;

export const testWebhook = {
  id: 'testWebhook',
  route: 'POST /webhooks/:webhook_id/test',
  action: 'webhook.test',
  summary: 'Send a test message at once, and tell what came back',
  ...writing,
  body: NoBody,
  answer: WebhookTried,
  answered: 'What came back.',
} satisfies WriteOperation;

export const resendWebhookMessages = {
  id: 'resendWebhookMessages',
  route: 'POST /webhooks/:webhook_id/resend',
  action: 'webhook.resend',
  summary: 'Send messages again, with their ids',
  description: 'Either one message, or all that it did not accept.',
  ...writing,
  body: ResendBody,
  answer: Type.Object({ queued: Type.Integer() }),
  answered: 'How many.',
} satisfies WriteOperation;

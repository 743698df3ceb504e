import Type from 'typebox';
import { id, orNull, PageQuery, text, time } from './shapes.ts';

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

const secrets = {
  secret: orNull(Type.String(), 'Signs its messages. In the answer to a write only once: null when it is repeated.'),
  old_secret: orNull(Type.String(), 'Also signs while you change over; null outside of a rotation.'),
  old_secret_expires_at: When('Null outside of a rotation.'),
};

export const WebhookSecrets = Type.Object(secrets);
export const WebhookWithSecret = Type.Object({ ...AdminWebhook.properties, ...secrets });

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

export const NewWebhook = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2_000, description: 'Where to post to.' }),
    types: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50, description: 'Only these; all without it.' }),
    ),
    description: Type.Optional(Type.String({ maxLength: 200 })),
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

export const WebhookChange = Type.Object(
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

export const RotateBody = Type.Object(
  { at_once: Type.Optional(Type.Boolean({ description: 'End the old secret now, because it has leaked.' })) },
  { ...closed, examples: [{}] },
);

export const WebhookTried = Type.Object({
  id: text('The `webhook-id` of the test.'),
  taken: Type.Boolean(),
  status: orNull(Type.Integer(), 'Null without an answer.'),
  failure: orNull(Type.String(), 'Null if it was accepted.'),
  took_ms: Type.Integer(),
  answer: Type.String(),
});

export const ResendBody = Type.Object(
  {
    message_id: Type.Optional(Type.String({ maxLength: 100, description: 'One message, accepted or not.' })),
    failed: Type.Optional(Type.Boolean({ description: 'All messages that it did not accept.' })),
  },
  { ...closed, examples: [{ failed: true }] },
);

export const MessageListQuery = Type.Object({
  ...PageQuery.properties,
  failed: Type.Optional(Type.Boolean({ description: 'Only messages that it did not accept.' })),
});

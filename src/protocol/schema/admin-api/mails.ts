import Type from 'typebox';
import { id, orNull, PageQuery, text, time } from './shapes.ts';

const State = Type.Enum(['waiting', 'sent', 'over', 'suppressed', 'refused'], { type: 'string' });

const Kind = Type.Enum(
  [
    'placed',
    'payment_needed',
    'charged',
    'date_moved',
    'date_asked',
    'released',
    'sent',
    'tracking_changed',
    'return_opened',
    'returned',
    'cancelled',
    'refunded',
    'cancel_link',
    'manage_link',
    'swapped',
    'address_changed',
    'contact_changed',
    'contact_left',
    'message',
    'written',
  ],
  { type: 'string' },
);

export const AdminMail = Type.Object(
  {
    id,
    message_id: text('The `Message-ID`, without angle brackets.'),
    preorder: text('The reference of its pre-order.'),
    kind: text('Such as `placed`.'),
    state: State,
    failure: orNull(Type.String(), 'Why the last try failed, as codes.'),
    created_at: time,
    sent_at: orNull(time, 'Null while no mail server has taken it.'),
  },
  { $id: 'AdminMail' },
);

export const ShownMail = Type.Object({
  ...AdminMail.properties,
  subject: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  as_sent: Type.Optional(Type.Boolean({ description: 'False: what it would say now.' })),
  text: orNull(
    Type.String(),
    'Its links are hidden. Null without `preorders:personal`, once there is nothing left to tell, and after an erasure.',
  ),
  html: orNull(Type.String(), 'The same as a page, with its pictures inside; null where `text` is.'),
});

export const MailListQuery = Type.Object({
  ...PageQuery.properties,
  preorder: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only those about this one.' })),
  state: Type.Optional(State),
  kind: Type.Optional(Kind),
});

const Email = Type.String({ minLength: 1, maxLength: 300 });
const Reason = Type.Enum(['bounced', 'complained'], { type: 'string' });

export const AdminSuppression = Type.Object(
  {
    customer_key: text('Names the address without showing it.'),
    reason: Type.Enum(['refused', 'bounced', 'complained'], { type: 'string' }),
    codes: text("Of the mail server's answer; empty when a person added the address."),
    since: time,
    preorders: Type.Array(Type.String(), { description: 'References of the pre-orders whose mails are not sent.' }),
  },
  { $id: 'AdminSuppression' },
);

export const SuppressBody = Type.Object(
  { email: Email, reason: Type.Optional(Reason) },
  { additionalProperties: false, examples: [{ email: 'gone@mail.example', reason: 'bounced' }] },
);

export const AddressOnly = Type.Object(
  { email: Email },
  { additionalProperties: false, examples: [{ email: 'gone@mail.example' }] },
);

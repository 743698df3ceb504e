import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { amount, id, NoBody, orNull, PageQuery, text, time, Window } from './shapes.ts';

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
export type AdminMail = Static<typeof AdminMail>;

const Evidence = Type.Object({
  to: text('The address that it went to; masked where it is no longer the address of the customer.'),
  subject: Type.String(),
  language: Type.String(),
  template: text('As `kind`.'),
  template_version: text('The version of the service that wrote it.'),
  own_words: orNull(Type.String(), "Names the store's own words of that time, by a digest; null where it had none."),
  digest: text('The SHA-256 of its plain text, in which the secret of each link is replaced by `•••`.'),
  same: orNull(
    Type.Boolean({ description: 'Whether `text` is what went out, by the digest.' }),
    'Null where it cannot be written again.',
  ),
  written_from: Type.Object({
    day: text("The day on the store's clock."),
    card: orNull(Type.String(), 'The card that was kept then.'),
    lines: Type.Array(
      Type.Object({
        lines: Type.Array(Type.Integer(), { description: 'Numbers of line items that were alike.' }),
        state: Type.String(),
        variant: Type.String(),
        total: amount('Of each.'),
        paid: amount('Of each.'),
        refunded: amount('Of each.'),
        currency: Type.String(),
        ship_window: Window,
      }),
    ),
  }),
});

const ShownMail = Type.Object({
  ...AdminMail.properties,
  subject: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  as_sent: Type.Optional(Type.Boolean({ description: 'False: what it would say now. A digest of its words tells.' })),
  text: orNull(
    Type.String(),
    'Its links are hidden. Null without `preorders:personal`, once there is nothing left to tell, and after an erasure.',
  ),
  evidence: orNull(
    Evidence,
    'What was kept when it went out. Null before, without `preorders:personal`, and after an erasure.',
  ),
  html: orNull(Type.String(), 'The same as a page, with its pictures inside; null where `text` is.'),
});

const MailListQuery = Type.Object({
  ...PageQuery.properties,
  preorder: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only those about this one.' })),
  state: Type.Optional(State),
  kind: Type.Optional(Kind),
});

const Email = Type.String({ minLength: 1, maxLength: 300, description: 'The address.' });
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
export type AdminSuppression = Static<typeof AdminSuppression>;

const SuppressBody = Type.Object(
  { email: Email, reason: Type.Optional(Reason) },
  { additionalProperties: false, examples: [{ email: 'gone@mail.example', reason: 'bounced' }] },
);

export const AddressOnly = Type.Object(
  { email: Email },
  { additionalProperties: false, examples: [{ email: 'gone@mail.example' }] },
);

const ofMail = {
  params: Type.Object({ mail_id: Type.String({ minLength: 1, maxLength: 300 }) }),
  refusals: { 404: '`mail_not_found`' },
};

export const listMails = {
  id: 'listMails',
  route: 'GET /mails',
  scope: 'mails:read',
  summary: 'The mails to customers, the newest first',
  query: MailListQuery,
  answer: Type.Array(AdminMail),
  answered: 'One page of mails.',
  refusals: { 404: '`preorder_not_found`' },
} satisfies Operation;

export const getMail = {
  id: 'getMail',
  route: 'GET /mails/:mail_id',
  scope: 'mails:read',
  summary: 'One mail, with its text for those who have `preorders:personal` too',
  description: 'What makes its links work is hidden. Send the mail again if the customer needs one.',
  ...ofMail,
  whole: true,
  answer: ShownMail,
  answered: 'The mail.',
} satisfies Operation;

export const resendMail = {
  id: 'resendMail',
  route: 'POST /mails/:mail_id/resend',
  scope: 'mails:write',
  action: 'mail.resend',
  summary: 'Send a mail again; if it was already sent, as a new mail',
  ...ofMail,
  body: NoBody,
  answer: AdminMail,
  answered: 'The mail that waits to be sent.',
} satisfies WriteOperation;

export const listSuppressions = {
  id: 'listSuppressions',
  route: 'GET /suppressions',
  scope: 'mails:read',
  summary: 'The addresses that get no more mails, the newest first',
  answer: Type.Array(AdminSuppression),
  answered: 'All of them.',
} satisfies Operation;

// The address stands in the body, because addresses of requests are logged on their way.
export const suppressAddress = {
  id: 'suppressAddress',
  route: 'POST /suppressions',
  scope: 'mails:write',
  action: 'suppression.add',
  summary: 'Send no more mails to an address, after a bounce or a complaint',
  body: SuppressBody,
  answer: Type.Object({
    suppressed: orNull(
      Type.Unsafe<AdminSuppression>(Type.Ref('AdminSuppression')),
      'Null if it was taken off meanwhile.',
    ),
  }),
  answered: 'The address.',
} satisfies WriteOperation;

export const allowAddress = {
  id: 'allowAddress',
  route: 'POST /suppressions/remove',
  scope: 'mails:write',
  action: 'suppression.remove',
  summary: 'Allow mails to an address again',
  body: AddressOnly,
  answer: Type.Object({ removed: Type.Boolean() }),
  answered: 'False: it was not on the list.',
} satisfies WriteOperation;

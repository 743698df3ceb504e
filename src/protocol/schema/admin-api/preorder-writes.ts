import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { ADDRESS_PARTS } from '../address.ts';
import { AdminPreorderDetail } from './preorders.ts';
import { amount } from './shapes.ts';

const LINES_MAX = 50; // of a pre-order
const LineNumber = Type.Integer({ minimum: 1, maximum: LINES_MAX, description: 'The number of a line item.' });
const closed = { additionalProperties: false } as const;

const lines = Type.Optional(
  Type.Array(LineNumber, {
    minItems: 1,
    maxItems: LINES_MAX,
    description: 'Numbers of line items. Without them, all that can.',
  }),
);

const tracking = {
  carrier: Type.Optional(Type.String({ maxLength: 200, description: 'Such as `DHL`.' })),
  tracking_number: Type.Optional(Type.String({ maxLength: 200, description: 'Of the parcel.' })),
  tracking_link: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: 'The `https` page that follows it; known for DHL, FedEx, Royal Mail, UPS and USPS.',
    }),
  ),
};

const keepDeposit = Type.Optional(
  Type.Boolean({ description: 'As if the shopper cancelled: a deposit that was sold as not refundable is kept.' }),
);

/** What a write of a pre-order answers with. */
export const ChangedPreorder = Type.Object(
  {
    ...AdminPreorderDetail.properties,
    changed_lines: Type.Array(Type.Integer(), { description: 'Numbers of the line items that this write changed.' }),
  },
  { $id: 'AdminChangedPreorder' },
);
export type ChangedPreorder = Static<typeof ChangedPreorder>;

export const CancelBody = Type.Object(
  { lines, keep_deposit: keepDeposit },
  { ...closed, examples: [{ lines: [1], keep_deposit: false }] },
);

const back = { line: LineNumber, amount: amount('What goes back, as a decimal in the currency of the pre-order.') };

export const RefundBody = Type.Object(
  {
    line: Type.Optional(back.line),
    amount: Type.Optional(back.amount),
    lines: Type.Optional(
      Type.Array(Type.Object(back, closed), {
        minItems: 1,
        maxItems: LINES_MAX,
        description: 'Several line items at once, in place of `line` and `amount`: all of them, or none.',
      }),
    ),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'The customer reads it in the mail.' }),
  },
  { ...closed, examples: [{ line: 1, amount: '5.00', reason: 'A scratch on the buckle.' }] },
);

export const ReleaseBody = Type.Object(
  {
    lines,
    despite_dispute: Type.Optional(Type.Boolean({ description: 'First let it go on, as `go-on` does.' })),
  },
  { ...closed, examples: [{ lines: [1] }] },
);

export const ReturnBody = Type.Object({ lines }, { ...closed, examples: [{ lines: [1] }] });

export const AnswerBody = Type.Object(
  { choice: Type.Enum(['wait', 'cancel'], { type: 'string', description: 'What the shopper told you.' }) },
  { ...closed, examples: [{ choice: 'wait' }] },
);

export const NoteBody = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 2_000, description: 'For colleagues.' }) },
  { ...closed, examples: [{ text: 'Called: she is away until May.' }] },
);

export const ContactBody = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 254, description: 'Where mails go from now on.' }) },
  { ...closed, examples: [{ email: 'ada@example.com' }] },
);

export const MessageBody = Type.Object(
  { text: Type.String({ maxLength: 2_000, description: 'The customer reads it as it is. Not empty.' }) },
  { ...closed, examples: [{ text: 'Yes, we can send it to your office. Which address is it?' }] },
);

const { line2, city, region, postalCode, phoneNumber, ...demanded } = ADDRESS_PARTS;

export const AddressBody = Type.Object(
  {
    ...demanded,
    line2: Type.Optional(line2),
    city: Type.Optional(city),
    region: Type.Optional(region),
    postalCode: Type.Optional(postalCode),
    country: Type.String({ minLength: 2, maxLength: 2, description: 'The country in which it was sold.' }),
    phoneNumber: Type.Optional(phoneNumber),
  },
  {
    ...closed,
    examples: [
      {
        firstName: 'Ada',
        lastName: 'Berg',
        line1: 'Hafenstr. 2',
        city: 'Berlin',
        postalCode: '10115',
        country: 'DE',
      },
    ],
  },
);

export const FulfilmentBody = Type.Object(
  { lines, ...tracking },
  { ...closed, examples: [{ lines: [1], carrier: 'DHL', tracking_number: '00340434161094042557' }] },
);

export const TrackingBody = Type.Object(
  { ...tracking, notify: Type.Optional(Type.Boolean({ description: 'The customer gets a mail about it.' })) },
  { ...closed, examples: [{ tracking_number: '00340434161094042558', notify: true }] },
);

export const PreorderRow = Type.Object(
  {
    act: Type.Enum(['send', 'cancel', 'deliver', 'release', 'refund', 'write', 'note'], {
      type: 'string',
      description:
        '`release` needs the scope `releases:write`, `refund` needs `refunds:write`. `write` is a message to the customer, `note` is for colleagues.',
    }),
    reference: Type.String({ minLength: 1, maxLength: 100 }),
    lines,
    ...tracking,
    keep_deposit: keepDeposit,
    fulfilment: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LINES_MAX,
        description: 'Its number: which one arrived. Without it, the first.',
      }),
    ),
    amount: Type.Optional(amount('Of `refund`: what goes back of each of the line items.')),
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Of `refund`: the customer reads it in the mail.' }),
    ),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, description: 'Of `write` and `note`.' })),
  },
  closed,
);
export type PreorderRow = Static<typeof PreorderRow>;

export const PreorderRowDone = Type.Object({
  reference: Type.String(),
  state: Type.String({ description: 'Of the pre-order.' }),
  changed_lines: Type.Array(Type.Integer()),
  fulfilment: Type.Union([Type.Integer(), Type.Null()], { description: 'The number of the parcel; null without one.' }),
  currency: Type.String(),
  to_charge: amount('What is then to be charged for these line items.'),
  to_refund: amount('What then goes back for these line items.'),
});

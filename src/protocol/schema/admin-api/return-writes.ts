import { Type } from '../../../platform/type.ts';
import type { WriteOperation } from './operation.ts';
import { amount } from './shapes.ts';
import { acting } from './withdrawals.ts';

const returnId = Type.Optional(
  Type.String({ format: 'uuid', description: 'The return that is meant; needed where several go on.' }),
);

const lineNumbers = (description: string) =>
  Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 100, description }));

const NOT_FOUND = '`withdrawal_not_found`';

export const openReturn = {
  id: 'openReturn',
  route: 'POST /withdrawals/:withdrawal_id/return',
  action: 'withdrawal.open_return',
  summary: 'Have what was sent come back, where the service leaves that to you',
  ...acting,
  body: Type.Object(
    {
      lines: lineNumbers('The numbers of the line items; left out: everything that was sent.'),
    },
    { additionalProperties: false, examples: [{ lines: [1] }] },
  ),
  refusals: {
    404: `${NOT_FOUND}, \`preorder_not_found\``,
    409: '`withdrawal_ended`',
    422: '`invalid_transition`: it was not sent, or comes back already',
  },
} satisfies WriteOperation;

export const trackReturn = {
  id: 'trackReturn',
  route: 'POST /withdrawals/:withdrawal_id/return/track',
  action: 'withdrawal.track_return',
  summary: 'Say how the parcel of a return is followed: the proof that it was sent',
  ...acting,
  body: Type.Object(
    {
      return_id: returnId,
      carrier: Type.Optional(Type.String({ maxLength: 200, description: 'Who carries it, such as `DHL`.' })),
      tracking: Type.Optional(Type.String({ maxLength: 200, description: 'Its number.' })),
      link: Type.Optional(Type.String({ maxLength: 2_000, description: 'The page that follows it.' })),
    },
    { additionalProperties: false, examples: [{ carrier: 'DHL', tracking: '00340434161094042557' }] },
  ),
  refusals: { 404: `${NOT_FOUND}, \`return_not_found\`` },
} satisfies WriteOperation;

export const receiveReturn = {
  id: 'receiveReturn',
  route: 'POST /withdrawals/:withdrawal_id/return/receive',
  action: 'withdrawal.receive_return',
  summary: 'Say that the goods are back, or a part of them: everything paid for them goes back at once',
  ...acting,
  body: Type.Object(
    {
      return_id: returnId,
      lines: lineNumbers(
        'The numbers of the line items that came; left out: all of the return. The others stay in it, with its dates.',
      ),
      amount: Type.Optional(
        amount('Less than everything, where the goods lost value because they were used more than trying them needs.'),
      ),
      reason: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'Why it is less; the customer reads it in the mail.',
        }),
      ),
    },
    { additionalProperties: false, examples: [{ amount: '80.00', reason: 'The sole is worn.' }] },
  ),
  refusals: {
    404: `${NOT_FOUND}, \`return_not_found\``,
    422: '`refund_too_high`, `invalid_transition`: the line item is not in the return, or came back already',
  },
} satisfies WriteOperation;

import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { type Operation, rowsOf, type WriteOperation } from './operation.ts';
import { amount, givenPart, id, moment, orNull, part, text, time } from './shapes.ts';

export const AdminDiscount = Type.Object(
  {
    code: text('What shoppers type. Capitals and spaces do not matter.'),
    state: Type.Enum(['coming', 'on', 'used_up', 'over'], { type: 'string' }),
    off: part('A percentage of the goods, or an amount off the whole pre-order.'),
    minimum: amount('The lowest price of the goods for which it is valid.'),
    starts_at: orNull(time, 'Null: from the beginning.'),
    ends_at: orNull(time, 'Null: until it is ended.'),
    ended_at: orNull(time, 'When the merchant ended it.'),
    uses_max: orNull(Type.Integer(), 'Null: any number.'),
    placed: Type.Integer({ description: 'Pre-orders that have it.' }),
    held: Type.Integer({ description: 'Checkouts being paid that have it.' }),
    given: amount('What it took off placed pre-orders.'),
    currency: Type.String(),
    product_id: orNull(Type.String(), 'The only product for which it is valid.'),
    waitlist_id: orNull(id, 'The only waitlist on which it is valid.'),
    valid_for: orNull(
      Type.Object({ product_id: Type.String(), product_code: Type.String(), title: Type.String() }),
      'The product of `product_id` or `waitlist_id`. Null: any product.',
    ),
    created_at: time,
  },
  { $id: 'AdminDiscount' },
);
export type AdminDiscount = Static<typeof AdminDiscount>;

const one = { answer: AdminDiscount, answered: 'The code.' };
const named = {
  ...one,
  params: Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) }),
  refusals: { 404: '`discount_not_found`' },
};

export const listDiscounts = {
  id: 'listDiscounts',
  route: 'GET /discounts',
  scope: 'discounts:read',
  summary: 'The discount codes of the store, the newest first, 500 at most',
  query: Type.Object({ all: Type.Optional(Type.Boolean({ description: 'Also those that are over.' })) }),
  answer: Type.Array(AdminDiscount),
  answered: 'The codes.',
} satisfies Operation;

export const getDiscount = {
  id: 'getDiscount',
  route: 'GET /discounts/:code',
  scope: 'discounts:read',
  summary: 'One discount code, and how often it was used',
  ...named,
} satisfies Operation;

const NewDiscount = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 100, description: 'What shoppers type, such as `SUMMER10`.' }),
    off: givenPart('Such as `10%` of the goods, or `5.00` off the whole pre-order.'),
    minimum: Type.Optional(amount('The lowest price of the goods for which it is valid.')),
    starts_at: Type.Optional(orNull(moment, 'Null: now.')),
    ends_at: Type.Optional(orNull(moment, 'Null: until it is ended.')),
    uses_max: Type.Optional(orNull(Type.Integer({ minimum: 1 }), 'How many pre-orders may have it. Null: any number.')),
    product_id: Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 300 }), 'Only for this product.')),
    waitlist_id: Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 100 }), 'Only on this waitlist.')),
  },
  {
    additionalProperties: false,
    examples: [
      { code: 'SUMMER10', off: { percent: 10 }, uses_max: 500 },
      { code: 'THANKS', off: { amount: '5.00' }, minimum: '50.00', ends_at: '2030-08-31T22:00:00Z' },
    ],
  },
);

export const createDiscount = {
  id: 'createDiscount',
  route: 'POST /discounts',
  scope: 'discounts:write',
  action: 'discount.create',
  summary: 'Make a discount code',
  body: NewDiscount,
  status: 201,
  ...one,
} satisfies WriteOperation;

export const createDiscounts = rowsOf(createDiscount, 'Make up to 1,000 discount codes', [
  { code: 'SPRING15', off: { percent: 15 } },
]);

export const endDiscount = {
  id: 'endDiscount',
  route: 'POST /discounts/:code/end',
  scope: 'discounts:write',
  action: 'discount.end',
  summary: 'End a discount code: new checkouts cannot use it, pre-orders keep their discount',
  ...named,
} satisfies WriteOperation;

import Type, { type Static } from 'typebox';
import { amount, id, orNull, text, time } from './shapes.ts';

const Part = Type.Union([Type.Object({ percent: Type.Number() }), Type.Object({ amount: amount() })], {
  description: 'A percentage of the goods, or an amount off the whole pre-order.',
});

export const AdminDiscount = Type.Object(
  {
    code: text('What shoppers type. Capitals and spaces do not matter.'),
    state: Type.Enum(['coming', 'on', 'used_up', 'over'], { type: 'string' }),
    off: Part,
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

export const NewDiscount = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 100 }),
    off: Type.Union([
      Type.Object({ percent: Type.Number({ exclusiveMinimum: 0, maximum: 100 }) }, { additionalProperties: false }),
      Type.Object({ amount: amount() }, { additionalProperties: false }),
    ]),
    minimum: Type.Optional(amount()),
    starts_at: Type.Optional(orNull(time, 'Null: now.')),
    ends_at: Type.Optional(orNull(time, 'Null: until it is ended.')),
    uses_max: Type.Optional(orNull(Type.Integer({ minimum: 1 }), 'Null: any number.')),
    product_id: Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 300 }), 'Only for this product.')),
    waitlist_id: Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 100 }), 'Only on this waitlist.')),
  },
  {
    additionalProperties: false,
    examples: [
      { code: 'SUMMER10', off: { percent: 10 }, uses_max: 500 },
      {
        code: 'THANKS',
        off: { amount: '5.00' },
        minimum: '50.00',
        product_id: '1001',
        ends_at: '2030-08-31T22:00:00Z',
      },
    ],
  },
);

export const DiscountListQuery = Type.Object({
  all: Type.Optional(Type.Boolean({ description: 'Also those that are over.' })),
});

import Type, { type Static } from 'typebox';
import { amount, id, orNull, PageQuery, text, time, Window } from './shapes.ts';

export const AdminWaitlist = Type.Object(
  {
    id,
    state: Type.Enum(['DRAFT', 'SCHEDULED', 'OPEN', 'PAUSED', 'CLOSED'], { type: 'string' }),
    open: Type.Boolean({ description: 'It sells now.' }),
    product: Type.Object({ id: Type.String(), product_code: Type.String(), title: Type.String() }),
    ship_window: Window,
    limit_per_customer: orNull(Type.Integer(), 'Null: no limit.'),
    show_position: Type.Boolean({ description: 'Shoppers see their place in the queue.' }),
    batches: Type.Array(Type.Object({ id, position: Type.Integer(), ship_window: Window, left: Type.Integer() }), {
      description: 'In the order in which they are sold.',
    }),
    launches_at: orNull(time, 'When it opens by itself.'),
    closes_at: orNull(time, 'When it closes by itself.'),
    text: text('What “Learn more” says of it.'),
    payment_plan: Type.Enum(['pay_now', 'pay_later', 'deposit'], { type: 'string' }),
    deposit: orNull(
      Type.Union([Type.Object({ percent: Type.Number() }), Type.Object({ amount: amount() })]),
      'Of each unit; null without a deposit.',
    ),
    deposit_refundable: Type.Boolean(),
    currency: Type.String(),
    variants: Type.Array(
      Type.Object({
        id: text("The variant's id in the connected store."),
        sku: Type.String(),
        title: Type.String(),
        price: amount(),
        compare_at_price: orNull(amount(), 'Struck through beside the price, where there is one.'),
        allocated: Type.Integer(),
        held: Type.Integer(),
        sold: Type.Integer(),
        left: Type.Integer(),
        gone: Type.Boolean(),
      }),
    ),
    created_at: time,
    updated_at: time,
    opened_at: orNull(time, 'Null before it opened.'),
    closed_at: orNull(time, 'Null before it closed.'),
  },
  { $id: 'AdminWaitlist' },
);
export type AdminWaitlist = Static<typeof AdminWaitlist>;

export const WaitlistListQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(AdminWaitlist.properties.state),
});

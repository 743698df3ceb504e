import type { Static } from 'typebox';
import { eachSwitchField } from '../../../domain/waitlist-switches.ts';
import { Type } from '../../../platform/type.ts';
import { amount, id, moment, orNull, PageQuery, text, time, Window } from './shapes.ts';

const COUNTRIES = 'The countries to which it ships, of those of the store (`DE`); null: all of them.';

const WithdrawalExclusion = orNull(
  Type.Enum(['market_price', 'personalised', 'perishable', 'hygiene', 'mixed', 'vintage', 'media', 'periodical'], {
    type: 'string',
  }),
  'Why the law gives no right of withdrawal from what it sells; null: it is not excluded. Shoppers read it before they order. Placed pre-orders keep what held then.',
);

export const AdminWaitlist = Type.Object(
  {
    id,
    state: Type.Enum(['DRAFT', 'SCHEDULED', 'OPEN', 'PAUSED', 'CLOSED'], { type: 'string' }),
    open: Type.Boolean({ description: 'It sells now.' }),
    product: Type.Object({ id: Type.String(), product_code: Type.String(), title: Type.String() }),
    ship_window: Window,
    limit_per_customer: orNull(Type.Integer(), 'Null: no limit.'),
    ...eachSwitchField(({ does }) => Type.Boolean({ description: does })),
    countries: orNull(Type.Array(Type.String()), COUNTRIES),
    withdrawal_exclusion: WithdrawalExclusion,
    batches: Type.Array(Type.Object({ id, position: Type.Integer(), ship_window: Window, left: Type.Integer() }), {
      description: 'In the order in which they are sold.',
    }),
    launches_at: orNull(time, 'When it opens by itself.'),
    closes_at: orNull(time, 'When it closes by itself.'),
    text: text('What “Learn more” says of it.'),
    payment_plan: Type.Enum(['pay_now', 'pay_later', 'deposit'], { type: 'string' }),
    deposit: orNull(
      Type.Union([Type.Object({ percent: Type.Number() }), Type.Object({ amount: amount() })]),
      'A share of the total with shipping and tax, or an amount for each unit; null without a deposit.',
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
        left_to_shelf: Type.Boolean({ description: 'Not pre-ordered now: `shelf_first`, and it is in stock.' }),
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

/** A variant that the store could send today, so that it would be sold as a pre-order without need. */
const AdminOnShelf = Type.Object({
  id: Type.String(),
  sku: Type.String(),
  title: Type.String(),
  in_stock: Type.Integer({ description: 'As the catalogue says.' }),
});
export type AdminOnShelf = Static<typeof AdminOnShelf>;

export const OpenedWaitlist = Type.Object({
  ...AdminWaitlist.properties,
  on_shelf: Type.Array(AdminOnShelf, {
    description: 'Variants of it that are in stock. They are sold all the same, unless `shelf_first`.',
  }),
});

export const WaitlistPreview = Type.Object({
  act: Type.String(),
  state: AdminWaitlist.properties.state,
  becomes: orNull(AdminWaitlist.properties.state, 'Null when it would be refused.'),
  refusal: orNull(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      param: Type.Optional(Type.String()),
      data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
    'Why it would be refused; null when it would be done.',
  ),
  paying: Type.Integer({ description: 'Checkouts that are being paid. They may finish, whatever is done.' }),
  units_held: Type.Integer({ description: 'Units of these checkouts.' }),
  units_left: Type.Integer({ description: 'Units that are neither sold nor held.' }),
  preorders_waiting: Type.Integer({ description: 'Pre-orders that wait for units. They stay, whatever is done.' }),
  units_waiting: Type.Integer({ description: 'Line items of these pre-orders.' }),
  on_shelf: OpenedWaitlist.properties.on_shelf,
});

export const WaitlistPage = Type.Object({ page: text('A whole page of HTML that sells the product.') });

const variantName = Type.String({
  minLength: 1,
  maxLength: 300,
  description: "The variant's id in the connected store, or its SKU where no other variant of the product has it.",
});
const productName = Type.String({
  minLength: 1,
  maxLength: 300,
  description: "The product's id in the connected store, or its code (handle).",
});
const units = Type.Integer({ description: 'Units that it may sell, in total.' });

/** The first and the last day of a ship window. */
export const Days = Type.Object(
  { from: Type.String({ maxLength: 40 }), until: Type.String({ maxLength: 40 }) },
  { additionalProperties: false, description: "Calendar days in the store's time zone, such as `2027-06-10`." },
);

const price = Type.Optional(amount('Without one, the price of the catalogue.'));
const compareAtPrice = Type.Optional(
  orNull(amount(), 'Struck through beside the price; null for none. It is never copied from the catalogue.'),
);

/** Units of a variant that is new to the waitlist or to the batch. */
export const OfferedVariant = Type.Object(
  { variant: variantName, allocated: units, price, compare_at_price: compareAtPrice },
  { additionalProperties: false },
);

const VariantTerms = Type.Object(
  { ...OfferedVariant.properties, allocated: Type.Optional(units) },
  { additionalProperties: false },
);

const Terms = {
  every_variant: Type.Optional(
    Type.Object(
      { allocated: units, price },
      {
        additionalProperties: false,
        description: 'The same for every variant of the product. `variants` go before it.',
      },
    ),
  ),
  variants: Type.Optional(Type.Array(VariantTerms, { maxItems: 2_000 })),
  launches_at: Type.Optional(orNull(moment, 'When it opens by itself, once it is scheduled; null for never.')),
  closes_at: Type.Optional(orNull(moment, 'When it closes by itself; null for never.')),
  limit_per_customer: Type.Optional(orNull(Type.Integer(), 'Null: no limit.')),
  ...eachSwitchField(({ does }) => Type.Optional(Type.Boolean({ description: does }))),
  countries: Type.Optional(orNull(Type.Array(Type.String({ maxLength: 10 }), { maxItems: 300 }), COUNTRIES)),
  withdrawal_exclusion: Type.Optional(WithdrawalExclusion),
  text: Type.Optional(Type.String({ description: 'What “Learn more” says of it.' })),
  payment_plan: Type.Optional(AdminWaitlist.properties.payment_plan),
  deposit: Type.Optional(
    orNull(
      Type.Union([
        Type.Object({ percent: Type.Number() }, { additionalProperties: false }),
        Type.Object({ amount: amount() }, { additionalProperties: false }),
      ]),
      'What is paid at once: a share of the total with shipping and tax, or an amount for each unit. It means the payment plan `deposit`.',
    ),
  ),
  deposit_refundable: Type.Optional(
    Type.Boolean({
      description:
        'A shopper who cancels gets the deposit back. Only with the payment plan `deposit`. `false` is without effect for a consumer who withdraws where the law lets them: they get everything back.',
    }),
  ),
};

export const NewWaitlist = Type.Object(
  { product_id: productName, ship_window: Days, ...Terms },
  {
    additionalProperties: false,
    examples: [
      {
        product_id: '1001',
        ship_window: { from: '2030-06-10', until: '2030-06-15' },
        variants: [
          { variant: '100101', allocated: 200, price: '129.00' },
          { variant: 'AUR-1', allocated: 150 },
        ],
        limit_per_customer: 2,
      },
      {
        product_id: 'aurora-jacket',
        ship_window: { from: '2030-06-10', until: '2030-06-15' },
        every_variant: { allocated: 100 },
        launches_at: '2030-03-01T08:00:00Z',
        deposit: { percent: 20 },
        deposit_refundable: false,
        text: 'Sewn in Tromsø, in one batch.',
      },
    ],
  },
);

const Changed = {
  ship_window: Type.Optional(Days),
  reason: Type.Optional(
    Type.String({ description: 'Why the dates move, for shoppers to read. Required while shoppers wait.' }),
  ),
  ...Terms,
};

export const WaitlistChange = Type.Object(Changed, {
  additionalProperties: false,
  examples: [
    { limit_per_customer: null, closes_at: '2030-05-01T22:00:00Z' },
    { variants: [{ variant: '100101', allocated: 250, price: '119.00', compare_at_price: '129.00' }] },
    { ship_window: { from: '2030-06-24', until: '2030-06-29' }, reason: 'The fabric is two weeks late.' },
  ],
});

/** A row of a bulk request: with `id` it changes that waitlist, without one it makes a new one. */
export const WaitlistRow = Type.Object(
  {
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'The waitlist to change.' })),
    product_id: Type.Optional(productName),
    ...Changed,
  },
  { additionalProperties: false },
);

export const WAITLIST_ROWS_EXAMPLE = {
  rows: [
    {
      product_id: '1001',
      ship_window: { from: '2030-06-10', until: '2030-06-15' },
      every_variant: { allocated: 50 },
    },
    { id: '0b6f3c1e-0000-4000-8000-000000000001', limit_per_customer: 3 },
  ],
};

export const WaitlistListQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(AdminWaitlist.properties.state),
  open: Type.Optional(Type.Boolean({ description: 'True: only those that sell now.' })),
  product_id: Type.Optional(productName),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Only those of products that have each of these words somewhere in title, code or a SKU, in any order and any spelling (`mueller` finds Müller). One or two letters must begin a word.',
    }),
  ),
  updated_at_min: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Only those whose settings, units, days or state changed at that time or later. A sale changes none.',
    }),
  ),
});

import Type, { type Static, type TSchema } from 'typebox';

/** The private HTTP API of merchants' own systems, `/admin/api/v1`. Version 1 may gain fields and never loses one. */
export const PRIVATE_API = 'Private API';

const text = (description: string) => Type.String({ description });
const orNull = <T extends TSchema>(type: T, description: string) => Type.Union([type, Type.Null()], { description });
const amount = (description = 'An amount in `currency`, as a decimal such as `129.00`.') =>
  Type.String({ description });
const time = Type.String({ format: 'date-time' });
const id = Type.String({ format: 'uuid' });

const PAGE_MAX = 250;
export const PAGE_DEFAULT = 50;
const CURSOR_LENGTH_MAX = 200;

export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT, description: 'Entries on a page.' }),
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CURSOR_LENGTH_MAX,
      description: '`meta.next` of the page before. Without it, the first page.',
    }),
  ),
});
export type PageQuery = Static<typeof PageQuery>;

/** An answer with one page of a list. */
export const page = <T extends TSchema>(entry: T, description: string) =>
  Type.Object(
    {
      meta: Type.Object({
        result: Type.Literal('success'),
        next: orNull(Type.String(), 'The cursor of the next page; null on the last one.'),
      }),
      data: Type.Array(entry),
    },
    { description },
  );

export const AdminStore = Type.Object(
  {
    id,
    slug: text('The name of the store on the command line.'),
    mode: Type.Enum(['test', 'live'], { type: 'string', description: 'For the life of the store.' }),
    public_key: text('The key of pages: `api_key` of the public API.'),
    name: text('As shoppers read it.'),
    legal_name: Type.String(),
    legal_address: Type.String(),
    return_address: Type.String(),
    contact_email: Type.String(),
    terms_url: Type.String(),
    privacy_url: Type.String(),
    currency: text('ISO 4217.'),
    currency_digits: orNull(Type.Integer(), 'Decimals of its amounts; null while they are not confirmed.'),
    time_zone: Type.String(),
    country: orNull(Type.String(), 'Where the store is (ISO 3166-1). Null: not said.'),
    address_search: orNull(Type.String(), 'The service that completes addresses in the checkout. Null: none.'),
    locale: Type.String(),
    prices_include_tax: Type.Boolean(),
    hold_minutes: Type.Integer(),
    live_holds_per_email_max: Type.Integer(),
    live_holds_per_address_max: Type.Integer(),
    payment_days: Type.Integer(),
    keep_checkout_days: Type.Integer(),
    keep_preorder_days: orNull(Type.Integer(), 'Null: contacts are kept.'),
    ask_after_days: Type.Integer(),
    answer_days: Type.Integer(),
    silence: text('What no answer to a moved date means: `wait` or `cancel`.'),
    marketing_box: Type.String(),
    marketing_texts: Type.Record(Type.String(), Type.String()),
    origins: Type.Array(Type.String(), { description: 'Pages that may show the checkout.' }),
    shipping: Type.Array(Type.Object({ country: Type.String(), amount: amount() })),
    tax: Type.Array(
      Type.Object({
        country: Type.String(),
        region: Type.String(),
        percent: Type.Number(),
        basis_points: Type.Number(),
      }),
    ),
    created_at: time,
  },
  { $id: 'AdminStore' },
);

export const AdminProduct = Type.Object(
  {
    id: text("The product's id in the connected store."),
    product_code: text("The product's code (handle) in the connected store."),
    title: Type.String(),
    vendor: Type.String(),
    option_names: Type.Array(Type.String()),
    currency: Type.String(),
    variants: Type.Array(
      Type.Object({
        id: text("The variant's id in the connected store."),
        sku: text('Empty when the variant has none. SKUs need not be unique.'),
        title: Type.String(),
        price: orNull(amount(), 'Null when the catalogue has none.'),
        compare_at_price: orNull(amount(), 'The regular price, where there is one.'),
        gone: Type.Boolean({ description: 'It is no longer in the catalogue.' }),
      }),
    ),
  },
  { $id: 'AdminProduct' },
);

const Window = Type.Object(
  { from: Type.String({ format: 'date' }), until: Type.String({ format: 'date' }), version: Type.Integer() },
  { description: 'The ship window that holds now. Each move has a new version.' },
);

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

const Moment = orNull(time, 'Null before.');

export const AdminFulfilment = Type.Object(
  {
    number: Type.Integer({ description: 'Position in the pre-order, from 1.' }),
    lines: Type.Array(Type.Integer(), { description: 'Numbers of the line items in the parcel.' }),
    carrier: text('Empty where none was given.'),
    tracking_number: text('Empty where none was given, and without the scope `preorders:personal`.'),
    tracking_link: text('Empty where none was given, and without the scope `preorders:personal`.'),
    sent_at: time,
    delivered_at: orNull(time, 'Null while nobody has said that it is with the shopper.'),
  },
  { $id: 'AdminFulfilment' },
);

const AdminLine = Type.Object({
  id,
  number: Type.Integer({ description: 'Position in the pre-order, from 1.' }),
  state: Type.Enum(['placed', 'released', 'fulfilled', 'returned', 'payment_due', 'cancelled'], { type: 'string' }),
  variant: Type.Object({ id: Type.String(), title: Type.String(), sku: Type.String() }),
  batch_id: id,
  ship_window: Window,
  ship_window_now: Window,
  unit_price: amount(),
  shipping: amount(),
  tax: amount(),
  discount: amount(),
  total: amount(),
  due_now: amount('The part that was due when it was placed.'),
  paid: amount('What was taken from the shopper.'),
  refunded: amount('What was given back.'),
  kept: amount('What the merchant keeps of a cancelled line item.'),
  given_back: amount('Goodwill of the merchant on a line item that goes on.'),
  properties: Type.Unknown({ description: 'As the page passed them; null without the scope `preorders:personal`.' }),
  released_at: Moment,
  sent_at: Moment,
  returned_at: Moment,
  cancelled_at: Moment,
  cancel_reason: orNull(Type.String(), 'Null unless it is cancelled.'),
});

const Contact = Type.Object({ email: Type.String(), address: Type.Record(Type.String(), Type.String()) });

export const AdminPreorder = Type.Object(
  {
    id,
    reference: text('As the shopper knows it.'),
    state: Type.Enum(['placed', 'payment_due', 'released', 'fulfilled', 'returned', 'cancelled'], { type: 'string' }),
    placed_at: time,
    waitlist_id: id,
    product: Type.Object({ id: Type.String(), title: Type.String() }),
    contact: orNull(Contact, 'Null once the shopper was erased, or without the scope `preorders:personal`.'),
    locale: text('The language of the checkout.'),
    currency: Type.String(),
    payment_plan: Type.Enum(['pay_now', 'pay_later', 'deposit'], { type: 'string' }),
    deposit_refundable: Type.Boolean(),
    subtotal: amount(),
    discount: amount(),
    discount_code: orNull(Type.String(), 'Null without a code.'),
    shipping: amount(),
    tax: amount(),
    total: amount(),
    due_now: amount('The part that was due when it was placed.'),
    paid: amount('What was taken from the shopper.'),
    refunded: amount('What was given back.'),
    prices_include_tax: Type.Boolean(),
    marketing_consent: Type.Boolean(),
    marketing_text: orNull(Type.String(), 'The text of the box that was shown.'),
    marketing_decided_at: orNull(time, 'When the shopper decided.'),
    marketing_by: orNull(Type.String(), '`shopper`, or `store` for a box that was left as it started.'),
    consent_text: text('What the shopper agreed to.'),
    lines: Type.Array(AdminLine),
  },
  { $id: 'AdminPreorder' },
);

/** One pre-order, with what was sent of it. */
export const AdminPreorderDetail = Type.Object(
  { ...AdminPreorder.properties, fulfilments: Type.Array(Type.Ref('AdminFulfilment')) },
  { $id: 'AdminPreorderDetail' },
);

export const PreorderListQuery = Type.Object({
  ...PageQuery.properties,
  waitlist_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
});

export const WaitlistListQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(AdminWaitlist.properties.state),
});

export type AdminStore = Static<typeof AdminStore>;
export type AdminProduct = Static<typeof AdminProduct>;
export type AdminWaitlist = Static<typeof AdminWaitlist>;
export type AdminPreorder = Static<typeof AdminPreorder>;
export type AdminFulfilment = Static<typeof AdminFulfilment>;

import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { AdminClock, type AdminNotice, type AdminOwedRefund } from './notices.ts';
import type { FileOperation, Operation } from './operation.ts';
import { amount, firstDay, id, lastDay, orNull, PageQuery, text, time, Window } from './shapes.ts';

export const REFERENCES_MAX = 250; // as many as a page has
export const REFERENCE_LENGTH = 16; // with its comma

const Moment = orNull(time, 'Null before.');

export const AdminFulfilment = Type.Object(
  {
    number: Type.Integer({ description: 'Position in the pre-order, from 1.' }),
    lines: Type.Array(Type.Integer(), { description: 'Numbers of the line items in the parcel.' }),
    carrier: text('Empty where none was given.'),
    tracking_number: text('Empty where none was given, and without the scope `preorders:personal`.'),
    tracking_link: text('Empty where none was given, and without the scope `preorders:personal`.'),
    sent_at: time,
    delivered_at: orNull(time, 'Null until the merchant says that it is with the shopper.'),
  },
  { $id: 'AdminFulfilment' },
);
export type AdminFulfilment = Static<typeof AdminFulfilment>;

const AdminLine = Type.Object({
  id,
  number: Type.Integer({ description: 'Position in the pre-order, from 1.' }),
  state: Type.Enum(['placed', 'released', 'fulfilled', 'returned', 'payment_due', 'cancelled'], { type: 'string' }),
  variant: Type.Object({ id: Type.String(), title: Type.String(), sku: Type.String() }),
  image_url: orNull(Type.String(), 'The picture of the variant or its product in the catalogue; null without one.'),
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
    updated_at: Type.String({
      format: 'date-time',
      description: 'When its line items, money, parcels, contact or notes last changed.',
    }),
    waitlist_id: id,
    product: Type.Object({ id: Type.String(), title: Type.String() }),
    contact: orNull(Contact, 'Null once the shopper was erased, or without the scope `preorders:personal`.'),
    customer: orNull(Type.String(), 'The id of the customer; null where `contact` is.'),
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
export type AdminPreorder = Static<typeof AdminPreorder>;

const AdminNote = Type.Object({ id, text: Type.String(), by: Type.String(), created_at: time });

const AdminMessage = Type.Object({
  id,
  from: Type.Enum(['shopper', 'store'], { type: 'string' }),
  text: orNull(Type.String(), "Null for a shopper's message once the mail with it is on its way to the store."),
  by: orNull(Type.String(), 'Who wrote for the store.'),
  created_at: time,
});

export const WaitsFor = Type.Enum(['dispute', 'lost_dispute', 'withdrawal'], {
  type: 'string',
  description:
    '`dispute`: a bank decides about a payment; `lost_dispute`: it decided against you, so you decide; `withdrawal`: somebody declared to withdraw from it.',
});
export type WaitsFor = Static<typeof WaitsFor>;

/** One pre-order, with what surrounds it. */
export const AdminPreorderDetail = Type.Object(
  {
    ...AdminPreorder.properties,
    fulfilments: Type.Array(Type.Unsafe<AdminFulfilment>(Type.Ref('AdminFulfilment'))),
    places: Type.Record(Type.String(), Type.Integer(), {
      description: 'The place in the queue of each line item that waits for a unit, by its id.',
    }),
    notices: Type.Array(Type.Unsafe<AdminNotice>(Type.Ref('AdminNotice'))),
    time_to_pay: orNull(AdminClock, 'Null unless a payment is due.'),
    notes: Type.Array(AdminNote, {
      description: 'What the merchant noted for colleagues. Empty without the scope `preorders:personal`.',
    }),
    messages: Type.Array(AdminMessage, {
      description: 'What shopper and store wrote to each other. Empty without the scope `preorders:personal`.',
    }),
    owed_refunds: Type.Array(Type.Unsafe<AdminOwedRefund>(Type.Ref('AdminOwedRefund'))),
    waits_for: orNull(WaitsFor, 'Why it is not released or charged; null while nothing holds it back.'),
  },
  { $id: 'AdminPreorderDetail' },
);
export type AdminPreorderDetail = Static<typeof AdminPreorderDetail>;

/** Something that happened to a pre-order. Each kind has further fields of its own. */
export const AdminPreorderEvent = Type.Object(
  {
    at: time,
    kind: text('Such as `movement`, `line`, `notice`, `mail`.'),
    what: text('A detail by the kind, such as the new state of line items.'),
    state: text('The present state, where it can change; else empty.'),
    amount: orNull(amount(), 'Null where no money is meant.'),
    lines: Type.Array(Type.Integer(), { description: 'Numbers of line items. Empty: the whole pre-order.' }),
    reason: orNull(Type.String(), 'Why it failed or was done.'),
    ended_at: orNull(time, 'Null while it goes on, or where it cannot end.'),
  },
  {
    $id: 'AdminPreorderEvent',
    additionalProperties: true,
    description:
      'A `notice` is `told` or `asked`, and has the window (`from`, `until`), `days_late`, and when asked `answer_by` and `silence`. An `answer` is `wait`, `cancel`, `silence_wait`, `silence_cancel`, `superseded` or `over`, and has `given_by`. An `act` is what a person or a token did (`what` as in the activity log), with `by_name` and `by_kind`.',
  },
);

const Filter = {
  product_id: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: "The platform's id." })),
  q: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      description:
        'Words in any order and any spelling (`mueller` finds Müller), each a part of the reference, a SKU or the product; with `preorders:personal` also of the name, e-mail address, postcode, city, phone or tracking number. Three letters of a word are enough, one or two must begin it. Of words that are common it finds some hundreds, the newest.',
    }),
  ),
  waitlist_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  email: Type.Optional(
    Type.String({ minLength: 1, maxLength: 254, description: 'The whole address. Needs `preorders:personal`.' }),
  ),
  customer: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'The id of a customer. Needs `preorders:personal`.' }),
  ),
  state: Type.Optional(
    Type.Enum(['placed', 'payment_due', 'released', 'fulfilled', 'returned', 'cancelled'], {
      type: 'string',
      description:
        'Only those with a line item in that state, such as `released` for what is ready to send. Their own `state` may be another one.',
    }),
  ),
  variant_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description:
        "The platform's id or SKU of a variant of `product_id`, which is needed too. With `state` or `batch_id` one line item has to be like all of them.",
    }),
  ),
  batch_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only those with a line item of that delivery.' }),
  ),
  placed_from: firstDay,
  placed_until: lastDay,
  country: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'Of the address, such as `DE`. Needs `preorders:personal`.' }),
  ),
  payment_plan: Type.Optional(Type.Enum(['pay_now', 'pay_later', 'deposit'], { type: 'string' })),
  references: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: REFERENCES_MAX * REFERENCE_LENGTH,
      description: `Only these: up to ${REFERENCES_MAX} references with commas between them.`,
    }),
  ),
  updated_at_min: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Only those whose line items, money, parcels, contact or notes changed at that time or later. A moved date changes its batch.',
    }),
  ),
};

const PreorderListQuery = Type.Object({
  ...PageQuery.properties,
  ...Filter,
  sort: Type.Optional(
    Type.Enum(['newest', 'oldest'], { type: 'string', default: 'newest', description: 'Which pre-orders come first.' }),
  ),
});

const PreorderExportQuery = Type.Object({
  ...Filter,
  bom: Type.Optional(
    Type.Boolean({ default: true, description: 'A byte order mark, which Excel needs; false for programs.' }),
  ),
});

const reading = { scope: 'preorders:read', refusals: { 404: '`preorder_not_found`' } } as const;
const ofPreorder = { params: Type.Object({ reference: Type.String({ minLength: 1, maxLength: 100 }) }), ...reading };
const NO_WAITLIST = {
  404: '`waitlist_not_found`, `product_not_found`, `batch_not_found`',
  422: '`unknown_variant`',
};

export const listPreorders = {
  id: 'listPreorders',
  route: 'GET /preorders',
  summary: 'The pre-orders of the store, the newest first unless `sort` says otherwise',
  query: PreorderListQuery,
  answer: Type.Array(AdminPreorder),
  answered: 'One page of pre-orders.',
  ...reading,
  refusals: NO_WAITLIST,
} satisfies Operation;

export const exportPreorders = {
  id: 'exportPreorders',
  route: 'GET /preorders.csv',
  summary: 'The pre-orders as CSV with a row for each line item, safe to open in a spreadsheet',
  description:
    'Streamed, however many there are. Without `preorders:personal` the columns about the shopper are empty. A `q` that may find more than a search shows is refused: `invalid_parameter`.',
  query: PreorderExportQuery,
  ...reading,
  refusals: NO_WAITLIST,
} satisfies FileOperation;

export const getPreorder = {
  id: 'getPreorder',
  route: 'GET /preorders/:reference',
  summary: 'One pre-order with its line items, their places in the queue, what was sent and what was told',
  answer: AdminPreorderDetail,
  answered: 'The pre-order.',
  ...ofPreorder,
} satisfies Operation;

export const getPreorderTimeline = {
  id: 'getPreorderTimeline',
  route: 'GET /preorders/:reference/timeline',
  summary: 'Everything that happened to a pre-order, the oldest first',
  answer: Type.Array(AdminPreorderEvent),
  answered: 'The events.',
  ...ofPreorder,
} satisfies Operation;

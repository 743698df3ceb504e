import type { Static } from 'typebox';
import { eachSwitchField } from '../../../domain/waitlist-switches.ts';
import { Type } from '../../../platform/type.ts';
import type { Operation } from './operation.ts';
import { amount, firstDay, id, lastDay, orNull, PageQuery, text, time, Window } from './shapes.ts';

export const COUNTRIES = 'The countries to which it ships, of those of the store (`DE`); null: all of them.';

export const WithdrawalExclusion = orNull(
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

const WaitlistPreview = Type.Object({
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

export const productName = Type.String({
  minLength: 1,
  maxLength: 300,
  description: "The product's id in the connected store, or its code (handle).",
});

export const WaitlistId = Type.Object({ waitlist_id: Type.String({ minLength: 1, maxLength: 100 }) });
export const NO_WAITLIST = { 404: '`waitlist_not_found`' };

const SORTS = [
  'newest',
  'oldest',
  'title',
  'title_desc',
  'state',
  'state_desc',
  'sold',
  'sold_desc',
  'ships',
  'ships_desc',
  'changed',
  'changed_desc',
] as const;

export const listWaitlists = {
  id: 'listWaitlists',
  route: 'GET /waitlists',
  scope: 'waitlists:read',
  summary: 'The waitlists of the store, the newest first unless `sort` says otherwise',
  query: Type.Object({
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
    delivery: Type.Optional(
      Type.Enum(['open', 'done'], {
        type: 'string',
        description: '`open`: line items wait for units; `done`: none waits.',
      }),
    ),
    units: Type.Optional(
      Type.Enum(['left', 'sold_out'], {
        type: 'string',
        description: '`left`: a unit is neither sold nor held; `sold_out`: none is left.',
      }),
    ),
    launches_from: firstDay,
    launches_until: lastDay,
    closes_from: firstDay,
    closes_until: lastDay,
    sort: Type.Optional(
      Type.Enum([...SORTS], {
        type: 'string',
        default: 'newest',
        description:
          'Which come first. `ships`: by the first day of `ship_window`; `state`: what sells, or will, first.',
      }),
    ),
  }),
  answer: Type.Array(AdminWaitlist),
  answered: 'One page of waitlists.',
  refusals: { 404: '`product_not_found`' },
} satisfies Operation;

export const getWaitlist = {
  id: 'getWaitlist',
  route: 'GET /waitlists/:waitlist_id',
  scope: 'waitlists:read',
  summary: 'One waitlist with its batches and units',
  params: WaitlistId,
  answer: AdminWaitlist,
  answered: 'The waitlist.',
  refusals: NO_WAITLIST,
} satisfies Operation;

export const previewWaitlistAct = {
  id: 'previewWaitlistAct',
  route: 'GET /waitlists/:waitlist_id/preview',
  scope: 'waitlists:read',
  summary: 'What an act would do, and to how many shoppers, before it is done',
  params: WaitlistId,
  query: Type.Object({
    act: Type.Enum(['schedule', 'unschedule', 'open', 'pause', 'resume', 'close'], { type: 'string' }),
  }),
  answer: WaitlistPreview,
  answered: 'What would be done.',
  whole: true,
  refusals: NO_WAITLIST,
} satisfies Operation;

export const getWaitlistPage = {
  id: 'getWaitlistPage',
  route: 'GET /waitlists/:waitlist_id/page',
  scope: 'waitlists:read',
  summary: 'A whole HTML page that sells the product, to paste into the store',
  params: WaitlistId,
  answer: Type.Object({ page: text('A whole page of HTML that sells the product.') }),
  answered: 'The page.',
  refusals: NO_WAITLIST,
} satisfies Operation;

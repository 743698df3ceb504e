import type { TObject } from 'typebox';
import { eachSwitchField } from '../../../domain/waitlist-switches.ts';
import { Type } from '../../../platform/type.ts';
import type { WriteOperation } from './operation.ts';
import { amount, moment, orNull } from './shapes.ts';
import {
  AdminWaitlist,
  COUNTRIES,
  NO_WAITLIST,
  OpenedWaitlist,
  productName,
  WaitlistId,
  WithdrawalExclusion,
} from './waitlists.ts';

const variantName = Type.String({
  minLength: 1,
  maxLength: 300,
  description: "The variant's id in the connected store, or its SKU where no other variant of the product has it.",
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

export const createWaitlist = {
  id: 'createWaitlist',
  route: 'POST /waitlists',
  scope: 'waitlists:write',
  summary: 'Offer a product: a draft, which `open` or `schedule` brings to shoppers',
  body: NewWaitlist,
  answer: AdminWaitlist,
  answered: 'The waitlist.',
  status: 201,
  action: 'waitlist.create',
  refusals: { 404: '`product_not_found`' },
} satisfies WriteOperation;

export const updateWaitlist = {
  id: 'updateWaitlist',
  route: 'PATCH /waitlists/:waitlist_id',
  scope: 'waitlists:write',
  summary: 'Change the given settings of a waitlist; all changes are made, or none',
  description: 'Units and days belong to a batch: with several batches, change those of each batch instead.',
  params: WaitlistId,
  body: WaitlistChange,
  answer: AdminWaitlist,
  answered: 'The waitlist.',
  action: 'waitlist.update',
  refusals: NO_WAITLIST,
} satisfies WriteOperation;

const actOn = <Answer extends TObject>(act: string, summary: string, answer: Answer) =>
  ({
    id: `${act}Waitlist`,
    route: `POST /waitlists/:waitlist_id/${act}`,
    scope: 'waitlists:write',
    summary,
    params: WaitlistId,
    answer,
    answered: 'The waitlist.',
    action: `waitlist.${act}`,
    refusals: NO_WAITLIST,
  }) satisfies WriteOperation;

/** The operations that move a waitlist on, by their acts. */
export const WAITLIST_ACTS = {
  schedule: actOn('schedule', 'Let a draft open by itself at its launch time', AdminWaitlist),
  unschedule: actOn('unschedule', 'Make a scheduled waitlist a draft again', AdminWaitlist),
  open: actOn('open', 'Sell from now on', OpenedWaitlist),
  pause: actOn('pause', 'Stop selling; shoppers who are already paying may finish', AdminWaitlist),
  resume: actOn('resume', 'Sell again', AdminWaitlist),
  close: actOn('close', 'End it for good; pre-orders stay', AdminWaitlist),
};

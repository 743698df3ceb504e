import Type, { type Static } from 'typebox';
import { WaitsFor } from './preorders.ts';
import { id, orNull, PageQuery, text, time, Window } from './shapes.ts';
import { Days, OfferedVariant } from './waitlists.ts';

const units = (description: string) => Type.Integer({ description });

export const AdminBatch = Type.Object(
  {
    id,
    position: Type.Integer({ description: 'From 1: batches are sold in this order.' }),
    waitlist_id: id,
    product: Type.Object({ id: Type.String(), product_code: Type.String() }),
    ship_window: Window,
    variants: Type.Array(
      Type.Object({
        id: Type.String(),
        sku: Type.String(),
        title: Type.String(),
        allocated: units('Units that it may sell.'),
        held: units('Being paid for.'),
        sold: units('Bought.'),
        left: units('Still free to sell.'),
        arrived: units('That have come, in total.'),
        released: units('Of those that have come, given to line items.'),
        free: units('Of those that have come, still free.'),
        waiting: units('Line items that wait for a unit.'),
        payment_due: units('Of these line items, those whose payment failed.'),
      }),
    ),
  },
  { $id: 'AdminBatch' },
);
export type AdminBatch = Static<typeof AdminBatch>;

export const AdminBatchDetail = Type.Object(
  {
    ...AdminBatch.properties,
    arrivals: Type.Array(
      Type.Object({
        id,
        at: time,
        reason: Type.Enum(['counted', 'by_hand'], { type: 'string' }),
        key: orNull(Type.String(), 'The key of a count from the command line.'),
        variants: Type.Array(
          Type.Object({
            id: orNull(Type.String(), 'Null for a variant that the batch has no more.'),
            counted: Type.Integer(),
            delta: Type.Integer(),
          }),
        ),
      }),
      { description: 'Every count of arrived units, the newest first, 500 at most.' },
    ),
  },
  { $id: 'AdminBatchDetail' },
);
export type AdminBatchDetail = Static<typeof AdminBatchDetail>;

export const AdminDelivery = Type.Object(
  {
    id,
    position: Type.Integer({ description: 'Of the batches of its waitlist, from 1.' }),
    waitlist_id: id,
    waitlist_state: Type.String(),
    product: Type.Object({ id: Type.String(), product_code: Type.String(), title: Type.String() }),
    ship_window: Type.Object({ from: Type.String({ format: 'date' }), until: Type.String({ format: 'date' }) }),
    status: Type.Enum(['idle', 'ready', 'late', 'at_risk', 'on_time'], {
      type: 'string',
      description:
        '`idle`: no shopper waits; `late`: the ship window is over; `ready`: enough has arrived for all who wait; `at_risk`: it begins within 7 days; `on_time`.',
    }),
    allocated: units('Units that it may sell.'),
    sold: units('Bought.'),
    arrived: units('That have come, in total.'),
    released: units('Of those that have come, given to line items.'),
    free: units('Of those that have come, still free.'),
    waiting: units('Line items that wait for a unit.'),
    payment_due: units('Of these line items, those whose payment failed.'),
    running_release_id: orNull(id, 'The release that hands out its units now.'),
  },
  { $id: 'AdminDelivery' },
);
export type AdminDelivery = Static<typeof AdminDelivery>;

export const DeliveryListQuery = Type.Object({
  ...PageQuery.properties,
  waiting: Type.Optional(Type.Boolean({ description: 'Only batches for which line items wait.' })),
});

const { variant, allocated } = OfferedVariant.properties;
const VARIANTS_MAX = 2_000;

export const NewBatch = Type.Object(
  { ship_window: Days, variants: Type.Array(OfferedVariant, { minItems: 1, maxItems: VARIANTS_MAX }) },
  {
    additionalProperties: false,
    examples: [
      {
        ship_window: { from: '2030-09-01', until: '2030-09-15' },
        variants: [{ variant: '100101', allocated: 200 }],
      },
    ],
  },
);

export const BatchChange = Type.Object(
  { variants: Type.Array(OfferedVariant, { minItems: 1, maxItems: VARIANTS_MAX }) },
  { additionalProperties: false, examples: [{ variants: [{ variant: '100101', allocated: 250 }] }] },
);

const arrived = Type.Integer({ description: 'Units that have come, in total.' });

export const NewArrival = Type.Object(
  {
    variants: Type.Array(Type.Object({ variant, arrived }, { additionalProperties: false }), {
      minItems: 1,
      maxItems: VARIANTS_MAX,
    }),
  },
  { additionalProperties: false, examples: [{ variants: [{ variant: '100101', arrived: 40 }] }] },
);

/** A row of the inventory: what a variant has in one batch. */
export const InventoryRow = Type.Object(
  {
    batch_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    waitlist_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Instead of `batch_id`, where it has only one batch.' }),
    ),
    variant,
    allocated: Type.Optional(allocated),
    arrived: Type.Optional(arrived),
  },
  { additionalProperties: false },
);

export const INVENTORY_EXAMPLE = {
  rows: [
    { waitlist_id: '0b6f3c1e-0000-4000-8000-000000000001', variant: '100101', allocated: 300, arrived: 40 },
    { waitlist_id: '0b6f3c1e-0000-4000-8000-000000000001', variant: 'AUR-1', arrived: 12 },
  ],
};

export const InventoryUnits = Type.Object({
  waitlist_id: id,
  batch_id: id,
  ...AdminBatch.properties.variants.items.properties,
});

export const AdminRelease = Type.Object(
  {
    id,
    state: Type.Enum(['running', 'stopped', 'done'], { type: 'string' }),
    batch_id: id,
    waitlist_id: id,
    product: Type.Object({ id: Type.String(), product_code: Type.String() }),
    variants: Type.Array(
      Type.Object({
        id: Type.String(),
        sku: Type.String(),
        title: Type.String(),
        units: units('That it hands out.'),
        released: units('That it has handed out.'),
      }),
    ),
    units: units('That it hands out, of all variants.'),
    released: units('That it has handed out.'),
    charging: units('Line items whose money still moves.'),
    disputed: units('Line items for which a bank has to decide.'),
    paid: units('Line items that are paid in full.'),
    payment_due: units('Line items whose charge failed. They keep their unit for some days.'),
    given_back: units('Line items that were cancelled: their units went to the next in the queue.'),
    ordered: units("Line items that were handed to the store's own system."),
    created_at: time,
    ended_at: orNull(time, 'Null while it runs.'),
  },
  { $id: 'AdminRelease' },
);
export type AdminRelease = Static<typeof AdminRelease>;

export const NewRelease = Type.Object(
  {
    batch_id: Type.String({ minLength: 1, maxLength: 100 }),
    limit: Type.Optional(orNull(Type.Integer(), 'The most line items; null for all that have a unit.')),
  },
  { additionalProperties: false, examples: [{ batch_id: '0b6f3c1e-0000-4000-8000-00000000000b', limit: 50 }] },
);

export const StartedRelease = Type.Object({
  started: Type.Boolean({ description: 'False when there is nothing to hand out.' }),
  release: orNull(Type.Ref('AdminRelease'), 'Null when there is nothing to hand out.'),
});

const PreviewLine = Type.Object({
  id,
  reference: text('Of the pre-order.'),
  number: Type.Integer({ description: 'Position in the pre-order, from 1.' }),
  placed_at: time,
  variant: Type.Object({ id: Type.String(), sku: Type.String() }),
  charge: text('What would be charged, in `currency`.'),
  card: text('`kept`, `expired`, `missing`, or `none` when nothing is due.'),
  dispute: orNull(Type.String(), 'The state of a dispute about the pre-order.'),
  waits_for: orNull(WaitsFor, 'Why it is not released; null where nothing holds it back.'),
});

export const ReleasePreview = Type.Object({
  batch_id: id,
  waitlist_id: id,
  currency: Type.String(),
  charge: text('The sum of what would be charged.'),
  lines: Type.Array(PreviewLine, { description: 'Would get a unit, in this order.' }),
  kept: Type.Array(PreviewLine, {
    description: 'A unit is kept for them until they have paid, a bank has decided, or a withdrawal is dealt with.',
  }),
  left_out: Type.Array(PreviewLine, { description: 'Would wait on.' }),
  counts: Type.Object(
    { lines: Type.Integer(), kept: Type.Integer(), left_out: Type.Integer() },
    { description: 'Of all line items. The lists have the first 500.' },
  ),
});

export const AdminPromise = Type.Object(
  {
    id,
    waitlist_id: id,
    batch: Type.Object({ id, position: Type.Integer() }),
    product: text('The title of the product.'),
    version: Type.Integer(),
    current: Type.Boolean({ description: 'The newest promise of the batch.' }),
    ship_window: Type.Object({ from: Type.String(), until: Type.String() }),
    reason: text('For shoppers to read.'),
    made_by: text('Who moved the date.'),
    created_at: time,
    told: units('Pre-orders that were told.'),
    asked: units('Pre-orders that were asked.'),
    waiting: units('Of these, those that wait on.'),
    cancelled: units('Of these, those that cancelled.'),
    unanswered: units('Of these, those that have not answered yet.'),
  },
  { $id: 'AdminPromise' },
);
export type AdminPromise = Static<typeof AdminPromise>;

export const NewPromise = Type.Object(
  {
    ship_window: Days,
    reason: Type.Optional(Type.String({ description: 'For shoppers to read. Required while shoppers wait.' })),
  },
  {
    additionalProperties: false,
    examples: [{ ship_window: { from: '2030-06-24', until: '2030-06-29' }, reason: 'The fabric is two weeks late.' }],
  },
);

export const MovedPromise = Type.Object({
  moved: Type.Boolean({ description: 'False when the batch has this window already.' }),
  promise: Type.Ref('AdminPromise'),
});

export const MovePreview = Type.Object({
  ship_window: AdminPromise.properties.ship_window,
  before: AdminPromise.properties.ship_window,
  lines: units('Line items that wait for the batch.'),
  told: units('Pre-orders that would be told.'),
  asked: units('Pre-orders that would be asked.'),
  asked_by_law: units('Of these, those that the law requires to ask.'),
  silence_cancels: units('Of these, those that no answer would cancel.'),
  answer_by: orNull(
    Type.Object({ first: Type.String(), last: Type.String() }),
    'The first and the last day on which answers are due.',
  ),
});

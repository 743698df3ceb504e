import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { id, orNull, PageQuery, time, Window } from './shapes.ts';
import { Days, OfferedVariant } from './waitlist-writes.ts';
import { productName } from './waitlists.ts';

export const units = (description: string) => Type.Integer({ description });

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
        key: orNull(Type.String(), 'The `key` of the count.'),
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

const STATUSES = ['idle', 'ready', 'late', 'at_risk', 'on_time'] as const;

export const AdminDelivery = Type.Object(
  {
    id,
    position: Type.Integer({ description: 'Of the batches of its waitlist, from 1.' }),
    waitlist_id: id,
    waitlist_state: Type.String(),
    product: Type.Object({ id: Type.String(), product_code: Type.String(), title: Type.String() }),
    ship_window: Type.Object({ from: Type.String({ format: 'date' }), until: Type.String({ format: 'date' }) }),
    status: Type.Enum([...STATUSES], {
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

const DeliveryListQuery = Type.Object({
  ...PageQuery.properties,
  waiting: Type.Optional(Type.Boolean({ description: 'Only batches for which line items wait.' })),
  status: Type.Optional(Type.Enum([...STATUSES], { type: 'string', description: 'As the entries say.' })),
  product_id: Type.Optional(productName),
  waitlist_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  ships_from: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only those whose ship window ends on this day or later: `2026-06-01`.',
    }),
  ),
  ships_until: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only those whose ship window begins on this day or earlier.' }),
  ),
  sort: Type.Optional(
    Type.Enum(['due', 'ships', 'ships_desc', 'title', 'title_desc', 'waiting', 'waiting_desc'], {
      type: 'string',
      default: 'due',
      description: '`due`: those that line items wait for first, by ship window; `ships`: by ship window.',
    }),
  ),
});

const { variant, allocated } = OfferedVariant.properties;
const VARIANTS_MAX = 2_000;

const NewBatch = Type.Object(
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

const BatchChange = Type.Object(
  { variants: Type.Array(OfferedVariant, { minItems: 1, maxItems: VARIANTS_MAX }) },
  { additionalProperties: false, examples: [{ variants: [{ variant: '100101', allocated: 250 }] }] },
);

const arrived = Type.Integer({ description: 'Units that have come, in total.' });

const NewArrival = Type.Object(
  {
    variants: Type.Array(Type.Object({ variant, arrived }, { additionalProperties: false }), {
      minItems: 1,
      maxItems: VARIANTS_MAX,
    }),
    key: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'A count with the same key is recorded only once.' }),
    ),
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

const name = Type.String({ minLength: 1, maxLength: 100 });

const ofWaitlist = { params: Type.Object({ waitlist_id: name }), refusals: { 404: '`waitlist_not_found`' } };
const ofBatch = { params: Type.Object({ batch_id: name }), refusals: { 404: '`batch_not_found`' } };

export const listBatches = {
  id: 'listBatches',
  route: 'GET /waitlists/:waitlist_id/batches',
  scope: 'waitlists:read',
  summary: 'The batches of a waitlist, in the order in which they are sold',
  ...ofWaitlist,
  answer: Type.Array(AdminBatch),
  answered: 'The batches.',
} satisfies Operation;

export const listDeliveries = {
  id: 'listDeliveries',
  route: 'GET /batches',
  scope: 'waitlists:read',
  summary:
    'The batches of all waitlists: those that line items wait for first, by ship window, unless `sort` says otherwise',
  query: DeliveryListQuery,
  answer: Type.Array(AdminDelivery),
  answered: 'One page of batches.',
  refusals: { 404: '`batch_not_found`, `product_not_found`, `waitlist_not_found`' },
} satisfies Operation;

export const getBatch = {
  id: 'getBatch',
  route: 'GET /batches/:batch_id',
  scope: 'waitlists:read',
  summary: 'One batch with its units and every count of arrived units',
  ...ofBatch,
  answer: AdminBatchDetail,
  answered: 'The batch.',
} satisfies Operation;

export const addBatch = {
  id: 'addBatch',
  route: 'POST /waitlists/:waitlist_id/batches',
  scope: 'waitlists:write',
  action: 'batch.add',
  summary: 'Add a delivery, sold after the earlier batches, whichever ships first',
  ...ofWaitlist,
  body: NewBatch,
  status: 201,
  answer: AdminBatchDetail,
  answered: 'The batch.',
} satisfies WriteOperation;

export const updateBatch = {
  id: 'updateBatch',
  route: 'PATCH /batches/:batch_id',
  scope: 'waitlists:write',
  action: 'batch.update',
  summary: 'Set how many units of the given variants it may sell, in total',
  ...ofBatch,
  body: BatchChange,
  answer: AdminBatchDetail,
  answered: 'The batch.',
} satisfies WriteOperation;

export const recordArrival = {
  id: 'recordArrival',
  route: 'POST /batches/:batch_id/arrivals',
  scope: 'waitlists:write',
  action: 'batch.arrive',
  summary: 'Record how many units of the given variants have arrived, in total',
  ...ofBatch,
  body: NewArrival,
  answer: AdminBatchDetail,
  answered: 'The batch.',
} satisfies WriteOperation;

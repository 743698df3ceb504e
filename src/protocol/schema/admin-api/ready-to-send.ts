import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { FileOperation, Operation } from './operation.ts';
import { REFERENCE_LENGTH, REFERENCES_MAX, WaitsFor } from './preorders.ts';
import { CsvQuery, id, orNull, PageQuery, text, time } from './shapes.ts';

const ReadyLine = Type.Object({
  number: Type.Integer({ description: 'Position in the pre-order, from 1.' }),
  variant: Type.Object({ id: Type.String(), title: Type.String(), sku: Type.String() }),
  properties: Type.Unknown({ description: 'As the page passed them; null without the scope `preorders:personal`.' }),
  released_at: time,
  paid: Type.Boolean({ description: 'False while its balance is still charged: it cannot be sent before.' }),
  order: orNull(Type.String(), "The name that the store's system gave its order; null without one."),
});

/** What can leave the store together: the released line items of one pre-order. */
export const AdminParcelToSend = Type.Object(
  {
    id,
    reference: text('Of its pre-order.'),
    placed_at: time,
    released_at: { ...time, description: 'When the first of its line items was released.' },
    waitlist_id: id,
    product: Type.Object({ id: Type.String(), title: Type.String() }),
    contact: orNull(
      Type.Object({ email: Type.String(), address: Type.Record(Type.String(), Type.String()) }),
      'Null once the shopper was erased, or without the scope `preorders:personal`.',
    ),
    locale: text('The language of the checkout.'),
    lines: Type.Array(ReadyLine, { description: 'Its released line items.' }),
    waits_for: orNull(WaitsFor, 'Why you may want to keep it back; null while nothing is known against it.'),
  },
  { $id: 'AdminParcelToSend' },
);
export type AdminParcelToSend = Static<typeof AdminParcelToSend>;

/** How much there is to send. */
export const AdminReadyToSend = Type.Object(
  {
    parcels: Type.Integer(),
    units: Type.Integer(),
    complete: Type.Boolean({ description: 'False where there are more than were counted, the oldest 5,000 parcels.' }),
    groups: Type.Array(
      Type.Object({
        waitlist_id: id,
        product: Type.Object({ id: Type.String(), title: Type.String() }),
        country: orNull(Type.String(), 'Null where it is unknown, and without the scope `preorders:personal`.'),
        parcels: Type.Integer(),
        units: Type.Integer(),
      }),
      { description: 'The same by waitlist and country, the most parcels first.' },
    ),
  },
  { $id: 'AdminReadyToSend' },
);
export type AdminReadyToSend = Static<typeof AdminReadyToSend>;

const Filter = {
  waitlist_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  product_id: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: "The platform's id." })),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'Of the address, such as `DE`. Needs `preorders:personal`.' }),
  ),
};

const shared = {
  scope: 'preorders:read',
  refusals: { 404: '`waitlist_not_found`, `product_not_found`' },
} as const;

export const listReadyToSend = {
  id: 'listReadyToSend',
  route: 'GET /preorders/ready-to-send',
  summary: 'What is ready to send, a parcel for each pre-order with released line items, the oldest pre-orders first',
  query: Type.Object({ ...PageQuery.properties, ...Filter }),
  answer: Type.Array(AdminParcelToSend),
  answered: 'One page of parcels.',
  ...shared,
} satisfies Operation;

export const countReadyToSend = {
  id: 'countReadyToSend',
  route: 'GET /preorders/ready-to-send/count',
  summary: 'How much is ready to send, by waitlist and country',
  answer: AdminReadyToSend,
  answered: 'The numbers.',
  scope: 'preorders:read',
} satisfies Operation;

export const exportReadyToSend = {
  id: 'exportReadyToSend',
  route: 'GET /preorders/ready-to-send.csv',
  summary: 'What is ready to send as CSV for a carrier, with a row for each parcel, safe to open in a spreadsheet',
  description:
    'Streamed, however many there are. Without `preorders:personal` the columns about the shopper are empty. What is not paid yet, and what you may want to keep back (`waits_for`), is left out.',
  query: Type.Object({
    ...Filter,
    references: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REFERENCES_MAX * REFERENCE_LENGTH,
        description: `Only these pre-orders: up to ${REFERENCES_MAX} references with commas between them.`,
      }),
    ),
    ...CsvQuery.properties,
  }),
  ...shared,
} satisfies FileOperation;

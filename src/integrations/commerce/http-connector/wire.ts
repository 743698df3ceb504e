import type { Static, TSchema } from 'typebox';
import { Type } from '../../../platform/type.ts';

// What goes over the wire between the service and a store that speaks the connector's protocol. Amounts are decimals as text, in
// the currency that stands beside them. Fields that the protocol does not know are ignored.

const Id = Type.String({
  minLength: 1,
  maxLength: 500,
  description: "The platform's id: text, also where it is a number.",
});
const Decimal = Type.String({ pattern: String.raw`^\d{1,15}(\.\d{1,4})?$`, examples: ['129.00'] });
const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'], description: 'ISO 4217.' });
const Day = Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$`, examples: ['2030-06-10'] });
const Moment = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}`,
  maxLength: 40,
  examples: ['2030-05-01T09:00:00Z'],
});
const OurId = Type.String({ format: 'uuid', description: "The service's id." });

export const WireShop = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 200, description: 'Never changes.' }),
    name: Type.String({ maxLength: 500 }),
    currency: Currency,
    missing_scopes: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        description: 'Rights that the secret lacks. Empty or absent if all is well.',
      }),
    ),
  },
  { $id: 'Shop' },
);

const WireVariant = Type.Object({
  id: Id,
  sku: Type.String({ maxLength: 500, description: 'May be empty, and need not be unique.' }),
  option_values: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
    maxItems: 10,
    description: "One for each of the product's option names.",
  }),
  price: OrNull(Decimal),
  compare_at_price: OrNull(Decimal),
  image_url: OrNull(Type.String({ maxLength: 2_000 })),
  in_stock: Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 }),
  oversell: Type.Boolean({ description: 'True if the platform goes on selling at zero.' }),
});

const WireParty = OrNull(
  Type.Object({
    name: Type.String({ maxLength: 500 }),
    address: Type.String({ maxLength: 2_000, description: 'The postal address, in lines.' }),
    contact: Type.String({ maxLength: 2_000, description: 'An e-mail or web address.' }),
  }),
);

const WireSafety = Type.Object({
  maker: WireParty,
  responsible_person: WireParty,
  warnings: Type.Record(Type.String(), Type.String({ maxLength: 20_000 }), { description: 'By language: `de`.' }),
});

export const WireProduct = Type.Object(
  {
    id: Id,
    handle: Type.String({ minLength: 1, maxLength: 500, description: "The last part of the product's address." }),
    title: Type.String({ minLength: 1, maxLength: 5_000, description: 'Text, not HTML.' }),
    description_html: Type.String({ maxLength: 1_000_000 }),
    vendor: Type.String({ maxLength: 500 }),
    image_url: OrNull(Type.String({ maxLength: 2_000 })),
    published: Type.Boolean({ description: 'False while shoppers cannot see it.' }),
    currency: Currency,
    option_names: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 10 }),
    variants: Type.Array(WireVariant, { minItems: 1, maxItems: 2_048 }),
    safety: Type.Optional(
      Type.Union([WireSafety, Type.Null()], {
        description:
          'Who made it, who answers for it in the EU, and warnings. Null: nothing. Absent: what is known stays.',
      }),
    ),
  },
  { $id: 'Product' },
);

const Cursor = Type.String({ minLength: 1, maxLength: 2_000 });

export const WireProducts = Type.Object(
  {
    products: Type.Array(Type.Unknown({ description: 'Products, each as `GET /products/{id}` answers it.' }), {
      maxItems: 250,
    }),
    next: OrNull(Cursor),
  },
  { $id: 'ProductPage' },
);

export const WireChange = Type.Union(
  [
    Type.Object({ what: Type.Literal('product'), id: Id }),
    Type.Object({ what: Type.Literal('variant'), id: Id }),
    Type.Object({ what: Type.Literal('order'), ref: OurId }),
    Type.Object({ what: Type.Literal('connection') }),
  ],
  { $id: 'Change', description: 'Something that may have changed. The service reads it anew.' },
);

export const WireChanges = Type.Object(
  { changes: Type.Array(WireChange, { maxItems: 1_000 }), cursor: Cursor, more: Type.Boolean() },
  { $id: 'ChangePage' },
);

export const WireStock = Type.Object(
  { stock: Type.Array(Type.Object({ variant_id: Id, in_stock: WireVariant.properties.in_stock })) },
  { $id: 'Stock' },
);

const WireLine = Type.Object({
  id: OurId,
  product_id: Id,
  variant_id: Id,
  sku: Type.String(),
  title: Type.String(),
  unit_price: Decimal,
  shipping: Decimal,
  tax: Decimal,
  discount: Decimal,
  total: Decimal,
  properties: Type.Unknown({
    description: 'The line item properties of the page, unchanged: an object, a list of names and values, or null.',
  }),
  held: Type.Boolean({ description: 'True while it must not be sent.' }),
  cancelled: Type.Boolean({ description: 'True if it must never be sent.' }),
  was_paid: Type.Optional(
    Type.Boolean({
      description:
        'True of a line item that was paid and cancelled before you heard of it: it belongs to what the order was paid with, and its refund follows.',
    }),
  ),
});

export const WireRefund = Type.Object(
  { id: OurId, amount: Decimal, line_ids: Type.Array(OurId) },
  { $id: 'Refund', description: 'Money that went back by the payment provider. Record it once, by its id.' },
);

const Window = OrNull(Type.Object({ from: Day, until: Day }, { description: 'Both days inclusive.' }));
const Address = OrNull(Type.Record(Type.String(), Type.String()));
const Email = OrNull(Type.String());

const known = {
  paid: Type.Boolean(),
  email: Email,
  address: Address,
  ship_window: Window,
  refunds: Type.Array(WireRefund),
};

/** The order that the service hands over. */
export const WireOrder = Type.Object(
  {
    id: OurId,
    reference: Type.String({
      examples: ['PO-7K2M-9QXT-X'],
      description: "The pre-order's reference, which the shopper knows.",
    }),
    number: Type.Integer({ minimum: 1, description: 'Counts the orders of a pre-order.' }),
    store: Type.String(),
    test: Type.Boolean({ description: 'True if no money was paid and nothing has to be sent.' }),
    placed_at: Moment,
    currency: Currency,
    ...known,
    lines: Type.Array(WireLine, { minItems: 1 }),
  },
  { $id: 'Order' },
);

/** The order that the platform has. */
export const WireKnownOrder = Type.Object(
  {
    id: OurId,
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      examples: ['SO-1001'],
      description: 'The number that people of the store see.',
    }),
    ...known,
    lines: Type.Array(Type.Object({ id: OurId, held: Type.Boolean(), cancelled: Type.Boolean() })),
  },
  { $id: 'KnownOrder' },
);

/** How an order should be from now on. Each field is optional. */
export const WireOrderChange = Type.Object(
  {
    paid: Type.Optional(Type.Literal(true)),
    email: Type.Optional(Email),
    address: Type.Optional(Address),
    ship_window: Type.Optional(Window),
    held_line_ids: Type.Optional(
      Type.Array(OurId, { description: 'Exactly these line items wait; all others may be sent.' }),
    ),
    cancelled_line_ids: Type.Optional(Type.Array(OurId, { description: 'These are cancelled as well.' })),
    refund: Type.Optional(WireRefund),
  },
  { $id: 'OrderChange' },
);

export const WireFulfilments = Type.Object(
  {
    fulfilments: Type.Array(
      Type.Object({
        ref: Type.String({ minLength: 1, maxLength: 200, description: "The platform's id of what left together." }),
        line_ids: Type.Array(OurId),
        carrier: Type.String({ maxLength: 200 }),
        tracking_number: Type.String({ maxLength: 200 }),
        tracking_url: Type.String({ maxLength: 2_000 }),
        sent_at: Moment,
        delivered_at: OrNull(Moment),
      }),
    ),
  },
  { $id: 'Fulfilments' },
);

const Units = Type.Integer({ minimum: 0, maximum: 10_000_000 });
const WireDeliveryLine = Type.Object({ product_id: Id, variant_id: Id, units: Units, arrived: Units });

export const WireDeliveries = Type.Object(
  {
    deliveries: Type.Array(
      Type.Object({
        name: Type.String({
          minLength: 1,
          maxLength: 100,
          examples: ['PO-17'],
          description: 'The number of the purchase order, by which it is known again.',
        }),
        ships: Window,
        lines: Type.Array(WireDeliveryLine, { maxItems: 5_000 }),
      }),
      { maxItems: 250 },
    ),
    next: OrNull(Cursor),
  },
  { $id: 'DeliveryPage', description: 'Purchase orders that are not closed.' },
);

/** What the store posts when something has changed. */
export const WireWebhook = Type.Object({ changes: Type.Array(WireChange, { maxItems: 1_000 }) }, { $id: 'Webhook' });

export type WireOrderValue = Static<typeof WireOrder>;
export type WireKnownOrderValue = Static<typeof WireKnownOrder>;
export type WireOrderChangeValue = Static<typeof WireOrderChange>;
export type WireDeliveryLineValue = Static<typeof WireDeliveryLine>;

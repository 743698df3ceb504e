import type { Static, TSchema } from 'typebox';
import { Type } from '../../../platform/type.ts';

// What the adapter reads of Medusa's answers, and the fields that it asks for.

const Id = Type.String({ minLength: 1, maxLength: 255 });
const Text = Type.String({ maxLength: 1_000_000 });
const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const Stores = Type.Object({
  stores: Type.Array(
    Type.Object({
      id: Id,
      name: Text,
      default_sales_channel_id: OrNull(Id),
      supported_currencies: Type.Array(Type.Object({ currency_code: Text, is_default: Type.Boolean() })),
    }),
  ),
});
export const Regions = Type.Object({ regions: Type.Array(Type.Object({ id: Id })) });

const Level = Type.Object({ stocked_quantity: Type.Number(), reserved_quantity: Type.Number() });
const StockFields = {
  id: Id,
  manage_inventory: Type.Boolean(),
  inventory_items: Type.Array(
    Type.Object({
      required_quantity: Type.Number({ exclusiveMinimum: 0 }),
      // Null after its inventory item was removed.
      inventory: Type.Optional(OrNull(Type.Object({ location_levels: Type.Array(Level) }))),
    }),
  ),
};
export const STOCK_FIELDS = [
  'id',
  'manage_inventory',
  'inventory_items.required_quantity',
  'inventory_items.inventory.location_levels.stocked_quantity',
  'inventory_items.inventory.location_levels.reserved_quantity',
];
const StockOfVariant = Type.Object(StockFields);
export const StockOfVariants = Type.Object({ variants: Type.Array(StockOfVariant) });

const Variant = Type.Object({
  ...StockFields,
  sku: OrNull(Text),
  allow_backorder: Type.Boolean(),
  thumbnail: Type.Optional(OrNull(Text)),
  variant_rank: OrNull(Type.Number()),
  options: Type.Array(Type.Object({ value: Text, option_id: Id })),
  prices: Type.Array(
    Type.Object({
      amount: Type.Number(),
      currency_code: Text,
      min_quantity: OrNull(Type.Number()),
      rules: Type.Optional(Type.Unknown()),
    }),
  ),
});
export const Product = Type.Object({
  id: Id,
  title: Text,
  handle: Text,
  description: OrNull(Text),
  status: Text,
  thumbnail: OrNull(Text),
  metadata: Type.Optional(OrNull(Type.Record(Type.String(), Type.Unknown()))),
  options: Type.Array(Type.Object({ id: Id, title: Text })),
  variants: Type.Array(Variant),
});
const VARIANT_FIELDS = [
  'sku',
  'allow_backorder',
  'thumbnail',
  'variant_rank',
  'options.value',
  'options.option_id',
  'prices.*',
  ...STOCK_FIELDS,
];
export const PRODUCT_FIELDS = [
  'id',
  'title',
  'handle',
  'description',
  'status',
  'thumbnail',
  'metadata',
  'options.id',
  'options.title',
  ...VARIANT_FIELDS.map((field) => `variants.${field}`),
];
export const Products = Type.Object({ products: Type.Array(Type.Unknown()) });
export const OneProduct = Type.Object({ product: Product });
export const ProductIds = Type.Object({ ids: Type.Array(Id) });

const Change = Type.Object({
  what: Type.Union([Type.Literal('product'), Type.Literal('variant'), Type.Literal('order')]),
  id: Id,
});
export const Changes = Type.Object({ changes: Type.Array(Change), until: Text, next: OrNull(Text) });

const Metadata = OrNull(Type.Record(Type.String(), Type.Unknown()));
const Payment = Type.Object({
  id: Id,
  captured_at: OrNull(Text),
  refunds: Type.Array(Type.Object({ note: OrNull(Text) })),
});
export const Order = Type.Object({
  id: Id,
  display_id: Type.Number(),
  status: Text,
  email: OrNull(Text),
  total: Type.Number(),
  metadata: Metadata,
  items: Type.Array(Type.Object({ id: Id })),
  payment_collections: Type.Array(Type.Object({ id: Id, status: Text, payments: Type.Optional(Type.Array(Payment)) })),
  order_change: Type.Optional(OrNull(Type.Object({ internal_note: OrNull(Text) }))),
});
export const ORDER_FIELDS = [
  'id',
  'display_id',
  'status',
  'email',
  'total',
  'metadata',
  'items.id',
  'order_change.internal_note',
  'payment_collections.id',
  'payment_collections.status',
  'payment_collections.payments.id',
  'payment_collections.payments.captured_at',
  'payment_collections.payments.refunds.note',
];
export const OneOrder = Type.Object({ order: Order });
export const Created = Type.Object({ id: Id });
export const Collection = Type.Object({ payment_collection: Type.Object({ id: Id }) });

export const Fulfilments = Type.Object({
  order: Type.Object({
    fulfillments: Type.Array(
      Type.Object({
        id: Id,
        shipped_at: OrNull(Text),
        delivered_at: OrNull(Text),
        canceled_at: OrNull(Text),
        shipping_option: Type.Optional(OrNull(Type.Object({ name: Text }))),
        labels: Type.Array(Type.Object({ tracking_number: Text, tracking_url: Text })),
        items: Type.Array(Type.Object({ line_item_id: OrNull(Id) })),
      }),
    ),
  }),
});
export const FULFILMENT_FIELDS = [
  'id',
  'fulfillments.id',
  'fulfillments.shipped_at',
  'fulfillments.delivered_at',
  'fulfillments.canceled_at',
  'fulfillments.shipping_option.name',
  'fulfillments.labels.*',
  'fulfillments.items.line_item_id',
];

export type MedusaProduct = Static<typeof Product>;
export type MedusaStock = Static<typeof StockOfVariant>;
export type MedusaOrder = Static<typeof Order>;
export type MedusaStore = Static<typeof Stores>['stores'][number];

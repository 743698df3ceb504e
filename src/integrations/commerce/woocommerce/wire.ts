import type { Static, TObject } from 'typebox';
import { Type } from '../../../platform/type.ts';

// What is read of WooCommerce's answers, and nothing else: plugins add and change other fields.

const Id = Type.Integer({ minimum: 0 });
const Text = Type.String();
// Plugins for decimals write quantities with a fraction.
const Quantity = Type.Union([Type.Number(), Type.Null()]);
const Image = Type.Object({ src: Text });

const Stocked = {
  id: Id,
  sku: Text,
  price: Text,
  regular_price: Text,
  on_sale: Type.Boolean(),
  tax_class: Text,
  manage_stock: Type.Union([Type.Boolean(), Type.Literal('parent')]),
  stock_quantity: Quantity,
  stock_status: Text,
  backorders: Text,
};

export const WooVariation = Type.Object({
  ...Stocked,
  status: Text,
  menu_order: Type.Integer(),
  image: Type.Optional(Type.Union([Image, Type.Null(), Type.Array(Type.Unknown())])),
  attributes: Type.Array(Type.Object({ name: Text, option: Text })),
});
export type WooVariationValue = Static<typeof WooVariation>;

const Meta = Type.Object({ key: Text, value: Type.Unknown() });

export const WooProduct = Type.Object({
  ...Stocked,
  name: Text,
  slug: Text,
  status: Text,
  type: Text,
  tax_status: Text,
  description: Text,
  parent_id: Id,
  images: Type.Array(Image),
  attributes: Type.Array(Type.Object({ name: Text, variation: Type.Boolean() })),
  meta_data: Type.Optional(Type.Array(Meta)),
});
export type WooProductValue = Static<typeof WooProduct>;

/** The stock of a product, or of a variation, which has the id of its own in the same place. */
export const WooStock = Type.Object(Stocked);
export type WooStockValue = Static<typeof WooStock>;

const Address = Type.Object({
  first_name: Text,
  last_name: Text,
  address_1: Text,
  address_2: Text,
  city: Text,
  state: Text,
  postcode: Text,
  country: Text,
});

const Charged = {
  id: Id,
  total: Text,
  total_tax: Text,
  taxes: Type.Array(Type.Object({ id: Id, total: Text })),
};
export type WooChargedValue = Static<TObject<typeof Charged>>;

export const WooOrder = Type.Object({
  id: Id,
  number: Text,
  status: Text,
  total: Text,
  date_paid_gmt: Type.Union([Text, Type.Null()]),
  date_completed_gmt: Type.Union([Text, Type.Null()]),
  billing: Type.Object({ email: Text, phone: Text }),
  shipping: Address,
  line_items: Type.Array(Type.Object({ ...Charged, meta_data: Type.Array(Meta) })),
  shipping_lines: Type.Array(Type.Object(Charged)),
  refunds: Type.Array(Type.Object({ id: Id, reason: Type.Union([Text, Type.Null()]) })),
  meta_data: Type.Array(Meta),
});
export type WooOrderValue = Static<typeof WooOrder>;

export const WooRefund = Type.Object({ id: Id, meta_data: Type.Array(Meta) });

/** A parcel. WooCommerce 11 keeps them where the merchant has them switched on. */
export const WooFulfillment = Type.Object({
  id: Id,
  status: Text,
  date_deleted: Type.Union([Text, Type.Null()]),
  date_updated: Type.Union([Text, Type.Null()]),
  meta_data: Type.Array(Meta),
});
export type WooFulfillmentValue = Static<typeof WooFulfillment>;

export const WooSite = Type.Object({ name: Text, url: Text });
export const WooCurrency = Type.Object({ code: Text });
export const WooSetting = Type.Object({ value: Text });
/** What a webhook brings. */
export const WooWebhook = Type.Object({ id: Id, parent_id: Type.Optional(Id) });
/** A webhook as the store keeps it. */
export const WooSubscription = Type.Object({ id: Id, topic: Text, status: Text, delivery_url: Text });

export type WooMeta = Static<typeof Meta>;

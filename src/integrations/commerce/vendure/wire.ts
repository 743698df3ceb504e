import type { Static, TSchema } from 'typebox';
import { Type } from '../../../platform/type.ts';

// What the adapter reads of Vendure's answers. Fields that it does not ask for do not come.

const Id = Type.String({ minLength: 1, maxLength: 200 });
const Text = Type.String({ maxLength: 1_000_000 });
const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Money = Type.Integer();
const Picture = OrNull(Type.Object({ preview: Text }));
const Stocked = {
  id: Id,
  /** `TRUE`, `FALSE`, or `INHERIT`: as the server's settings have it. */
  trackInventory: Text,
  stockLevels: Type.Array(Type.Object({ stockOnHand: Type.Integer(), stockAllocated: Type.Integer() })),
};

export const Shop = Type.Object({
  activeChannel: Type.Object({
    token: Id,
    code: Text,
    defaultCurrencyCode: Text,
    pricesIncludeTax: Type.Boolean(),
    availableCurrencyCodes: Type.Array(Text),
    seller: OrNull(Type.Object({ name: Text })),
  }),
  globalSettings: Type.Object({
    trackInventory: Type.Boolean(),
    serverConfig: Type.Object({ moneyStrategyPrecision: Type.Integer({ minimum: 0, maximum: 10 }) }),
  }),
  waitlistMissingPermissions: Type.Array(Text),
});

export const Variant = Type.Object({
  ...Stocked,
  sku: Text,
  enabled: Type.Boolean(),
  currencyCode: Text,
  price: Money,
  priceWithTax: Money,
  featuredAsset: Picture,
  options: Type.Array(Type.Object({ name: Text, groupId: Id })),
});

export const Product = Type.Object({
  id: Id,
  createdAt: Text,
  slug: Text,
  name: Text,
  description: Text,
  enabled: Type.Boolean(),
  featuredAsset: Picture,
  optionGroups: Type.Array(Type.Object({ id: Id, name: Text })),
});

export const Products = Type.Object({ products: Type.Object({ items: Type.Array(Type.Unknown()) }) });
export const OneProduct = Type.Object({ product: OrNull(Product) });
export const Variants = Type.Object({
  productVariants: Type.Object({ totalItems: Type.Integer(), items: Type.Array(Variant) }),
});
export const Stock = Type.Object({
  productVariants: Type.Object({ items: Type.Array(Type.Object(Stocked)) }),
});

export const LastChange = Type.Object({
  waitlistLastChange: Type.Tuple([Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 0 })]),
});
const What = Type.Union([Type.Literal('product'), Type.Literal('variant'), Type.Literal('order')]);
export const Changes = Type.Object({
  waitlistChanges: Type.Array(Type.Object({ seq: Type.Integer(), what: What, ref: Id })),
  ...LastChange.properties,
});

export const Order = Type.Object({
  id: Id,
  code: Text,
  state: Text,
  totalWithTax: Money,
  customer: OrNull(Type.Object({ emailAddress: Text })),
  customFields: Type.Object({ waitlistShips: OrNull(Text), waitlistAddress: OrNull(Text) }),
  payments: OrNull(
    Type.Array(
      Type.Object({
        id: Id,
        state: Text,
        amount: Money,
        refunds: Type.Array(Type.Object({ id: Id, reason: OrNull(Text), state: Text })),
      }),
    ),
  ),
  lines: Type.Array(
    Type.Object({
      id: Id,
      quantity: Type.Integer(),
      customFields: Type.Object({ waitlistLine: OrNull(Text), waitlistHeld: OrNull(Type.Boolean()) }),
    }),
  ),
});
export const FoundOrders = Type.Object({ orders: Type.Object({ items: Type.Array(Order) }) });
export const OneOrder = Type.Object({ order: OrNull(Order) });

const Outcome = Type.Object({ __typename: Text, id: Type.Optional(Id), message: Type.Optional(Text) });
export const Created = Type.Object({ createWaitlistOrder: Type.Object({ id: Id }) });
export const Changed = Type.Object({ changeWaitlistOrder: Type.Object({ id: Id }) });
export const Cancelled = Type.Object({ cancelOrder: Outcome });
export const Refunded = Type.Object({ refundOrder: Outcome });
export const Settled = Type.Object({ settleRefund: Outcome });

export const Fulfilments = Type.Object({
  order: OrNull(
    Type.Object({
      lines: Type.Array(Type.Object({ id: Id, customFields: Type.Object({ waitlistLine: OrNull(Text) }) })),
      fulfillments: OrNull(
        Type.Array(
          Type.Object({
            id: Id,
            state: Text,
            createdAt: Text,
            updatedAt: Text,
            method: Text,
            trackingCode: OrNull(Text),
            customFields: Type.Unknown(),
            lines: Type.Array(Type.Object({ orderLineId: Id })),
          }),
        ),
      ),
    }),
  ),
});

export type VendureShop = Static<typeof Shop>;
export type VendureProduct = Static<typeof Product>;
export type VendureVariant = Static<typeof Variant>;
export type VendureOrder = Static<typeof Order>;

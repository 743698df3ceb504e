import Type, { type Static } from 'typebox';
import { amount, orNull, text } from './shapes.ts';

export const AdminProduct = Type.Object(
  {
    id: text("The product's id in the connected store."),
    product_code: text("The product's code (handle) in the connected store."),
    title: Type.String(),
    vendor: Type.String(),
    option_names: Type.Array(Type.String()),
    currency: Type.String(),
    variants: Type.Array(
      Type.Object({
        id: text("The variant's id in the connected store."),
        sku: text('Empty when the variant has none. SKUs need not be unique.'),
        title: Type.String(),
        price: orNull(amount(), 'Null when the catalogue has none.'),
        compare_at_price: orNull(amount(), 'The regular price, where there is one.'),
        gone: Type.Boolean({ description: 'It is no longer in the catalogue.' }),
      }),
    ),
  },
  { $id: 'AdminProduct' },
);
export type AdminProduct = Static<typeof AdminProduct>;

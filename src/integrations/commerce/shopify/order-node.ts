import type { Static, TSchema } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { LINE_PROPERTY } from './order-input.ts';

const Text = Type.String();
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const Attributes = Type.Array(Type.Object({ key: Text, value: nullable(Text) }));

export const OrderNode = Type.Object({
  id: Text,
  name: Text,
  email: nullable(Text),
  fullyPaid: Type.Boolean(),
  cancelledAt: nullable(Text),
  shippingAddress: nullable(Type.Record(Text, nullable(Text))),
  customAttributes: Attributes,
  lineItems: Type.Object({
    nodes: Type.Array(
      Type.Object({
        id: Text,
        currentQuantity: Type.Integer(),
        unfulfilledQuantity: Type.Integer(),
        customAttributes: Attributes,
      }),
    ),
  }),
  refunds: Type.Array(Type.Object({ note: nullable(Text) })),
});
export type OrderValue = Static<typeof OrderNode>;

/** Names our line item of one of Shopify's; null for one that people of the store added. */
export function ourLineId(attributes: Static<typeof Attributes>): string | null {
  return attributes.find(({ key }) => key === LINE_PROPERTY)?.value ?? null;
}

import type { TSchema } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { CommerceError, type PlatformFulfilment } from '../port.ts';
import type { AdminClient } from './client.ts';
import { fromGid, isShopifyId, toGid } from './ids.ts';
import { FULFILMENTS } from './operations.ts';
import { Attributes, ourLineId } from './order-node.ts';

const Text = Type.String();
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Fulfilment = Type.Object({
  id: Text,
  status: Text,
  createdAt: Text,
  deliveredAt: nullable(Text),
  trackingInfo: Type.Array(Type.Object({ company: nullable(Text), number: nullable(Text), url: nullable(Text) })),
  fulfillmentLineItems: Type.Object({ nodes: Type.Array(Type.Object({ lineItem: Type.Object({ id: Text }) })) }),
});
const Answer = Type.Object({
  order: nullable(
    Type.Object({
      fulfillments: Type.Array(Fulfilment),
      lineItems: Type.Object({ nodes: Type.Array(Type.Object({ id: Text, customAttributes: Attributes })) }),
    }),
  ),
});

const NOTHING_LEFT = ['CANCELLED', 'ERROR', 'FAILURE'];

/** Lists what left the store. A fulfilment that was cancelled afterwards is not among them. */
export async function listFulfilments(admin: AdminClient, ref: string): Promise<PlatformFulfilment[]> {
  const { order } = isShopifyId(ref)
    ? await admin.run(FULFILMENTS, { id: toGid('Order', ref) }, Answer)
    : { order: null };
  if (!order) throw new CommerceError('not_found', `Shopify does not know order ${ref}.`);
  const ours = new Map(order.lineItems.nodes.map((line) => [line.id, ourLineId(line.customAttributes)]));
  const sent = order.fulfillments.filter(({ status }) => !NOTHING_LEFT.includes(status));
  return sent.map(({ id, createdAt, deliveredAt, trackingInfo: [tracking], fulfillmentLineItems }) => ({
    ref: fromGid(id),
    lineIds: fulfillmentLineItems.nodes.flatMap(({ lineItem }) => ours.get(lineItem.id) ?? []),
    carrier: tracking?.company ?? '',
    trackingNumber: tracking?.number ?? '',
    trackingUrl: tracking?.url ?? '',
    sentAt: createdAt,
    deliveredAt,
  }));
}

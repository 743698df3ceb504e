import type { Static, TSchema } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { DeliveryPage, PlatformDelivery } from '../port.ts';
import type { AdminClient } from './client.ts';
import { fromGid } from './ids.ts';
import type { Operation } from './operations.ts';

// Written from Shopify's documentation of version 2026-10. The schema that our tests have is older than purchase orders, so no store is
// asked yet: `can.deliveries` is false. It needs read_inventory_purchase_orders, read_inventory_transfers and read_inventory_shipments.
export const DELIVERIES: Operation = {
  text: `query Deliveries($after: String) {
    inventoryPurchaseOrders(first: 2, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes {
        name status archivedAt
        lineItems(first: 60) {
          nodes { totalQuantity inventoryItem { id variants(first: 1) { nodes { id product { id } } } } }
        }
        transfers(first: 10) { nodes { id } }
      }
    }
  }`,
  repeatable: true,
};

export const SHIPMENTS: Operation = {
  text: `query Shipments($id: ID!) {
    inventoryTransfer(id: $id) {
      shipments(first: 5) { nodes {
        tracking { arrivesAt }
        lineItems(first: 60) { nodes { acceptedQuantity inventoryItem { id } } }
      } }
    }
  }`,
  repeatable: true,
};

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const nodes = <T extends TSchema>(schema: T) => Type.Object({ nodes: Type.Array(schema) });
const Id = Type.Object({ id: Type.String() });
const Shipment = Type.Object({
  tracking: nullable(Type.Object({ arrivesAt: nullable(Type.String()) })),
  lineItems: nullable(nodes(Type.Object({ acceptedQuantity: Type.Integer(), inventoryItem: nullable(Id) }))),
});
const PurchaseOrder = Type.Object({
  name: Type.String(),
  status: Type.String(),
  archivedAt: nullable(Type.String()),
  lineItems: nodes(
    Type.Object({
      totalQuantity: Type.Integer(),
      inventoryItem: nullable(
        Type.Object({
          id: Type.String(),
          variants: nullable(nodes(Type.Object({ id: Type.String(), product: Id }))),
        }),
      ),
    }),
  ),
  transfers: nodes(Id),
});
const Answer = Type.Object({
  inventoryPurchaseOrders: Type.Object({
    pageInfo: Type.Object({ hasNextPage: Type.Boolean(), endCursor: nullable(Type.String()) }),
    nodes: Type.Array(PurchaseOrder),
  }),
});

const Transfer = Type.Object({ inventoryTransfer: nullable(Type.Object({ shipments: nodes(Shipment) })) });

/** Lists purchase orders that were ordered and are not archived. What arrived is what their transfers' shipments accepted. */
export async function listDeliveries(admin: AdminClient, cursor: string | null): Promise<DeliveryPage> {
  const { inventoryPurchaseOrders: page } = await admin.run(DELIVERIES, { after: cursor }, Answer);
  const going = page.nodes.filter(({ status, archivedAt }) => status === 'ORDERED' && archivedAt === null);
  const deliveries: PlatformDelivery[] = [];
  for (const order of going) deliveries.push(toDelivery(order, await shipmentsOf(admin, order)));
  return { deliveries, next: page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null };
}

type PurchaseOrderNode = Static<typeof PurchaseOrder>;
type ShipmentNode = Static<typeof Shipment>;

async function shipmentsOf(admin: AdminClient, { transfers }: PurchaseOrderNode): Promise<ShipmentNode[]> {
  const shipments: ShipmentNode[] = [];
  for (const { id } of transfers.nodes) {
    const { inventoryTransfer } = await admin.run(SHIPMENTS, { id }, Transfer);
    shipments.push(...(inventoryTransfer?.shipments.nodes ?? []));
  }
  return shipments;
}

function toDelivery({ name, lineItems }: PurchaseOrderNode, shipments: readonly ShipmentNode[]): PlatformDelivery {
  const arrived = arrivedOf(shipments);
  const lines = lineItems.nodes.flatMap(({ totalQuantity: units, inventoryItem: item }) => {
    const variant = item?.variants?.nodes[0];
    if (!item || !variant) return []; // of a product that was deleted
    const counted = arrived.get(item.id) ?? 0;
    arrived.delete(item.id); // a second line of the same item has none of it left
    return [{ productId: fromGid(variant.product.id), variantId: fromGid(variant.id), units, arrived: counted }];
  });
  return { name, ships: shipsOf(shipments), lines };
}

function arrivedOf(shipments: readonly ShipmentNode[]): Map<string, number> {
  const arrived = new Map<string, number>();
  for (const { acceptedQuantity, inventoryItem } of shipments.flatMap(({ lineItems }) => lineItems?.nodes ?? [])) {
    if (inventoryItem) arrived.set(inventoryItem.id, (arrived.get(inventoryItem.id) ?? 0) + acceptedQuantity);
  }
  return arrived;
}

/** The days on which shipments are expected. A purchase order itself has none. */
function shipsOf(shipments: readonly ShipmentNode[]): PlatformDelivery['ships'] {
  const days = shipments.flatMap(({ tracking }) => tracking?.arrivesAt?.slice(0, 10) ?? []).sort();
  const [from, until] = [days[0], days.at(-1)];
  return from === undefined || until === undefined ? null : { from, until };
}

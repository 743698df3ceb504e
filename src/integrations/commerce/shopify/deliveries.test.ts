import { execute, extendSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { COST_MAX, requestedCost } from '../../../../test/support/shopify/cost.ts';
import { adminSchema } from '../../../../test/support/shopify/schema.ts';
import { testData } from '../../../../test/support/test-data.ts';
import { isOf } from '../../../platform/schema-check.ts';
import { CommerceError } from '../port.ts';
import type { AdminClient } from './client.ts';
import { DELIVERIES, listDeliveries, SHIPMENTS } from './deliveries.ts';

// As the documentation of version 2026-10 has them. The schema that we have was published before.
const DOCUMENTED = parse(`
  enum InventoryPurchaseOrderStatus { DRAFT ORDERED }
  type InventoryPurchaseOrderLineItem { id: ID!, inventoryItem: InventoryItem, totalQuantity: Int! }
  type InventoryPurchaseOrderLineItemConnection { nodes: [InventoryPurchaseOrderLineItem!]!, pageInfo: PageInfo! }
  type InventoryPurchaseOrder {
    id: ID!, name: String!, status: InventoryPurchaseOrderStatus!, archivedAt: DateTime
    lineItems(first: Int, after: String): InventoryPurchaseOrderLineItemConnection!
    transfers(first: Int, after: String): InventoryTransferConnection!
  }
  type InventoryPurchaseOrderConnection { nodes: [InventoryPurchaseOrder!]!, pageInfo: PageInfo! }
  extend type QueryRoot {
    inventoryPurchaseOrders(first: Int, after: String, query: String): InventoryPurchaseOrderConnection!
  }`);

const item = (id: string, variant: string) => ({
  id: `gid://shopify/InventoryItem/${id}`,
  variants: { nodes: [{ id: `gid://shopify/ProductVariant/${variant}`, product: { id: 'gid://shopify/Product/7' } }] },
});
const shipment = (arrivesAt: string | null, accepted: [string, number][]) => ({
  tracking: arrivesAt === null ? null : { arrivesAt },
  lineItems: { nodes: accepted.map(([id, acceptedQuantity]) => ({ acceptedQuantity, inventoryItem: item(id, '0') })) },
});
const purchaseOrder = {
  name: '#PO17',
  status: 'ORDERED',
  archivedAt: null,
  lineItems: {
    nodes: [
      { totalQuantity: 40, inventoryItem: item('1', '11') },
      { totalQuantity: 5, inventoryItem: item('1', '11') },
      { totalQuantity: 9, inventoryItem: item('2', '12') },
      { totalQuantity: 3, inventoryItem: null },
    ],
  },
  transfers: { nodes: [{ id: 'gid://shopify/InventoryTransfer/1' }, { id: 'gid://shopify/InventoryTransfer/2' }] },
};

const SHIPPED: Record<string, unknown> = {
  'gid://shopify/InventoryTransfer/1': shipment('2030-06-15T00:00:00Z', [['1', 12]]),
  'gid://shopify/InventoryTransfer/2': shipment('2030-06-10T00:00:00Z', [['1', 3]]),
};

describe.skipIf(testData === undefined)('purchase orders of Shopify', () => {
  const schema =
    testData === undefined ? undefined : extendSchema(adminSchema().schema, DOCUMENTED, { assumeValid: true });

  test.each([DELIVERIES, SHIPMENTS])('are asked for as documented, within the cost that Shopify allows', ({ text }) => {
    expect(schema && validate(schema, parse(text))).toEqual([]);
    expect(requestedCost(parse(text), {})).toBeLessThanOrEqual(COST_MAX);
  });

  test('are read with what has arrived, without drafts and those that are archived', async () => {
    const others = [
      { ...purchaseOrder, name: '#PO18', status: 'DRAFT' },
      { ...purchaseOrder, name: '#PO16', archivedAt: '2030-01-01T00:00:00Z' },
      { ...purchaseOrder, name: '#PO19', transfers: { nodes: [] } },
    ];
    const page = { nodes: [purchaseOrder, ...others], pageInfo: { hasNextPage: true, endCursor: 'next' } };
    const run: AdminClient['run'] = async ({ text }, variableValues, answer) => {
      if (!schema) throw new Error('no schema');
      const rootValue = {
        inventoryPurchaseOrders: page,
        inventoryTransfer: ({ id }: { id: string }) => ({ shipments: { nodes: [SHIPPED[id]] } }),
      };
      const { data, errors } = await execute({ schema, document: parse(text), rootValue, variableValues });
      const plain = JSON.parse(JSON.stringify(data));
      if (errors || !isOf(answer, plain)) throw new CommerceError('malformed', `${errors?.[0]?.message}`);
      return plain;
    };
    const admin = { run } as AdminClient;
    const lines = [
      { productId: '7', variantId: '11', units: 40, arrived: 15 },
      { productId: '7', variantId: '11', units: 5, arrived: 0 },
      { productId: '7', variantId: '12', units: 9, arrived: 0 },
    ];
    const { deliveries, next } = await listDeliveries(admin, null);
    expect(deliveries).toEqual([
      { name: '#PO17', ships: { from: '2030-06-10', until: '2030-06-15' }, lines },
      { name: '#PO19', ships: null, lines: lines.map((line) => ({ ...line, arrived: 0 })) },
    ]);
    expect(next).toBe('next');
  });
});

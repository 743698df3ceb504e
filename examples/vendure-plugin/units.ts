import {
  Allocation,
  type EventBus,
  type OrderLine,
  Release,
  type RequestContext,
  type StockLevelService,
  StockLocation,
  type StockLocationService,
  StockMovementEvent,
  type TransactionalConnection,
} from '@vendure/core';

// Pre-ordered units stand in a place of their own, so that they neither come from the shelf nor go to it.
const PLACE = 'Pre-orders';

export type UnitTools = {
  connection: TransactionalConnection;
  places: StockLocationService;
  levels: StockLevelService;
};

/** Brings the unit of a line to the place, and keeps it for the line. Its fulfilment takes it away again. */
export async function bringUnit(tools: UnitTools, ctx: RequestContext, orderLine: OrderLine): Promise<void> {
  const { connection, places, levels } = tools;
  const { productVariant } = orderLine;
  const known = await connection.getRepository(ctx, StockLocation).findOne({ where: { name: PLACE } });
  const stockLocation = known ?? (await places.create(ctx, { name: PLACE }));
  await levels.updateStockOnHandForLocation(ctx, productVariant.id, stockLocation.id, 1);
  await levels.updateStockAllocatedForLocation(ctx, productVariant.id, stockLocation.id, 1);
  const allocation = new Allocation({ productVariant, orderLine, quantity: 1, stockLocation });
  await connection.getRepository(ctx, Allocation).save(allocation);
}

/** Takes a unit away from the place when its line is cancelled, by the service or by a person. */
export function takeAwayReleased(eventBus: EventBus, { connection, levels }: Omit<UnitTools, 'places'>): void {
  eventBus.registerBlockingEventHandler({
    event: StockMovementEvent,
    id: 'waitlist-units',
    async handler({ ctx, stockMovements }) {
      const released = stockMovements.filter((movement) => movement instanceof Release);
      if (released.length === 0) return;
      const place = await connection.getRepository(ctx, StockLocation).findOne({ where: { name: PLACE } });
      for (const { productVariant, stockLocation, quantity } of released) {
        if (stockLocation.id !== place?.id) continue;
        await levels.updateStockOnHandForLocation(ctx, productVariant.id, place.id, -quantity);
      }
    },
  });
}

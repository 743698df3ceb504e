import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import {
  EventBus,
  type FulfillmentProcess,
  type Injector,
  OrderLine,
  PluginCommonModule,
  StockLevelService,
  TransactionalConnection,
  VendurePlugin,
} from '@vendure/core';
import { In } from 'typeorm';
import { followChanges, WaitlistChange, type WebhookTarget } from './changes.ts';
import { WaitlistOrders } from './orders.ts';
import { schema } from './schema.ts';
import { takeAwayReleased } from './units.ts';

let connection: TransactionalConnection;

/** Refuses to send line items that wait, and orders that are not paid. */
const heldLines: FulfillmentProcess<string> = {
  init(injector: Injector) {
    connection = injector.get(TransactionalConnection);
  },
  async onTransitionStart(_from, to, { ctx, fulfillment, orders }) {
    if (to !== 'Pending') return undefined;
    const unpaid = orders.find((order) => order.customFields.waitlistOrder && order.state === 'ArrangingPayment');
    if (unpaid) return `Pre-order ${unpaid.customFields.waitlistReference} is not paid yet.`;
    const ids = fulfillment.lines.map(({ orderLineId }) => orderLineId);
    const lines = await connection.getRepository(ctx, OrderLine).find({ where: { id: In(ids) } });
    return lines.some((line) => line.customFields.waitlistHeld) ? 'A pre-ordered line item has to wait.' : undefined;
  },
};

const kept = (name: string, type: 'string' | 'text' | 'boolean', label: string) =>
  ({ name, type, public: false, nullable: true, label: [{ languageCode: 'en', value: label }] }) as const;

/**
 * Takes pre-orders of the waitlist service as orders, and tells the service what changed. The service calls it through the Admin API
 * with an API key.
 */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.6.0',
  entities: [WaitlistChange],
  adminApiExtensions: { schema, resolvers: [WaitlistOrders] },
  configuration(config) {
    config.customFields.Order.push(
      { ...kept('waitlistOrder', 'string', 'Order of the waitlist service'), unique: true, readonly: true },
      kept('waitlistReference', 'string', 'Pre-order'),
      kept('waitlistShips', 'string', 'Ships (first and last day)'),
      kept('waitlistAddress', 'text', 'Address as the shopper gave it'),
    );
    config.customFields.OrderLine.push(
      kept('waitlistLine', 'string', 'Line item of the waitlist service'),
      kept('waitlistProperties', 'text', 'Properties'),
      kept('waitlistHeld', 'boolean', 'Has to wait'),
    );
    config.shippingOptions.process = [...(config.shippingOptions.process ?? []), heldLines];
    return config;
  },
})
export class WaitlistPlugin implements OnApplicationBootstrap {
  static target: WebhookTarget | undefined;

  /** `webhooks`: the address and the secret that the service shows of its connection. Without them the service asks at times. */
  static init({ webhooks }: { webhooks?: WebhookTarget } = {}) {
    WaitlistPlugin.target = webhooks;
    return WaitlistPlugin;
  }

  constructor(
    @Inject(EventBus) private eventBus: EventBus,
    @Inject(TransactionalConnection) private database: TransactionalConnection,
    @Inject(StockLevelService) private levels: StockLevelService,
  ) {}

  onApplicationBootstrap() {
    takeAwayReleased(this.eventBus, { connection: this.database, levels: this.levels });
    followChanges(this.eventBus, this.database, WaitlistPlugin.target);
  }
}

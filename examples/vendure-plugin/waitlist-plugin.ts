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
import { followChanges, WaitlistChange, type WebhookTarget } from './changes';
import { addFields } from './fields';
import { WaitlistOrders } from './orders';
import { schema } from './schema';
import { takeAwayReleased } from './units';

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
    addFields(config);
    config.shippingOptions.process = [...(config.shippingOptions.process ?? []), heldLines];
    return config;
  },
})
export class WaitlistPlugin implements OnApplicationBootstrap {
  static target: WebhookTarget | undefined;

  /**
   * `webhooks`: the address that the service shows of its connection, and the secret that was given to it. Without both the service asks
   * at times.
   */
  static init({ webhooks: { url, secret } = {} }: { webhooks?: Partial<WebhookTarget> } = {}) {
    WaitlistPlugin.target = url && secret ? { url, secret } : undefined;
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

import { createHmac, randomUUID } from 'node:crypto';
import {
  type EventBus,
  FulfillmentEvent,
  FulfillmentStateTransitionEvent,
  Logger,
  OrderLine,
  OrderLineEvent,
  OrderStateTransitionEvent,
  ProductEvent,
  ProductVariantEvent,
  ProductVariantPriceEvent,
  StockMovementEvent,
  type TransactionalConnection,
  type VendureEvent,
} from '@vendure/core';
import { Column, CreateDateColumn, Entity, In, LessThan, PrimaryGeneratedColumn } from 'typeorm';

export type WebhookTarget = { url: string; secret: string };
type Change = { what: 'product' | 'variant' | 'order'; ref: string };

/** What may have changed. A row commits with the change itself, so none is lost when the server ends. */
@Entity()
export class WaitlistChange {
  @PrimaryGeneratedColumn()
  seq!: number;
  @Column('varchar')
  what!: string;
  @Column('varchar')
  ref!: string;
  @CreateDateColumn()
  createdAt!: Date;
}

const KINDS = [
  ProductEvent,
  ProductVariantEvent,
  ProductVariantPriceEvent,
  StockMovementEvent,
  OrderLineEvent,
  OrderStateTransitionEvent,
  FulfillmentEvent,
  FulfillmentStateTransitionEvent,
];
const KEPT_DAYS = 30;
const PAUSES_MS = [1_000, 5_000, 30_000];

export function followChanges(eventBus: EventBus, connection: TransactionalConnection, target?: WebhookTarget): void {
  eventBus.registerBlockingEventHandler<VendureEvent>({
    event: KINDS,
    id: 'waitlist-changes',
    async handler(event) {
      const { ctx } = event as ProductEvent;
      const changes = await changesIn(event, connection);
      if (changes.length > 0) await connection.getRepository(ctx, WaitlistChange).insert(changes);
    },
  });
  const prune = () => {
    const before = new Date(Date.now() - KEPT_DAYS * 86_400_000);
    return connection.rawConnection.getRepository(WaitlistChange).delete({ createdAt: LessThan(before) });
  };
  setInterval(() => void prune().catch(() => {}), 3_600_000).unref();
  if (!target) return;
  // Subscribers, unlike the handler above, hear of a change once it is committed.
  for (const kind of KINDS) {
    eventBus.ofType<VendureEvent>(kind).subscribe(async (event) => {
      const changes = await changesIn(event, connection);
      if (changes.length > 0) await post(target, changes);
    });
  }
}

async function changesIn(event: VendureEvent, connection: TransactionalConnection): Promise<Change[]> {
  const product = (id: unknown): Change => ({ what: 'product', ref: String(id) });
  const variant = (id: unknown): Change => ({ what: 'variant', ref: String(id) });
  if (event instanceof ProductEvent) return [product(event.entity.id)];
  if (event instanceof ProductVariantEvent) {
    return event.entity.map((one) => (one.productId ? product(one.productId) : variant(one.id)));
  }
  if (event instanceof ProductVariantPriceEvent) {
    return event.entity.filter((price) => price.variant).map((price) => variant(price.variant.id));
  }
  if (event instanceof StockMovementEvent) return event.stockMovements.map((one) => variant(one.productVariant.id));
  const orders = await ordersOf(event, connection);
  return orders.map((id) => ({ what: 'order', ref: id }));
}

/** Returns the ids of the service's orders that an event is about. */
async function ordersOf(event: VendureEvent, connection: TransactionalConnection): Promise<string[]> {
  if (event instanceof OrderLineEvent || event instanceof OrderStateTransitionEvent) {
    return event.order.customFields.waitlistOrder ? [String(event.order.id)] : [];
  }
  const sent = event as FulfillmentEvent | FulfillmentStateTransitionEvent;
  const fulfillment = sent instanceof FulfillmentEvent ? sent.entity : sent.fulfillment;
  const ids = (fulfillment.lines ?? []).map(({ orderLineId }) => orderLineId);
  const lines = await connection
    .getRepository(sent.ctx, OrderLine)
    .find({ where: { id: In(ids) }, relations: { order: true } });
  const ours = lines.filter(({ customFields }) => customFields.waitlistLine);
  return [...new Set(ours.map(({ order }) => String(order.id)))];
}

/** Posts in the format of Standard Webhooks. What is never taken is found by the service when it asks. */
async function post({ url, secret }: WebhookTarget, changes: Change[]): Promise<void> {
  const told = changes.map(({ what, ref }) => (what === 'order' ? { what, ref } : { what, id: ref }));
  const body = JSON.stringify({ changes: told });
  const id = randomUUID();
  for (const pause of [0, ...PAUSES_MS]) {
    await new Promise((resolve) => setTimeout(resolve, pause).unref());
    const time = String(Math.floor(Date.now() / 1_000));
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signature = `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`;
    const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature };
    const init = { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } };
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) }).catch(() => null);
    if (answer?.ok) return;
  }
  Logger.warn('The waitlist service did not take a webhook.', 'WaitlistPlugin');
}

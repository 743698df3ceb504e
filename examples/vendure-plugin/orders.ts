import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import {
  Allow,
  Ctx,
  CustomerService,
  Order,
  OrderCalculator,
  OrderLine,
  OrderService,
  Payment,
  Permission,
  ProductVariant,
  type RequestContext,
  StockLevelService,
  StockLocationService,
  Surcharge,
  Transaction,
  TransactionalConnection,
} from '@vendure/core';
import { In, MoreThan } from 'typeorm';
import { WaitlistChange } from './changes';
import { bringUnit } from './units';

type Line = {
  id: string;
  variantId: string;
  price: number;
  taxRate: number;
  properties?: string;
  held: boolean;
  cancelled: boolean;
};
type To = { email?: string | null; given?: string | null; fullName?: string | null; [field: string]: unknown };
type OrderInput = {
  id: string;
  reference: string;
  number: number;
  placedAt: Date;
  currency: string;
  paid: boolean;
  shipping: number;
  shippingTaxRate: number;
  ships?: string;
  to?: To;
  lines: Line[];
};
type OrderChange = { paid?: boolean; ships?: string; heldLines?: string[]; to?: To };

const NEEDED = [Permission.ReadCatalog, Permission.ReadOrder, Permission.CreateOrder, Permission.UpdateOrder];
const taxOf = (taxRate: number) => [{ description: 'Tax', taxRate }];

@Resolver()
export class WaitlistOrders {
  constructor(
    @Inject(TransactionalConnection) readonly connection: TransactionalConnection,
    @Inject(OrderService) private orders: OrderService,
    @Inject(OrderCalculator) private calculator: OrderCalculator,
    @Inject(CustomerService) private customers: CustomerService,
    @Inject(StockLocationService) readonly places: StockLocationService,
    @Inject(StockLevelService) readonly levels: StockLevelService,
  ) {}

  @Query()
  @Allow(Permission.Authenticated)
  waitlistMissingPermissions(@Ctx() ctx: RequestContext) {
    return NEEDED.filter((permission) => !ctx.userHasPermissions([permission]));
  }

  @Query()
  @Allow(Permission.ReadCatalog)
  waitlistChanges(@Ctx() ctx: RequestContext, @Args() args: { after: number; missed: number[]; take: number }) {
    const where = [{ seq: MoreThan(args.after) }, { seq: In(args.missed) }];
    return this.connection.getRepository(ctx, WaitlistChange).find({ where, order: { seq: 'ASC' }, take: args.take });
  }

  @Query()
  @Allow(Permission.ReadCatalog)
  async waitlistLastChange(@Ctx() ctx: RequestContext) {
    const changes = this.connection.getRepository(ctx, WaitlistChange);
    const [last] = await changes.find({ order: { seq: 'DESC' }, take: 1 });
    const [oldest] = await changes.find({ order: { seq: 'ASC' }, take: 1 });
    return [last?.seq ?? 0, oldest?.seq ?? 0];
  }

  @Mutation()
  @Transaction()
  @Allow(Permission.CreateOrder)
  async createWaitlistOrder(@Ctx() ctx: RequestContext, @Args() { input }: { input: OrderInput }) {
    const known = await this.connection
      .getRepository(ctx, Order)
      .findOne({ where: { customFields: { waitlistOrder: input.id } } });
    if (known) return known;
    const draft = await this.orders.createDraft(ctx);
    draft.code = `${input.reference}-${input.number}`;
    draft.active = false;
    draft.state = 'ArrangingPayment';
    draft.currencyCode = input.currency as Order['currencyCode'];
    draft.orderPlacedAt = input.placedAt;
    draft.customFields = {
      waitlistOrder: input.id,
      waitlistReference: input.reference,
      waitlistShips: input.ships ?? null,
    } as Order['customFields']; // other plugins may have fields of their own
    await this.address(ctx, draft, input.to);
    draft.lines = [];
    for (const line of input.lines) draft.lines.push(await this.line(ctx, draft, line));
    draft.surcharges = input.shipping === 0 ? [] : [await this.shipping(ctx, draft, input)];
    this.calculator.calculateOrderTotals(draft);
    await this.connection.getRepository(ctx, Order).save(draft, { reload: false });
    if (input.paid) await this.pay(ctx, draft);
    return draft;
  }

  @Mutation()
  @Transaction()
  @Allow(Permission.UpdateOrder)
  async changeWaitlistOrder(@Ctx() ctx: RequestContext, @Args() { id, change }: { id: string; change: OrderChange }) {
    const relations = ['lines', 'surcharges', 'shippingLines', 'payments', 'customer'];
    const order = await this.connection.getEntityOrThrow(ctx, Order, id, { relations, channelId: ctx.channelId });
    if (change.to) await this.address(ctx, order, change.to);
    if (change.ships) order.customFields.waitlistShips = change.ships;
    for (const line of change.heldLines ? order.lines : []) {
      line.customFields.waitlistHeld = change.heldLines?.includes(line.customFields.waitlistLine ?? '') ?? false;
      await this.connection.getRepository(ctx, OrderLine).save(line, { reload: false });
    }
    await this.connection.getRepository(ctx, Order).save(order, { reload: false });
    if (change.paid && order.state === 'ArrangingPayment') await this.pay(ctx, order);
    return order;
  }

  private async address(ctx: RequestContext, order: Order, to?: To) {
    if (!to) return;
    const { email, given, ...address } = to;
    order.shippingAddress = address as Order['shippingAddress'];
    order.customFields.waitlistAddress = given ?? null;
    if (!email || order.customer?.emailAddress === email) return;
    const customer = { emailAddress: email, firstName: '', lastName: address.fullName ?? '' };
    const found = await this.customers.createOrUpdate(ctx, customer, false);
    if ('id' in found) order.customer = found;
  }

  private async line(ctx: RequestContext, order: Order, { cancelled, ...input }: Line): Promise<OrderLine> {
    const find = { relations: ['taxCategory', 'featuredAsset'], channelId: ctx.channelId };
    const productVariant = await this.connection.getEntityOrThrow(ctx, ProductVariant, input.variantId, find);
    const { taxCategory, featuredAsset } = productVariant;
    const of = { order, productVariant, taxCategory, featuredAsset };
    const listed = { listPrice: input.price, initialListPrice: input.price, listPriceIncludesTax: true };
    const placed = { quantity: cancelled ? 0 : 1, orderPlacedQuantity: 1, adjustments: [] };
    const line = new OrderLine({ ...of, ...listed, ...placed, taxLines: taxOf(input.taxRate) });
    const told = { waitlistLine: input.id, waitlistProperties: input.properties, waitlistHeld: input.held };
    line.customFields = told as OrderLine['customFields'];
    const saved = await this.connection.getRepository(ctx, OrderLine).save(line);
    if (!cancelled) await bringUnit(this, ctx, saved);
    return saved;
  }

  private shipping(ctx: RequestContext, order: Order, { shipping, shippingTaxRate }: OrderInput): Promise<Surcharge> {
    const price = { listPrice: shipping, listPriceIncludesTax: true, taxLines: taxOf(shippingTaxRate) };
    const surcharge = new Surcharge({ order, description: 'Shipping', sku: '', ...price });
    return this.connection.getRepository(ctx, Surcharge).save(surcharge);
  }

  private async pay(ctx: RequestContext, order: Order): Promise<void> {
    const payment = new Payment({ order, method: 'waitlist', amount: order.totalWithTax, state: 'Settled' });
    payment.transactionId = order.customFields.waitlistReference ?? '';
    payment.metadata = {};
    order.payments = [...(order.payments ?? []), await this.connection.getRepository(ctx, Payment).save(payment)];
    order.state = 'PaymentSettled';
    await this.connection.getRepository(ctx, Order).save(order, { reload: false });
  }
}

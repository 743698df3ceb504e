import type { Static, TSchema } from 'typebox';
import { Type } from '../../platform/type.ts';

/**
 * The facts that webhooks tell a merchant's own systems. They have ids and amounts, and a shopper's personal data only where
 * the endpoint asks for it, since receivers store, copy and log them. The number of a parcel leads to them, so it counts as
 * such. A type may gain fields; a change that would break receivers is a new `version`.
 */
export const WEBHOOK_VERSION = 1;

const Id = Type.String({ format: 'uuid' });
const Decimal = Type.String({ description: 'In decimals of the currency, such as `129.00`.' });
const Money = Type.Object({ amount: Decimal, currency: Type.String({ description: 'ISO 4217.' }) });
const Day = Type.String({ format: 'date', description: "A day of the store's calendar." });
const ShipWindow = Type.Object({ from: Day, until: Day }, { description: 'Both days are part of it.' });
const LineNumber = Type.Integer({ minimum: 1, description: 'The number of the line item, from 1.' });
const Preorder = Type.Object({
  id: Id,
  reference: Type.String({ description: 'The reference that the shopper sees, such as `PO-7K2M-9QXT-X`.' }),
});
const Product = Type.Object({
  id: Type.String({ description: "The product's id in the connected store." }),
  product_code: Type.String({ description: "The product's code (handle) in the connected store." }),
});
const Variant = Type.Object({
  id: Type.String({ description: "The variant's id in the connected store." }),
  sku: Type.String({ description: 'Empty when it has none.' }),
});

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const Personal = Type.Object(
  {
    contact: nullable(
      Type.Object(
        { email: Type.String(), address: Type.Record(Type.String(), Type.String()) },
        { description: 'As it is when the message is written. Null once the shopper was erased.' },
      ),
    ),
    lines: Type.Array(
      Type.Object({
        id: Id,
        number: LineNumber,
        properties: Type.Unknown({ description: 'The line item properties as the page passed them; null for none.' }),
      }),
      { description: 'All line items of the pre-order.' },
    ),
  },
  { description: 'Who placed the pre-order. Only for an endpoint with `include_personal`.' },
);
const ofPreorder = { preorder: Preorder, personal: Type.Optional(Personal) };

const Placed = Type.Object({
  ...ofPreorder,
  waitlist_id: Id,
  product: Type.Pick(Product, ['id']),
  total: Money,
  payment_plan: Type.Enum(['pay_now', 'pay_later', 'deposit']),
  due_now: Type.Object(Money.properties, {
    description: 'The part of the total that is taken now. The rest is charged at release.',
  }),
  discount: Type.Object(Money.properties, {
    description: 'The amount that a code took off. The total is already reduced by it.',
  }),
  discount_code: nullable(Type.String()),
  imported: Type.Optional(
    Type.Literal(true, { description: 'It was placed elsewhere before, and was imported. Otherwise it is not there.' }),
  ),
  lines: Type.Array(
    Type.Object({
      id: Id,
      number: LineNumber,
      variant: Variant,
      ship_window: ShipWindow,
      total: Money,
      due_now: Money,
    }),
    { description: 'One unit of one variant each.' },
  ),
});

const LineState = Type.Enum(['placed', 'payment_due', 'released', 'fulfilled', 'returned', 'cancelled']);
const LinesMoved = Type.Object({
  ...ofPreorder,
  lines: Type.Array(Type.Object({ id: Id, number: LineNumber, state: LineState }), {
    description: 'The line items with a new state. All others stay the same.',
  }),
});

const Fulfilment = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1, description: 'The number of the fulfilment in its pre-order.' }),
  carrier: Type.String({ description: 'Empty when it is not known, or when the customer was erased.' }),
  tracking_number: Type.String({
    description: 'Empty when there is none, without `include_personal`, or when the customer was erased.',
  }),
  tracking_link: Type.String({
    description:
      "The `https` address of the page that follows it: yours, else the known carrier's. Empty when there is none, and without `include_personal`.",
  }),
  sent_at: Type.String({ format: 'date-time' }),
  delivered_at: nullable(
    Type.String({ format: 'date-time', description: 'When the merchant said that it has arrived.' }),
  ),
});
const LinesSent = Type.Object({
  ...LinesMoved.properties,
  fulfilment: Type.Union([Fulfilment, Type.Null()], {
    description: 'How they left the store. Null for what was sent before fulfilments were recorded.',
  }),
});
const FulfilmentChanged = Type.Object({
  ...ofPreorder,
  fulfilment: Fulfilment,
  lines: Type.Array(Type.Object({ id: Id, number: LineNumber }), { description: 'What left the store in it.' }),
});

const PreorderChanged = Type.Object({
  ...LinesMoved.properties,
  what: Type.Enum(['state', 'variant', 'address', 'contact'], {
    description:
      'What changed: the state or the variant of line items, or the address or e-mail address of the whole pre-order; then no line item is named.',
  }),
});

const moneyMoved = {
  ...ofPreorder,
  movement_id: Type.String({ format: 'uuid', description: 'The id that the payment provider has in its metadata.' }),
  amount: Money,
  lines: Type.Array(Type.Object({ id: Id, number: LineNumber, amount: Money })),
};
const MoneyMoved = Type.Object(moneyMoved);
const MoneyRefused = Type.Object({ ...moneyMoved, reason: Type.String({ description: "The provider's words." }) });

const OrderMoved = Type.Object({
  ...ofPreorder,
  order: Type.Object({
    id: Id,
    number: Type.Integer({
      minimum: 1,
      description: 'The number of the order in its pre-order. Other line items may follow in another order.',
    }),
    store_reference: nullable(
      Type.String({ description: "The name that the store's system gave the order when it accepted it." }),
    ),
  }),
  lines: Type.Array(
    Type.Object({
      id: Id,
      number: LineNumber,
      variant: Variant,
      cancelled: Type.Boolean({
        description: 'The line item was cancelled after the order was handed over: do not send it.',
      }),
    }),
    { description: 'Released and fully paid.' },
  ),
});

const PromiseChanged = Type.Object({
  waitlist_id: Id,
  product: Product,
  version: Type.Integer({ minimum: 1 }),
  ship_window: ShipWindow,
  previous: nullable(ShipWindow),
  reason: Type.String({ description: "Why the window moved, in the merchant's words to shoppers; may be empty." }),
  batch_id: Id,
});

const Withdrawal = Type.Object({
  withdrawal: Type.Object({
    id: Id,
    state: Type.Enum(['declared', 'undone', 'settled', 'refused'], {
      description: 'As it is when the message is written.',
    }),
    declared_at: Type.String({ format: 'date-time', description: 'The law counts from this moment.' }),
    ended_at: nullable(Type.String({ format: 'date-time' })),
    returns: Type.Array(
      Type.Object({
        id: Id,
        state: Type.Enum(['open', 'sent', 'received', 'refunded', 'closed']),
        lines: Type.Array(Type.Object({ id: Id, number: LineNumber, given_back: Money })),
      }),
      {
        description: 'What comes back of what was sent, the oldest first. What came in a part is a return of its own.',
      },
    ),
  }),
  preorder: nullable(Preorder),
});

const WaitlistChanged = Type.Object({
  product: Product,
  waitlist: Type.Object({
    id: Id,
    state: Type.Enum(['DRAFT', 'SCHEDULED', 'OPEN', 'PAUSED', 'CLOSED']),
    launch_date: nullable(Type.String({ format: 'date-time' })),
    close_date: nullable(Type.String({ format: 'date-time' })),
    ship_window: ShipWindow,
  }),
});

const StockChanged = Type.Object({
  product: Product,
  waitlist_id: nullable(Id),
  available: Type.Boolean({ description: 'The product has an open waitlist.' }),
  available_stock: Type.Integer(),
  variants: Type.Array(
    Type.Object({ ...Variant.properties, available: Type.Boolean(), available_stock: Type.Integer() }),
    {
      description: 'The variants that the waitlist sells.',
    },
  ),
});

const Test = Type.Object({ message: Type.String() });

/** The schema of `data`, by type. */
export const WEBHOOK_DATA = {
  'preorder.placed': Placed,
  'preorder.changed': PreorderChanged,
  'preorder.released': LinesMoved,
  'preorder.sent': LinesSent,
  'preorder.returned': LinesMoved,
  'preorder.cancelled': LinesMoved,
  'preorder.charged': MoneyMoved,
  'preorder.charge_failed': MoneyRefused,
  'preorder.refunded': MoneyMoved,
  'preorder.refund_failed': MoneyRefused,
  'order.sent': OrderMoved,
  'order.refused': OrderMoved,
  'fulfilment.changed': FulfilmentChanged,
  'fulfilment.delivered': FulfilmentChanged,
  'withdrawal.declared': Withdrawal,
  'withdrawal.undone': Withdrawal,
  'withdrawal.settled': Withdrawal,
  'promise.changed': PromiseChanged,
  'waitlist.changed': WaitlistChanged,
  'stock.changed': StockChanged,
  'webhook.test': Test,
} as const;

export type WebhookType = keyof typeof WEBHOOK_DATA;
export type WebhookPersonal = Static<typeof Personal>;
export type WebhookData<T extends WebhookType = WebhookType> = Static<(typeof WEBHOOK_DATA)[T]>;

/** The types that an endpoint can subscribe to. `webhook.test` is sent only when the merchant asks for it. */
export const WEBHOOK_TYPES = Object.keys(WEBHOOK_DATA).filter((type) => type !== 'webhook.test') as WebhookType[];

/** Returns the schema of a type's whole body. */
export function webhookBody<T extends WebhookType>(type: T) {
  return Type.Object(
    {
      type: Type.Literal(type),
      version: Type.Literal(WEBHOOK_VERSION),
      timestamp: Type.String({ format: 'date-time', description: 'The time of the event, not of the message.' }),
      store: Type.String({ description: "The store's slug." }),
      data: WEBHOOK_DATA[type],
    },
    { title: type },
  );
}

/** Returns one JSON Schema of all types, which `GET /webhook-events.json` publishes. */
export function webhookEventsSchema(baseUrl: string) {
  const types = Object.keys(WEBHOOK_DATA) as WebhookType[];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${baseUrl}/webhook-events.json`,
    title: 'The body of a webhook',
    oneOf: types.map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(types.map((type) => [type, webhookBody(type)])),
  };
}

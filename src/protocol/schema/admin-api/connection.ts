import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { NoBody, orNull, PageQuery, Reason, text, time } from './shapes.ts';

const closed = { additionalProperties: false } as const;
const OrdersAt = Type.Enum(['placing', 'payment', 'release'], {
  type: 'string',
  description: 'When the order of a pre-order is created on the platform. Before its release it waits there, held.',
});
// What a connection may do, see `abilitiesOf` in src/domain/connection.ts.
const ABILITIES = [
  'products',
  'changes.asked',
  'changes.compared',
  'webhooks.come',
  'webhooks.silent.asked',
  'webhooks.silent.compared',
  'webhooks.none',
  'orders',
  'orders.hidden',
  'wait.lines',
  'wait.order',
  'wait.no',
  'cancel.lines',
  'cancel.order',
  'cancel.no',
  'ship_days.shown',
  'ship_days.hidden',
  'refunds.recorded',
  'refunds.elsewhere',
  'sent.seen',
  'sent.by_hand',
  'old_orders.late',
  'old_orders.waiting',
  'people',
  'plugin.none',
  'plugin.shopify',
  'plugin.woocommerce',
  'plugin.medusa',
  'plugin.vendure',
] as const;

const count = (description: string) => Type.Integer({ description });

export const AdminConnection = Type.Object(
  {
    state: Type.Enum(['works', 'fails', 'refused', 'ended', 'not_connected'], {
      type: 'string',
      description:
        '`fails`: the platform does not answer; `refused`: it no longer takes the credentials; `ended`: the app was removed there.',
    }),
    kinds: Type.Array(
      Type.Object({
        kind: Type.String(),
        title: Type.String(),
        settings: Type.Array(
          Type.Object({ name: Type.String(), secret: Type.Boolean(), optional: Type.Boolean(), about: Type.String() }),
        ),
      }),
      { description: 'What can be connected, and the settings that each takes.' },
    ),
    app: orNull(
      Type.Object({ kind: Type.String(), client_id: text('What the platform calls the app.') }),
      'The app of this installation on a platform, which can be installed there instead of giving settings; null where it has none.',
    ),
    webhook_address: text("Where the platform's webhooks go."),
    kind: Type.Optional(Type.String()),
    settings: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Without the secret ones.' })),
    by_app: Type.Optional(
      Type.Boolean({ description: 'Our app is installed there: there are no credentials to give.' }),
    ),
    account: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
    connected_at: Type.Optional(time),
    orders_at: Type.Optional(OrdersAt),
    abilities: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.Enum(ABILITIES, { type: 'string' }),
          works: Type.Enum(['yes', 'partly', 'no'], {
            type: 'string',
            description: '`partly`: there is a limit that a person should know.',
          }),
          text: text('The same as a sentence, in English.'),
        }),
        {
          description:
            'What the connection does now and what it does without, such as webhooks or a scope. Names may be added.',
        },
      ),
    ),
    reason: Type.Optional(
      orNull(
        Type.String(),
        'What is wrong, only with `preorders:personal`: a platform may name the shopper of an order. Null while it works.',
      ),
    ),
    failed_at: Type.Optional(orNull(time, 'Null while it works.')),
    changes_read_at: Type.Optional(orNull(time, 'When the platform last told what has changed.')),
    waiting: Type.Optional(count('What is known to have changed, and is not read yet.')),
    issues: Type.Optional(count('Products that the catalogue does not have as the platform does.')),
    sync: Type.Optional(
      orNull(
        Type.Object({
          state: Type.Enum(['listing', 'missing', 'done'], { type: 'string' }),
          dry_run: Type.Boolean({ description: 'It compares, and writes nothing.' }),
          started_at: time,
          done_at: orNull(time, 'Null while it runs.'),
          listed: count('Products that the platform listed.'),
          created: Type.Integer(),
          updated: Type.Integer(),
          unchanged: Type.Integer(),
          removed: count('Products that the platform no longer has.'),
          refused: count('Products that cannot be kept; they are among the issues.'),
        }),
        'The last reading of everything.',
      ),
    ),
  },
  { $id: 'AdminConnection' },
);
export type AdminConnection = Static<typeof AdminConnection>;

export const AdminConnectionIssue = Type.Object(
  {
    product_id: Type.String(),
    standing: Type.Enum(['published', 'unpublished', 'removed'], { type: 'string' }),
    reason: Type.String({ description: 'In English.' }),
    ...Reason.properties,
  },
  { $id: 'AdminConnectionIssue' },
);

const NOT_CONNECTED = { 404: '`not_connected`' };

export const getConnection = {
  id: 'getConnection',
  route: 'GET /connection',
  scope: 'catalog:read',
  summary: 'The connection with the commerce platform: whether it works, how far it is read, and what can be connected',
  answer: AdminConnection,
  answered: 'The connection.',
  whole: true,
} satisfies Operation;

export const listConnectionIssues = {
  id: 'listConnectionIssues',
  route: 'GET /connection/issues',
  scope: 'catalog:read',
  summary: 'Products that the catalogue does not have as the platform does, by their id',
  query: PageQuery,
  answer: Type.Array(AdminConnectionIssue),
  answered: 'One page of products.',
} satisfies Operation;

export const connectPlatform = {
  id: 'connectPlatform',
  route: 'POST /connection',
  scope: 'store:secrets',
  summary: 'Connect a platform, or give the connection new settings; tries them, then reads everything',
  body: Type.Object(
    {
      kind: Type.String({ minLength: 1, maxLength: 40 }),
      settings: Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 4_000 }), {
        maxProperties: 20,
        description: 'Those of its kind, secret ones included.',
      }),
    },
    { ...closed, examples: [{ kind: 'http', settings: { url: 'https://shop.example/connector', secret: 'whsec_…' } }] },
  ),
  answer: AdminConnection,
  answered: 'The connection.',
  action: 'connection.connect',
} satisfies WriteOperation;

export const linkPlatformApp = {
  id: 'linkPlatformApp',
  route: 'POST /connection/app',
  scope: 'store:secrets',
  summary: 'Connect the account in which the app of this installation was opened, with the code that it showed there',
  body: Type.Object(
    {
      address: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The address that the platform gave the store.',
      }),
      code: Type.String({ minLength: 1, maxLength: 40, description: 'What the app shows when it is opened there.' }),
    },
    { ...closed, examples: [{ address: 'north-and-pine.myshopify.com', code: '7K2M9-QXT4B' }] },
  ),
  answer: AdminConnection,
  answered: 'The connection.',
  action: 'connection.connect',
} satisfies WriteOperation;

export const disconnectPlatform = {
  id: 'disconnectPlatform',
  route: 'POST /connection/disconnect',
  scope: 'store:secrets',
  summary: 'Forget the connection and its secrets; products stay',
  body: NoBody,
  answer: AdminConnection,
  answered: 'The connection.',
  action: 'connection.disconnect',
  refusals: NOT_CONNECTED,
} satisfies WriteOperation;

export const setOrderTime = {
  id: 'setOrderTime',
  route: 'POST /connection/orders',
  scope: 'store:write',
  summary: 'Set when the orders of pre-orders that are placed from now on are created on the platform',
  body: Type.Object({ at: OrdersAt }, closed),
  answer: AdminConnection,
  answered: 'The connection.',
  action: 'connection.orders',
  refusals: NOT_CONNECTED,
} satisfies WriteOperation;

export const syncConnection = {
  id: 'syncConnection',
  route: 'POST /connection/sync',
  scope: 'catalog:write',
  summary: 'Read everything anew, compare everything, or read one product anew',
  body: Type.Object(
    {
      dry_run: Type.Optional(Type.Boolean({ description: 'Compare, and write nothing.' })),
      product_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 500, description: "Read this product alone, by the platform's id." }),
      ),
    },
    closed,
  ),
  answer: AdminConnection,
  answered: 'The connection.',
  action: 'connection.sync',
  refusals: NOT_CONNECTED,
} satisfies WriteOperation;

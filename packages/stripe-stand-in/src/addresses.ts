import { list as listObjects, type Page, take } from './books.ts';
import type { IntentContext } from './confirm.ts';
import { CUSTOMER, createCustomer, deleteCustomer, updateCustomer } from './customers.ts';
import type { Outcome } from './intents.ts';
import { type JsonObject, numberOf, objectOf, textOf } from './json.ts';
import { readPermission } from './keys.ts';
import type { Parameters } from './parameters.ts';
import {
  CANCEL_INTENT,
  CAPTURE_PAYMENT,
  CONFIRM_PAYMENT,
  CREATE_PAYMENT,
  cancelPayment,
  capturePayment,
  confirmPayment,
  createPayment,
} from './payment-intents.ts';
import {
  CONFIRMATION_TOKEN,
  createTestToken,
  createToken,
  detachMethod,
  TEST_CONFIRMATION_TOKEN,
} from './payment-methods.ts';
import { CREATE_REFUND, createRefund } from './refunds.ts';
import { CONFIRM_SETUP, CREATE_SETUP, cancelSetup, confirmSetup, createSetup } from './setup-intents.ts';
import { missingObject } from './stripe-error.ts';

/** One address of the API: its parameters, the keys that may call it, and its work. */
export type Address = {
  method: 'GET' | 'POST' | 'DELETE';
  /** `:id` matches any one segment. */
  path: string;
  takes: Parameters;
  /** The permission that a restricted key needs. */
  permission: string;
  /** The publishable key may call it too. For an intent the caller also needs its client secret. */
  browser?: true;
  run(context: IntentContext, given: JsonObject, id: string): Promise<Outcome>;
};

const post = (path: string, permission: string, address: Pick<Address, 'takes' | 'run' | 'browser'>): Address => ({
  method: 'POST',
  path,
  permission,
  ...address,
});

const PAGE: Parameters = {
  limit: { is: 'integer', min: 1, max: 100 },
  starting_after: { is: 'text' },
  ending_before: { is: 'text' },
  created: { is: 'range' },
};

const PAGE_DEFAULT = 10;

/** `GET /v1/{plural}` and `GET /v1/{plural}/:id`; `filters` names the fields that a list can filter by. */
function readable(type: string, filters: readonly string[], options: { browser?: true } = {}): Address[] {
  const path = `/v1/${type}s`;
  const permission = readPermission(type);
  const narrowing = Object.fromEntries(filters.map((name) => [name, { is: 'text' } as const]));
  return [
    {
      method: 'GET',
      path,
      permission,
      takes: { ...PAGE, ...narrowing },
      run: (context, given) => listAll(context, { type, path, filters }, given),
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      permission,
      ...options,
      takes: options.browser ? { client_secret: { is: 'text' } } : {},
      run: async (context, given, id) => shown((await take(context, type, id)).data, given),
    },
  ];
}

function shown(object: JsonObject, given: JsonObject): JsonObject {
  const secret = given.client_secret;
  if (secret !== undefined && secret !== object.client_secret) {
    throw missingObject(textOf(object.object), textOf(object.id), 'intent');
  }
  return object;
}

type Listed = { type: string; path: string; filters: readonly string[] };

async function listAll(
  context: IntentContext,
  { type, path, filters }: Listed,
  given: JsonObject,
): Promise<JsonObject> {
  const where = Object.fromEntries(
    filters.flatMap((name) => (given[name] === undefined ? [] : [[name, textOf(given[name])]])),
  );
  const created = given.created;
  const page: Page = {
    limit: given.limit === undefined ? PAGE_DEFAULT : numberOf(given.limit),
    where,
    created: typeof created === 'number' ? { gte: created, lte: created } : objectOf(created),
    ...(given.starting_after === undefined ? {} : { startingAfter: textOf(given.starting_after) }),
    ...(given.ending_before === undefined ? {} : { endingBefore: textOf(given.ending_before) }),
  };
  const { data, hasMore } = await listObjects(context, type, page);
  return { object: 'list', url: path, has_more: hasMore, data };
}

const ADDRESSES: readonly Address[] = [
  ...readable('payment_intent', ['customer'], { browser: true }),
  post('/v1/payment_intents', 'payment_intent_write', { takes: CREATE_PAYMENT, run: createPayment }),
  post('/v1/payment_intents/:id/confirm', 'payment_intent_write', { takes: CONFIRM_PAYMENT, run: confirmPayment }),
  post('/v1/payment_intents/:id/capture', 'payment_intent_write', { takes: CAPTURE_PAYMENT, run: capturePayment }),
  post('/v1/payment_intents/:id/cancel', 'payment_intent_write', { takes: CANCEL_INTENT, run: cancelPayment }),
  ...readable('setup_intent', ['customer'], { browser: true }),
  post('/v1/setup_intents', 'setup_intent_write', { takes: CREATE_SETUP, run: createSetup }),
  post('/v1/setup_intents/:id/confirm', 'setup_intent_write', { takes: CONFIRM_SETUP, run: confirmSetup }),
  post('/v1/setup_intents/:id/cancel', 'setup_intent_write', { takes: CANCEL_INTENT, run: cancelSetup }),
  ...readable('customer', ['email']),
  post('/v1/customers', 'customer_write', { takes: CUSTOMER, run: createCustomer }),
  post('/v1/customers/:id', 'customer_write', { takes: CUSTOMER, run: updateCustomer }),
  { method: 'DELETE', path: '/v1/customers/:id', permission: 'customer_write', takes: {}, run: deleteCustomer },
  ...readable('payment_method', ['customer', 'type']),
  post('/v1/payment_methods/:id/detach', 'payment_method_write', { takes: {}, run: detachMethod }),
  ...readable('confirmation_token', []),
  post('/v1/confirmation_tokens', 'confirmation_token_client', {
    takes: CONFIRMATION_TOKEN,
    run: createToken,
    browser: true,
  }),
  post('/v1/test_helpers/confirmation_tokens', 'confirmation_token_client', {
    takes: TEST_CONFIRMATION_TOKEN,
    run: createTestToken,
  }),
  ...readable('refund', ['payment_intent', 'charge']),
  post('/v1/refunds', 'charge_write', { takes: CREATE_REFUND, run: createRefund }),
  ...readable('charge', ['payment_intent', 'customer']),
  ...readable('dispute', ['payment_intent', 'charge']),
  ...readable('event', ['type']),
];

export type FoundAddress = { address: Address; id: string };

export function findAddress(method: string, path: string): FoundAddress | null {
  const parts = path.split('/');
  for (const address of ADDRESSES) {
    const wanted = address.path.split('/');
    if (address.method !== method || wanted.length !== parts.length) continue;
    if (!wanted.every((part, place) => part === ':id' || part === parts[place])) continue;
    return { address, id: parts[wanted.indexOf(':id')] ?? '' };
  }
  return null;
}

import { GraphQLError, type GraphQLResolveInfo, Kind, valueFromASTUntyped } from 'graphql';
import { paidFor, touch, transaction } from './orders.ts';
import type { Root } from './things.ts';
import { digestOf, moneyBag, readableOrders, type Shop } from './things.ts';

type RefundInput = {
  orderId: string;
  note?: string;
  allowOverRefunding?: boolean;
  transactions?: { amount: string; gateway: string; kind: string; orderId: string; parentId?: string }[];
};

/** Refunds need a key, as Shopify has wanted it since 2026-04. The same key does the same thing once. */
export function refundRoot(shop: Shop): Root {
  return {
    refundCreate: ({ input }, info) =>
      once(shop, { key: idempotencyKey(info), input }, () => refund(shop, input as RefundInput)),
  };
}

function idempotencyKey(info: GraphQLResolveInfo): string {
  const directive = info.fieldNodes[0]?.directives?.find(({ name }) => name.value === 'idempotent');
  const value = directive?.arguments?.find(({ name }) => name.value === 'key')?.value;
  const variables = 'coerced' in info.variableValues ? info.variableValues.coerced : info.variableValues;
  const key =
    value?.kind === Kind.VARIABLE
      ? (variables as Record<string, unknown>)[value.name.value]
      : value && valueFromASTUntyped(value);
  if (typeof key === 'string' && key !== '') return key;
  throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
    extensions: { code: 'BAD_REQUEST' },
  });
}

function once<Answer>(shop: Shop, { key, input }: { key: string; input: unknown }, act: () => Answer): Answer {
  const known = shop.done.get(key);
  if (known && known.input !== digestOf(input)) {
    throw new GraphQLError('The same idempotency key was used with other parameters.', {
      extensions: { code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH' },
    });
  }
  if (known) return known.answer as Answer;
  const answer = act();
  shop.done.set(key, { input: digestOf(input), answer });
  return answer;
}

function refund(shop: Shop, { orderId, note, transactions = [], allowOverRefunding = false }: RefundInput) {
  const refuse = (field: string[], message: string) => ({
    refund: null,
    order: null,
    userErrors: [{ field, message }],
  });
  const order = readableOrders(shop).find(({ id }) => id === orderId);
  if (!order) return refuse(['orderId'], 'Order does not exist');
  const parents = transactions.map(({ parentId }) => order.allTransactions.find(({ id }) => id === parentId));
  if (parents.some((one) => one?.kind !== 'SALE')) return refuse(['transactions'], 'Parent transaction is not valid');
  const amount = transactions.reduce((sum, one) => sum + Number(one.amount), 0);
  if (amount > paidFor(order) + 0.005 && !allowOverRefunding) {
    return refuse(['transactions'], 'Refund amount cannot be more than the amount paid');
  }
  const made = transactions.map((one, at) =>
    transaction(shop, {
      kind: 'REFUND',
      gateway: one.gateway,
      amount: Number(one.amount),
      parent: parents[at] ?? null,
    }),
  );
  order.allTransactions.push(...made);
  order.refunds.push({
    __typename: 'Refund',
    id: shop.nextId('Refund'),
    note: note ?? null,
    createdAt: shop.now(),
    transactions: made,
    totalRefundedSet: moneyBag(amount, order.currencyCode),
  });
  touch(shop, order);
  return { refund: order.refunds.at(-1), order, userErrors: [] };
}

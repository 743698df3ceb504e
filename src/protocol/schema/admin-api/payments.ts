import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { AdminOwedRefund } from './notices.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { amount, id, NoBody, orNull, text, time } from './shapes.ts';

const closed = { additionalProperties: false } as const;
const When = (description: string) => Type.Optional(orNull(time, description));

export const AdminPaymentAccount = Type.Object(
  {
    provider: orNull(Type.String(), 'Null while no account is connected.'),
    state: Type.Enum(['works', 'refused', 'refuses', 'paused', 'disconnected', 'not_connected'], { type: 'string' }),
    mode: Type.Optional(Type.Enum(['test', 'live'], { type: 'string' })),
    reason: Type.Optional(orNull(Type.String(), 'What is wrong; null while it works.')),
    refuses_since: When('Null while payments succeed.'),
    paused_at: When('Null while nothing pauses.'),
    next_probe_at: When('Null while nothing pauses.'),
    waiting: Type.Optional(Type.Integer({ description: 'Pre-orders whose money waits for the account.' })),
    calls_per_second: Type.Optional(orNull(Type.Integer(), 'Null: no limit.')),
    publishable_key: Type.Optional(Type.String()),
    address: Type.Optional(orNull(Type.String(), 'Of a stand-in, for test stores; null: the provider itself.')),
    webhook_address: text("Where the provider's events go."),
    webhook_events: Type.Array(Type.String()),
    connected_at: Type.Optional(time),
    reconciled_until: When('Null before the first comparison.'),
  },
  { $id: 'AdminPaymentAccount' },
);
export type AdminPaymentAccount = Static<typeof AdminPaymentAccount>;

const Key = (description: string) => Type.String({ minLength: 1, maxLength: 1_000, description });

export const PeriodQuery = Type.Object({
  from: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: "A day of the store's calendar, or a time." }),
  ),
  to: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'The last day that counts, or a time.' })),
});

const DifferenceCode = Type.Enum(
  [
    'payment_not_there',
    'payment_not_here',
    'currency_differs',
    'taken_differs',
    'still_held_there',
    'refund_not_here',
    'refund_not_there',
    'refund_differs',
  ],
  { type: 'string' },
);

export const AdminReconciliation = Type.Object(
  {
    from: time,
    to: time,
    payments: Type.Integer({ description: 'How many were compared.' }),
    others: Type.Integer({ description: 'Payments of other systems, which were not.' }),
    differences: Type.Array(
      Type.Object({
        kind: Type.String(),
        of: Type.String(),
        ref: text("The provider's id of the payment."),
        attempt_id: orNull(id, 'Null where we know no such payment.'),
        preorder_id: orNull(id, 'Null where it led to no pre-order.'),
        preorder: orNull(Type.String(), 'The reference of the pre-order.'),
        currency: Type.String(),
        here: orNull(amount(), 'By our ledger.'),
        there: orNull(amount(), 'By the provider.'),
        code: DifferenceCode,
        about: orNull(Type.String(), 'What the code speaks of: the refund, its movement, or the currency there.'),
        detail: text('The same in English.'),
      }),
    ),
  },
  { $id: 'AdminReconciliation' },
);
export type AdminReconciliation = Static<typeof AdminReconciliation>;

export const AdminDispute = Type.Object(
  {
    ref: text("The provider's id."),
    preorder: orNull(Type.String(), 'Null where the payment led to no pre-order.'),
    amount: amount(),
    currency: Type.String(),
    reason: Type.String(),
    state: Type.String(),
    evidence_due_at: orNull(time, 'Until when to answer it at the provider.'),
    opened_at: time,
    goes_on_at: orNull(time, 'When the merchant let the pre-order go on; null while it is held back.'),
  },
  { $id: 'AdminDispute' },
);
export type AdminDispute = Static<typeof AdminDispute>;

export const AdminAttempt = Type.Object(
  {
    id,
    checkout_id: orNull(id, 'Null for a payment of a pre-order.'),
    provider: Type.String(),
    provider_ref: orNull(Type.String(), "The provider's id; null before it has answered."),
    state: Type.String(),
    amount: amount(),
    created_at: time,
    hold_expires_at: orNull(time, 'Until when the units are kept.'),
  },
  { $id: 'AdminAttempt' },
);
export type AdminAttempt = Static<typeof AdminAttempt>;

const Audited = Type.Object({
  store: text('The slug.'),
  rules: Type.Integer({ description: 'How many rules were checked.' }),
  findings: Type.Array(
    Type.Object({
      code: text('A stable name of the rule, such as `ledger_differs_from_movements`.'),
      rule: text('The rule that is broken, in English.'),
      subject: text('The pre-order, or the id of what breaks it.'),
      detail: text('The values that differ, in English.'),
      detail_code: text(
        'The same as a stable name: the code of the rule, with a second part where it finds several things.',
      ),
      detail_values: Type.Array(Type.String(), { description: 'The values in the order of the English text.' }),
    }),
  ),
});

const account = { answer: AdminPaymentAccount, answered: 'The account.' } as const;
const NOT_CONNECTED = { 404: '`payment_account_not_found`' };

export const getPaymentAccount = {
  id: 'getPaymentAccount',
  route: 'GET /payments',
  scope: 'payments:read',
  summary: 'The payment account, the address for its webhooks, and whether it works',
  ...account,
  whole: true,
} satisfies Operation;

export const connectPaymentAccount = {
  id: 'connectPaymentAccount',
  route: 'POST /payments/connect',
  scope: 'payments:connect',
  summary: 'Connect an account, or give it new keys; tests the key with one call',
  body: Type.Object(
    {
      secret_key: Key('May be a restricted key.'),
      publishable_key: Key('The key that browsers use.'),
      webhook_secret: Key("The signing secret of the provider's webhook endpoint."),
      address: Type.Optional(
        orNull(
          Type.String({ maxLength: 300 }),
          "The service's own stand-in for the provider, for test stores; every other address is refused.",
        ),
      ),
    },
    closed,
  ),
  ...account,
  action: 'payment.connect',
} satisfies WriteOperation;

export const disconnectPaymentAccount = {
  id: 'disconnectPaymentAccount',
  route: 'POST /payments/disconnect',
  scope: 'payments:connect',
  summary: 'End new payments; the keys stay while pre-orders need them',
  body: NoBody,
  answer: Type.Object({
    forgotten: Type.Boolean({ description: 'The keys are deleted.' }),
    unfinished: Type.Integer({ description: 'Payments and pre-orders that still need the keys.' }),
  }),
  answered: 'What became of its keys.',
  action: 'payment.disconnect',
  refusals: NOT_CONNECTED,
} satisfies WriteOperation;

export const setPaymentPace = {
  id: 'setPaymentPace',
  route: 'PUT /payments/pace',
  scope: 'payments:write',
  summary: 'Set how many calls a second all processes together may make with the account',
  body: Type.Object(
    { calls_per_second: orNull(Type.Integer(), 'Null: the default, below the limit of the provider.') },
    closed,
  ),
  ...account,
  action: 'payment.pace',
  refusals: NOT_CONNECTED,
} satisfies WriteOperation;

export const listDisputes = {
  id: 'listDisputes',
  route: 'GET /payments/disputes',
  scope: 'payments:read',
  summary: "Payments that a shopper's bank disputes, the newest first",
  answer: Type.Array(AdminDispute),
  answered: 'The disputes.',
} satisfies Operation;

export const listOwedRefunds = {
  id: 'listOwedRefunds',
  route: 'GET /payments/refunds',
  scope: 'payments:read',
  summary: 'Refunds that the provider refuses, the oldest first',
  answer: Type.Array(AdminOwedRefund),
  answered: 'At most 500.',
} satisfies Operation;

export const retryOwedRefunds = {
  id: 'retryOwedRefunds',
  route: 'POST /payments/refunds/retry',
  scope: 'refunds:write',
  action: 'payment.refunds',
  summary: 'Try all refused refunds again now',
  body: NoBody,
  answer: Type.Object({ asked: Type.Integer() }),
  answered: 'How many.',
} satisfies WriteOperation;

export const comparePayments = {
  id: 'comparePayments',
  route: 'GET /payments/comparison',
  scope: 'payments:read',
  summary: "Compare the account's list of payments with the ledger; by default of the last 30 days",
  query: PeriodQuery,
  whole: true,
  answer: AdminReconciliation,
  answered: 'What differs.',
  refusals: { 404: '`payment_account_not_found`' },
} satisfies Operation;

export const listAttempts = {
  id: 'listAttempts',
  route: 'GET /attempts',
  scope: 'payments:read',
  summary: 'Payments without a result yet, the oldest first',
  answer: Type.Array(AdminAttempt),
  answered: 'At most 500.',
} satisfies Operation;

export const abandonAttempt = {
  id: 'abandonAttempt',
  route: 'POST /attempts/:attempt_id/abandon',
  scope: 'payments:write',
  action: 'attempt.abandon',
  summary: 'Stop waiting for the provider: the units go back when their hold ends, and a late success is undone',
  params: Type.Object({ attempt_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  body: NoBody,
  answer: Type.Object({ id: Type.String() }),
  answered: 'Its id.',
  refusals: { 404: '`attempt_not_found`' },
} satisfies WriteOperation;

export const auditBooks = {
  id: 'auditBooks',
  route: 'GET /ledger/audit',
  scope: 'payments:read',
  summary: 'Check that stock, money and notices to shoppers agree',
  answer: Audited,
  answered: 'No finding: the books are correct.',
} satisfies Operation;

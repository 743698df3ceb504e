import { connectAccount, disconnectAccount, setPace } from '../../core/accounts/commands/connect.ts';
import { comparePeriod, type Reconciliation } from '../../core/accounts/commands/reconcile.ts';
import type { Period } from '../../core/accounts/queries/booked.ts';
import { type DisputeRow, listDisputes } from '../../core/accounts/queries/disputes.ts';
import { readAccount } from '../../core/accounts/queries.ts';
import type { Deps } from '../../core/deps.ts';
import { askForOwedRefunds, retryRefunds } from '../../core/payments/commands/owed-refunds.ts';
import { listOwedRefunds, OWED_REFUNDS_MAX } from '../../core/payments/queries/owed-refunds.ts';
import type { Store } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import { toDecimal } from '../../domain/money.ts';
import { type Difference, detailOf } from '../../domain/reconciliation.ts';
import type { Sql } from '../../platform/db.ts';
import { Type } from '../../platform/type.ts';
import * as operations from '../../protocol/schema/admin-api/payments.ts';
import { NoBody } from '../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { jsonOf } from '../fields.ts';
import { accountJson, notConnectedJson, owedRefundJson, readAccountView } from '../merchant-json/payments.ts';
import { etagOf } from '../version.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, success, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const PATH = `${ADMIN_ROOT}/payments`;
const account = successSchema(Type.Ref('AdminPaymentAccount'), 'The account.');
const NOT_CONNECTED = { 404: { $ref: 'Error#', description: '`payment_account_not_found`' } };

const GET = reading('payments:read', {
  operationId: 'getPaymentAccount',
  summary: 'The payment account, the address for its webhooks, and whether it works',
  response: { 200: account },
});
const CONNECT = writing('payments:connect', {
  operationId: 'connectPaymentAccount',
  summary: 'Connect an account, or give it new keys; tests the key with one call',
  body: operations.ConnectBody,
  response: { 200: account },
});
const DISCONNECT = writing('payments:connect', {
  operationId: 'disconnectPaymentAccount',
  summary: 'End new payments; the keys stay while pre-orders need them',
  body: NoBody,
  response: { 200: successSchema(operations.Disconnected), ...NOT_CONNECTED },
});
const PACE = writing('payments:write', {
  operationId: 'setPaymentPace',
  summary: 'Set how many calls a second all processes together may make with the account',
  body: operations.PaceBody,
  response: { 200: account, ...NOT_CONNECTED },
});

async function accountOf(deps: Deps, store: Store) {
  const view = await readAccountView(deps, store);
  return view ? accountJson(view) : notConnectedJson(deps, store);
}

/** Registers the store's account at the payment provider, its disputes and its refused refunds. */
export function registerPayments(routes: AdminRoutes): void {
  registerAccount(routes);
  registerMoney(routes);
  const { app, askerOf, perform } = routes;

  app.post(`${PATH}/connect`, CONNECT, async (request, reply) => {
    const { store } = askerOf(request);
    const { secret_key, publishable_key, webhook_secret, address = null } = request.body;
    const keys = { secretKey: secret_key.trim(), publishableKey: publishable_key.trim(), address };
    return perform(request, reply, {
      action: 'payment.connect',
      outside: true,
      async run(deps) {
        await connectAccount(deps, store.id, { ...keys, webhookSecret: webhook_secret.trim() }).catch(inOurWords);
        deps.outbox.wake();
        return { subject: store.slug, outcome: { publishable_key: keys.publishableKey } };
      },
      answer: (deps) => accountOf(deps, store),
    });
  });

  app.post(`${PATH}/disconnect`, DISCONNECT, async (request, reply) => {
    const { store } = askerOf(request);
    return perform(request, reply, {
      action: 'payment.disconnect',
      async run(joined) {
        const done = await disconnectAccount(joined, store.id);
        joined.outbox.wake();
        return { subject: store.slug, outcome: { ...done } };
      },
      answer: async (_, { outcome }) => outcome,
    });
  });

  app.put(`${PATH}/pace`, PACE, async (request, reply) => {
    const { store } = askerOf(request);
    return perform(request, reply, {
      action: 'payment.pace',
      version: ({ db }) => paceVersion(db, store.id),
      async run(joined) {
        await setPace(joined, store.id, request.body.calls_per_second);
        return { subject: store.slug };
      },
      answer: (deps) => accountOf(deps, store),
    });
  });
}

/** What an account can be changed in without its keys. */
async function paceVersion(db: Sql, storeId: string): Promise<object> {
  return { calls_per_second: (await readAccount(db, storeId))?.callsPerSecond ?? null };
}

function registerAccount({ app, deps, askerOf }: AdminRoutes): void {
  app.get(PATH, GET, async (request, reply) => {
    const { store } = askerOf(request);
    reply.header('etag', etagOf(await paceVersion(deps.db, store.id)));
    return success(await accountOf(deps, store));
  });
}

function registerMoney({ reads, writes }: AdminRoutes): void {
  reads(operations.listDisputes, async ({ store }, _, { db }) => (await listDisputes(db, store.id)).map(disputeJson));
  reads(operations.listOwedRefunds, async ({ store }, _, { db }) =>
    (await listOwedRefunds(db, store.id, OWED_REFUNDS_MAX)).map(owedRefundJson),
  );
  reads(operations.comparePayments, async ({ store }, given, deps) => {
    const { period, found } = await comparePeriod(deps, store, given);
    return reconciliationJson(found, period);
  });
  writes(operations.retryOwedRefunds, ({ store }) => ({
    outside: true,
    async run(deps) {
      const asked = await askForOwedRefunds(deps.db, store.id);
      if (asked > 0) await retryRefunds(deps);
      return { subject: store.slug, outcome: { asked } };
    },
    answer: async (_, { outcome }) => ({ asked: outcome.asked }),
  }));
}

const disputeJson = ({ reference: preorder, ...dispute }: DisputeRow) =>
  jsonOf(operations.AdminDispute, { ...dispute, preorder }, dispute);

const reconciliationJson = ({ differences, ...counts }: Reconciliation, { from, until }: Period) => ({
  from: from.toISOString(),
  to: until.toISOString(),
  payments: counts.payments,
  others: counts.others,
  differences: differences.map(differenceJson),
});

function differenceJson(difference: Difference) {
  const { kind, of, ref, attemptId, preorderId, reference, currency, here, there, code, about } = difference;
  const amount = (minor: number | null) => (minor === null ? null : toDecimal(minor, currency));
  return {
    kind,
    of,
    ref,
    attempt_id: attemptId,
    preorder_id: preorderId,
    preorder: reference,
    currency,
    here: amount(here),
    there: amount(there),
    code,
    about,
    detail: detailOf(difference),
  };
}

/** The command line reads secrets from files, and its refusals name the options. */
function inOurWords(error: unknown): never {
  if (!(error instanceof AppError) || error.info.param === undefined) throw error;
  const param = error.info.param.replace(/_file$/, '');
  throw new AppError(error.code, error.message, { ...error.info, param });
}

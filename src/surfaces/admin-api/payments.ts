import Type from 'typebox';
import { connectAccount, disconnectAccount, setPace } from '../../core/accounts/commands/connect.ts';
import { comparePeriod } from '../../core/accounts/commands/reconcile.ts';
import { listDisputes } from '../../core/accounts/queries/disputes.ts';
import { readAccount } from '../../core/accounts/queries.ts';
import type { Deps } from '../../core/deps.ts';
import { askForOwedRefunds, retryRefunds } from '../../core/payments/commands/owed-refunds.ts';
import { listOwedRefunds, OWED_REFUNDS_MAX } from '../../core/payments/queries/owed-refunds.ts';
import type { Store } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import type { Sql } from '../../platform/db.ts';
import { ConnectBody, Disconnected, PaceBody, PeriodQuery } from '../../protocol/schema/admin-api/payments.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import {
  accountJson,
  disputeJson,
  notConnectedJson,
  owedRefundJson,
  readAccountView,
  reconciliationJson,
} from '../merchant-json/payments.ts';
import { etagOf } from '../version.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { NoBody, reading, success, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const PATH = `${ADMIN_ROOT}/payments`;
const account = successSchema(Type.Ref('AdminPaymentAccount'), 'The account.');
const NOT_CONNECTED = { 404: { $ref: 'Error#', description: '`payment_account_not_found`' } };

const GET = reading('payments:read', {
  operationId: 'getPaymentAccount',
  summary: 'The payment account, the address for its webhooks, and whether it works',
  response: { 200: account },
});
const DISPUTES = reading('payments:read', {
  operationId: 'listDisputes',
  summary: "Payments that a shopper's bank disputes, the newest first",
  response: { 200: successSchema(Type.Array(Type.Ref('AdminDispute')), 'The disputes.') },
});
const REFUNDS = reading('payments:read', {
  operationId: 'listOwedRefunds',
  summary: 'Refunds that the provider refuses, the oldest first',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminOwedRefund')), 'At most 500.') },
});
const COMPARE = reading('payments:read', {
  operationId: 'comparePayments',
  summary: "Compare the account's list of payments with the ledger; by default of the last 30 days",
  querystring: PeriodQuery,
  response: { 200: successSchema(Type.Ref('AdminReconciliation'), 'What differs.'), ...NOT_CONNECTED },
});
const CONNECT = writing('payments:connect', {
  operationId: 'connectPaymentAccount',
  summary: 'Connect an account, or give it new keys; tests the key with one call',
  body: ConnectBody,
  response: { 200: account },
});
const DISCONNECT = writing('payments:connect', {
  operationId: 'disconnectPaymentAccount',
  summary: 'End new payments; the keys stay while pre-orders need them',
  body: NoBody,
  response: { 200: successSchema(Disconnected), ...NOT_CONNECTED },
});
const PACE = writing('payments:write', {
  operationId: 'setPaymentPace',
  summary: 'Set how many calls a second all processes together may make with the account',
  body: PaceBody,
  response: { 200: account, ...NOT_CONNECTED },
});
const AGAIN = writing('refunds:write', {
  operationId: 'retryOwedRefunds',
  summary: 'Try all refused refunds again now',
  body: NoBody,
  response: { 200: successSchema(Type.Object({ asked: Type.Integer() }), 'How many.') },
});

async function accountOf(deps: Deps, store: Store) {
  const view = await readAccountView(deps, store);
  return view ? accountJson(view) : notConnectedJson(deps, store);
}

/** Registers the store's account at the payment provider, its disputes and its refused refunds. */
export function registerPayments(routes: AdminRoutes): void {
  registerReads(routes);
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

  app.post(`${PATH}/refunds/retry`, AGAIN, async (request, reply) => {
    const { store } = askerOf(request);
    return perform(request, reply, {
      action: 'payment.refunds',
      outside: true,
      async run(deps) {
        const asked = await askForOwedRefunds(deps.db, store.id);
        if (asked > 0) await retryRefunds(deps);
        return { subject: store.slug, outcome: { asked } };
      },
      answer: async (_, { outcome }) => ({ asked: outcome.asked }),
    });
  });
}

/** What an account can be changed in without its keys. */
async function paceVersion(db: Sql, storeId: string): Promise<object> {
  return { calls_per_second: (await readAccount(db, storeId))?.callsPerSecond ?? null };
}

function registerReads({ app, deps, askerOf }: AdminRoutes): void {
  const { db } = deps;
  app.get(PATH, GET, async (request, reply) => {
    const { store } = askerOf(request);
    reply.header('etag', etagOf(await paceVersion(db, store.id)));
    return success(await accountOf(deps, store));
  });
  app.get(`${PATH}/disputes`, DISPUTES, async (request) =>
    success((await listDisputes(db, askerOf(request).store.id)).map(disputeJson)),
  );
  app.get(`${PATH}/refunds`, REFUNDS, async (request) =>
    success((await listOwedRefunds(db, askerOf(request).store.id, OWED_REFUNDS_MAX)).map(owedRefundJson)),
  );
  app.get(`${PATH}/comparison`, COMPARE, async (request) => {
    const { period, found } = await comparePeriod(deps, askerOf(request).store, request.query);
    return success(reconciliationJson(found, period));
  });
}

/** The command line reads secrets from files, and its refusals name the options. */
function inOurWords(error: unknown): never {
  if (!(error instanceof AppError) || error.info.param === undefined) throw error;
  const param = error.info.param.replace(/_file$/, '');
  throw new AppError(error.code, error.message, { ...error.info, param });
}

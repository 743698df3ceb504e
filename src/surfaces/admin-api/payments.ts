import { connectAccount, disconnectAccount, setPace } from '../../core/accounts/commands/connect.ts';
import { comparePeriod, type Reconciliation } from '../../core/accounts/commands/reconcile.ts';
import { type DisputeRow, listDisputes } from '../../core/accounts/queries/disputes.ts';
import { readAccount } from '../../core/accounts/queries.ts';
import type { Deps } from '../../core/deps.ts';
import { askForOwedRefunds, retryRefunds } from '../../core/payments/commands/owed-refunds.ts';
import { listOwedRefunds, OWED_REFUNDS_MAX } from '../../core/payments/queries/owed-refunds.ts';
import type { Store } from '../../core/stores/queries.ts';
import type { MomentPeriod } from '../../domain/moment-period.ts';
import { toDecimal } from '../../domain/money.ts';
import { type Difference, detailOf } from '../../domain/reconciliation.ts';
import type { Sql } from '../../platform/db.ts';
import * as operations from '../../protocol/schema/admin-api/payments.ts';
import { jsonOf } from '../fields.ts';
import { notConnectedJson, owedRefundJson, readAccountJson } from '../merchant-json/payments.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { registerMovedMoney } from './moved-money.ts';

async function accountOf(deps: Deps, store: Store): Promise<operations.AdminPaymentAccount> {
  return (await readAccountJson(deps, store)) ?? notConnectedJson(deps, store);
}

/** Registers the store's account at the payment provider, its disputes and its refused refunds. */
export function registerPayments(routes: AdminRoutes): void {
  registerAccount(routes);
  registerMoney(routes);
  registerConnecting(routes);
  registerMovedMoney(routes);
}

function registerAccount({ reads }: AdminRoutes): void {
  reads(
    operations.getPaymentAccount,
    ({ store }, _, deps) => accountOf(deps, store),
    (_, { store }, { db }) => paceVersion(db, store.id),
  );
}

function registerConnecting({ writes }: AdminRoutes): void {
  writes(operations.connectPaymentAccount, ({ store }, { secret_key, publishable_key, webhook_secret, ...rest }) => ({
    outside: true,
    async run(deps) {
      const { address = null } = rest;
      const publishableKey = publishable_key.trim();
      const keys = { secretKey: secret_key.trim(), publishableKey, webhookSecret: webhook_secret.trim(), address };
      await connectAccount(deps, store.id, keys);
      deps.outbox.wake();
      return { subject: store.slug, outcome: { publishable_key: publishableKey } };
    },
    answer: (deps) => accountOf(deps, store),
  }));
  writes(operations.disconnectPaymentAccount, ({ store }) => ({
    async run(joined) {
      const done = await disconnectAccount(joined, store.id);
      joined.outbox.wake();
      return { subject: store.slug, outcome: { ...done } };
    },
    answer: async (_, { outcome }) => outcome,
  }));
  writes(operations.setPaymentPace, ({ store }, { calls_per_second: pace }) => ({
    version: ({ db }) => paceVersion(db, store.id),
    async run(joined) {
      await setPace(joined, store.id, pace);
      return { subject: store.slug };
    },
    answer: (deps) => accountOf(deps, store),
  }));
}

/** What an account can be changed in without its keys. */
async function paceVersion(db: Sql, storeId: string): Promise<object> {
  return { calls_per_second: (await readAccount(db, storeId))?.callsPerSecond ?? null };
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

const reconciliationJson = ({ differences, ...counts }: Reconciliation, { from, until }: MomentPeriod) => ({
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

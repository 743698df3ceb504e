import { readPreorder } from '../../core/preorders/queries.ts';
import { endWithdrawal } from '../../core/withdrawals/commands/end.ts';
import { receiveReturn } from '../../core/withdrawals/commands/end-return.ts';
import { matchWithdrawal } from '../../core/withdrawals/commands/match.ts';
import { acceptReturn } from '../../core/withdrawals/commands/open-return.ts';
import { trackReturn } from '../../core/withdrawals/commands/track-return.ts';
import { readAtStake } from '../../core/withdrawals/queries/at-stake.ts';
import { listWithdrawals, readWithdrawal, type Withdrawal } from '../../core/withdrawals/queries.ts';
import { parseMoney } from '../../domain/money.ts';
import { seesPeople } from '../../domain/scope.ts';
import type { Sql } from '../../platform/db.ts';
import * as returnWrites from '../../protocol/schema/admin-api/return-writes.ts';
import { getWithdrawalEvidence } from '../../protocol/schema/admin-api/withdrawal-evidence.ts';
import * as operations from '../../protocol/schema/admin-api/withdrawals.ts';
import { withdrawalEvidence } from '../merchant-json/withdrawal-evidence.ts';
import { withdrawalJson } from '../merchant-json/withdrawals.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { type Asker, demandScope } from './authenticate.ts';
import { allowRefund } from './preorders/refund-limit.ts';
import type { Change } from './serve.ts';

/** Registers the withdrawals: list, read, evidence, match with a pre-order, settle, refuse; and what comes back. */
export function registerWithdrawals(routes: AdminRoutes): void {
  const { reads, readsPage, writes } = routes;
  registerReturns(routes);
  readsPage(operations.listWithdrawals, async (asker, filter, { db }) =>
    (await listWithdrawals(db, asker.store.id, filter)).map((withdrawal) => jsonFor(asker, withdrawal)),
  );
  reads(operations.getWithdrawal, (asker, { withdrawal_id: id }, { db }) => view(db, asker, id), versionOf);
  reads(getWithdrawalEvidence, async (asker, { withdrawal_id: id }, { db }) => {
    await readWithdrawal(db, asker.store.id, id); // what is not there is not found, whatever the asker may do
    demandScope(asker, 'preorders:personal');
    return withdrawalEvidence(db, asker.store, id);
  });
  writes(operations.matchWithdrawal, (asker, { withdrawal_id: id, reference }) =>
    changing(asker, id, (tx, key) => matchWithdrawal(tx, key, reference)),
  );
  writes(operations.settleWithdrawal, (asker, { withdrawal_id: id, answer }) =>
    changing(asker, id, (tx, key) => endWithdrawal(tx, key, { state: 'settled', ...(answer && { answer }) })),
  );
  writes(operations.refuseWithdrawal, (asker, { withdrawal_id: id, answer }) =>
    changing(asker, id, (tx, key) => endWithdrawal(tx, key, { state: 'refused', answer })),
  );
}

function registerReturns({ writes }: AdminRoutes): void {
  writes(returnWrites.openReturn, (asker, { withdrawal_id: id, lines }) =>
    changing(asker, id, (tx, key) => acceptReturn(tx, key, lines ?? null)),
  );
  writes(returnWrites.trackReturn, (asker, { withdrawal_id: id, return_id: returnId, carrier, tracking, link }) =>
    changing(asker, id, async (tx, key) => {
      const { preorder: found, returns } = await readWithdrawal(tx, key.storeId, id);
      await trackReturn(tx, { ...key, returnId }, { carrier, number: tracking, link });
      // The first proof of sending lets a round give the money back.
      const proven = returns.find((goods) => goods.state === 'open' && (returnId ?? goods.id) === goods.id);
      if (!found || !proven) return;
      const preorder = await readPreorder(tx, key.storeId, found.reference);
      const lineIds = proven.lines.map((line) => line.id);
      allowRefund(asker, preorder, await readAtStake(tx, { storeId: key.storeId, preorderId: found.id }, lineIds));
    }),
  );
  writes(returnWrites.receiveReturn, (asker, { withdrawal_id: id, return_id: returnId, lines = null, ...given }) =>
    changing(asker, id, async (tx, key) => {
      const { amount, reason = '' } = given;
      const { preorder: found } = await readWithdrawal(tx, key.storeId, id);
      const preorder = found && (await readPreorder(tx, key.storeId, found.reference));
      const reduced =
        amount === undefined || !preorder ? null : { amount: parseMoney(amount, preorder.currency, 'amount'), reason };
      const back = await receiveReturn(tx, { ...key, returnId }, { lines, reduced });
      if (preorder) allowRefund(asker, preorder, back); // it is known only now, and a throw undoes the return
    }),
  );
}

function changing(asker: Asker, id: string, change: (tx: Sql, key: { storeId: string; id: string }) => Promise<void>) {
  const { store } = asker;
  return {
    version: async ({ db }) => versionOf(await view(db, asker, id)),
    async run({ db, outbox }) {
      await db.transaction((tx) => change(tx, { storeId: store.id, id }));
      outbox.wake();
      return { subject: id };
    },
    answer: ({ db }, { subject }) => view(db, asker, subject),
  } satisfies Change;
}

/** What a person decides about. */
const versionOf = ({ state, preorder, returns }: operations.AdminWithdrawal) => ({
  state,
  preorder: preorder?.id ?? null,
  ...(returns.length > 0 && { returns: returns.map((one) => [one.state, one.lines.length]) }),
});

const view = async (sql: Sql, asker: Asker, id: string) =>
  jsonFor(asker, await readWithdrawal(sql, asker.store.id, id));

const jsonFor = (asker: Asker, withdrawal: Withdrawal) => withdrawalJson(withdrawal, { seesPeople: seesPeople(asker) });

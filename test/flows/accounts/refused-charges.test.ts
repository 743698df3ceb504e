import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { recheckAccounts } from '../../../src/core/accounts/commands/trouble.ts';
import { readAccount } from '../../../src/core/accounts/queries.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { moveWaitingMoney } from '../../../src/core/payments/commands/wait-for-account.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { shiftClock } from '../../support/core.ts';
import { openStripeStore, type StripeStore } from '../../support/stripe-store.ts';

// An account that may not charge: shoppers do not owe anything for it, and charges go on without anybody's help.

const soon = { timeout: 20_000, interval: 100 };

describe.each(['testmode_charges_only', 'capability_not_active', 'account_invalid'])(
  'an account that answers %s',
  (code) => {
    let stripe: StripeStore;
    const references: string[] = [];
    beforeAll(async () => {
      stripe = await openStripeStore({
        waitlist: { plan: { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 } } },
      });
      for (let count = 0; count < 4; count += 1) references.push((await stripe.buy()).reference);
    });
    afterAll(() => stripe.stop());

    const restrict = (given: Record<string, string>) =>
      stripe.standIn.stripe.act('restrict', { account: stripe.standIn.account, ...given });
    const account = () => readAccount(stripe.system.db, stripe.store.storeId);
    const alerts = async () =>
      (await listAlerts(stripe.system.db, stripe.store.storeId, { resolved: false })).map((alert) => alert.code);
    const states = async () => {
      const found = references.map((reference) => readPreorder(stripe.system.db, stripe.store.storeId, reference));
      return (await Promise.all(found)).flatMap(({ lines }) =>
        lines.map(({ state, total, paid }) => [state, paid === total]),
      );
    };
    const all = (state: string, paid: boolean) => references.map(() => [state, paid]);

    test('keeps charges open without a deadline, raises one alert, and pauses after a few refusals', async () => {
      await restrict({ code });
      const { storeId } = stripe.store;
      for (const reference of references) {
        const { id: preorderId, lines } = await readPreorder(stripe.system.db, storeId, reference);
        await advanceLines(stripe.system.deps, {
          storeId,
          preorderId,
          to: 'released',
          lineIds: lines.map(({ id }) => id),
        });
      }
      await vi.waitFor(async () => expect((await account())?.pausedAt).not.toBeNull(), soon);
      expect(await states(), 'a line item waits for its shopper, who can do nothing').toEqual(all('released', false));
      expect((await alerts()).filter((one) => one === 'payment_account_refuses')).toHaveLength(1);
      const dues = await stripe.system.db.query('SELECT 1 FROM payment_due WHERE store_id = $1', [
        stripe.store.storeId,
      ]);
      expect(dues, 'a shopper was given a deadline').toEqual([]);
      const outages = await stripe.system.db.query('SELECT kind, ended_at AS ended FROM outage WHERE store_id = $1', [
        stripe.store.storeId,
      ]);
      expect(outages).toEqual([{ kind: 'account', ended: null }]);
    });

    test('sends only probes while it pauses', async () => {
      await vi.waitFor(async () => {
        const waiting = await stripe.system.db.query('SELECT 1 FROM money_waiting WHERE store_id = $1', [
          stripe.store.storeId,
        ]);
        expect(waiting).toHaveLength(references.length);
      }, soon);
      const before = await account();
      await recheckAccounts(stripe.system.deps); // not due yet
      expect((await account())?.probeAt).toEqual(before?.probeAt);
      await shiftClock(stripe.system.db, 120);
      await recheckAccounts(stripe.system.deps);
      expect(Number((await account())?.probeAt), 'the pause did not grow after a failed probe').toBeGreaterThan(
        Number(before?.probeAt) + 120_000,
      );
      expect(await states()).toEqual(all('released', false));
    });

    test('resumes when a probe succeeds, and closes its alert', async () => {
      await restrict({});
      await shiftClock(stripe.system.db, 3_700);
      await recheckAccounts(stripe.system.deps);
      await vi.waitFor(async () => {
        await moveWaitingMoney(stripe.system.deps);
        expect(await states()).toEqual(all('released', true));
      }, soon);
      expect(await account()).toMatchObject({ pausedAt: null, refusedSince: null });
      expect(await alerts()).not.toContain('payment_account_refuses');
      const lasting = await stripe.system.db.query('SELECT 1 FROM outage WHERE ended_at IS NULL');
      expect(lasting, 'the outage lasts although payments are taken').toEqual([]);
    });
  },
);

import { createDiscount, endDiscount } from '../../core/discounts/commands.ts';
import { type Discount, listDiscounts, readDiscount } from '../../core/discounts/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import type { Sql } from '../../platform/db.ts';
import * as operations from '../../protocol/schema/admin-api/discounts.ts';
import type { InputOf } from '../../protocol/schema/admin-api/operation.ts';
import { jsonOf, valuesOf } from '../fields.ts';
import type { AdminRoutes } from './admin-routes.ts';
import type { Asker } from './authenticate.ts';
import { spelt } from './spelling.ts';

/** Registers the discount codes: list, read, make (also many at once), end. */
export function registerDiscounts({ reads, writes, writesRows }: AdminRoutes): void {
  reads(operations.listDiscounts, async ({ store }, { all = false }, { db }) =>
    (await listDiscounts(db, store.id, { over: all })).map((discount) => discountJson(discount, store)),
  );
  reads(operations.getDiscount, ({ store }, { code }, { db }) => view(db, store, code));
  writes(operations.createDiscount, creating);
  writesRows(operations.createDiscounts, { thingOf: ({ code }) => spelt('code', code), changeOf: creating });
  writes(operations.endDiscount, ({ store }, { code }) => ({
    version: async ({ db }) => ({ ended_at: (await readDiscount(db, store.id, code)).endedAt }),
    async run(joined) {
      await endDiscount(joined, store.id, code);
      return { subject: code };
    },
    answer: ({ db }, { subject }) => view(db, store, subject),
  }));
}

const creating = ({ store }: Asker, given: InputOf<typeof operations.createDiscount>) => ({
  async run(joined: AdminRoutes['deps']) {
    const { off, ...terms } = valuesOf(operations.createDiscount.body, given, store);
    return { subject: await createDiscount(joined, store.id, { ...terms, ...off }), noted: given };
  },
  answer: ({ db }: AdminRoutes['deps'], { subject }: { subject: string }) => view(db, store, subject),
});

const view = async (sql: Sql, store: Store, code: string) =>
  discountJson(await readDiscount(sql, store.id, code), store);

const discountJson = (discount: Discount, { currency }: Store) =>
  jsonOf(operations.AdminDiscount, { ...discount, off: discount, currency }, { currency });

import { suppress, unsuppress } from '../../core/mails/commands/suppress.ts';
import { findSuppression, listSuppressions, type Suppression } from '../../core/mails/queries.ts';
import { checkPerson } from '../../core/people/commands/erase.ts';
import * as operations from '../../protocol/schema/admin-api/mails.ts';
import type { AdminRoutes } from './admin-routes.ts';

/** Registers the addresses that get no more mails. The activity log never names an address. */
export function registerSuppressions({ reads, writes }: AdminRoutes): void {
  reads(operations.listSuppressions, async ({ store }, _, { db }) =>
    (await listSuppressions(db, store.id)).map(suppressionJson),
  );
  writes(operations.suppressAddress, ({ store }, { email, reason }) => {
    const person = checkPerson({ storeId: store.id, email });
    return {
      async run({ db }) {
        await suppress(db, person, { reason });
        return { subject: store.slug, outcome: { reason: reason ?? null } };
      },
      async answer({ db }) {
        const kept = await findSuppression(db, store.id, person.email);
        return { suppressed: kept && suppressionJson(kept) };
      },
    };
  });
  writes(operations.allowAddress, ({ store }, { email }) => {
    const person = checkPerson({ storeId: store.id, email });
    return {
      run: async ({ db }) => ({ subject: store.slug, outcome: { removed: await unsuppress(db, person) } }),
      answer: async (_, { outcome }) => ({ removed: outcome.removed }),
    };
  });
}

function suppressionJson({ customerKey, reason, codes, createdAt, references }: Suppression) {
  return { customer_key: customerKey, reason, codes, since: createdAt.toISOString(), preorders: references };
}

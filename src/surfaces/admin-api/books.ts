import { AUDIT_RULES } from '../../core/audits/all-rules.ts';
import { audit } from '../../core/audits/commands.ts';
import { abandonAttempt } from '../../core/payments/commands/abandon-attempt.ts';
import { listLiveAttempts } from '../../core/payments/queries.ts';
import * as operations from '../../protocol/schema/admin-api/payments.ts';
import { jsonOf } from '../fields.ts';
import type { AdminRoutes } from './admin-routes.ts';

/** Registers payments under way, and the check of the books. */
export function registerBooks({ reads, writes }: AdminRoutes): void {
  reads(operations.listAttempts, async ({ store }, _, { db }) =>
    (await listLiveAttempts(db, store.id)).map((attempt) => jsonOf(operations.AdminAttempt, attempt, store)),
  );
  writes(operations.abandonAttempt, ({ store }, { attempt_id: id }) => ({
    async run(joined) {
      await abandonAttempt(joined, store.id, id);
      return { subject: id };
    },
    answer: async (_, { subject }) => ({ id: subject }),
  }));
  reads(operations.auditBooks, async ({ store }, _, { db }) => {
    const findings = (await audit({ db }, store.id)).map(({ detailCode, detailValues, ...finding }) => ({
      ...finding,
      detail_code: detailCode,
      detail_values: detailValues,
    }));
    return { store: store.slug, rules: Object.keys(AUDIT_RULES).length, findings };
  });
}

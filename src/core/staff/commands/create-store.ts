import { joinTransaction } from '../../../platform/join-transaction.ts';
import { recordActivity } from '../../activity/commands.ts';
import type { Deps } from '../../deps.ts';
import { createStore, type NewStore } from '../../stores/commands.ts';
import type { StaffMember } from '../queries.ts';

/** Creates a store that belongs to this member alone. Throws `invalid_parameter` or `slug_taken`. Resolves with the id of the store. */
export async function createOwnStore(
  deps: Pick<Deps, 'db' | 'secrets'>,
  member: Pick<StaffMember, 'id' | 'name'>,
  input: NewStore,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const storeId = await createStore({ ...deps, db: joinTransaction(deps.db, tx) }, input);
    await tx.query(`INSERT INTO staff_role (store_id, member_id, role) VALUES ($1, $2, 'owner')`, [storeId, member.id]);
    await recordActivity(tx, {
      storeId,
      by: { kind: 'staff', ...member },
      action: 'store.create',
      subject: storeId,
      after: { slug: input.slug, mode: input.mode, currency: input.currency },
    });
    return storeId;
  });
}

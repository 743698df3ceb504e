import { LINK_MINUTES } from '../../../domain/link.ts';
import type { Deps } from '../../deps.ts';
import { createLink, limitLinks } from '../../links/commands.ts';
import { emit } from '../../outbox/outbox.ts';

/**
 * Creates a link that opens this pre-order once, with the right to change it. A job mails it to the pre-order's own
 * address. Throws `rate_limited` after three links in an hour.
 */
export async function createManageLink(
  deps: Pick<Deps, 'db' | 'outbox'>,
  { storeId, preorderId }: { storeId: string; preorderId: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await limitLinks(tx, storeId, preorderId);
    const link = { purpose: 'manage', detail: { once: true }, minutes: LINK_MINUTES } as const;
    const { id } = await createLink(tx, { storeId, preorderId, ...link });
    await emit(tx, 'link.asked', { storeId, subjectId: preorderId, detail: { linkId: id, purpose: 'manage' } });
  });
  deps.outbox.wake();
}

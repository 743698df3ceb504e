import type { Deps } from '../deps.ts';
import { sendCancelLink, sendPreorderMail } from './commands.ts';

type MailDeps = Pick<Deps, 'db' | 'mail' | 'mailFrom'>;
type Job = { storeId: string; subjectId: string };

/** Follows `preorder.placed`. */
export function confirmPreorder(deps: MailDeps, { storeId, subjectId }: Job): Promise<void> {
  return sendPreorderMail(deps, { storeId, preorderId: subjectId, kind: 'preorder_placed' });
}

/** Follows `preorder.cancelled`, of the whole pre-order or a part of it. */
export function tellCancelled(deps: MailDeps, { storeId, subjectId }: Job): Promise<void> {
  return sendPreorderMail(deps, { storeId, preorderId: subjectId, kind: 'preorder_cancelled' });
}

/** Follows `preorder.cancel_link`. */
export function mailCancelLink(
  deps: MailDeps & Pick<Deps, 'secrets' | 'baseUrl'>,
  { storeId, subjectId }: Job,
): Promise<void> {
  return sendCancelLink(deps, { storeId, linkId: subjectId });
}

import { raiseAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { readUnreached } from '../queries/concerned.ts';

/** The alert of a shopper whom no mail reaches, and who would otherwise be silent without knowing it. */
export const NOT_ASKED = 'question_not_delivered';

/** Tells the merchant of questions that no mail server took while they can still be asked by another way. */
export async function alertUnreached({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const { storeId, noticeId, reference, answerBy, silence } of await readUnreached(db, NOT_ASKED)) {
    const means = silence === 'cancel' ? 'it is cancelled' : 'it goes on waiting';
    const message = `${reference} could not be asked about the moved date by mail. Without an answer by ${answerBy} ${means}. Ask by another way, then: ./service promises answer ${reference} wait, or cancel.`;
    await raiseAlert(db, storeId, { code: NOT_ASKED, subjectId: noticeId, message });
  }
}

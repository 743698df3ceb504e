import { raiseAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { readUnreached } from '../queries/concerned.ts';

/** The alert about a question whose mail did not arrive: the shopper cannot answer a question that they never saw. */
export const NOT_ASKED = 'question_not_delivered';

/** Raises an alert for each open question whose mail was dropped, so that the merchant can ask by another way in time. */
export async function alertUnreached({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const { storeId, noticeId, reference, answerBy, silence } of await readUnreached(db, NOT_ASKED)) {
    const text = `${NOT_ASKED}.${silence}` as const;
    const next = { step: 'answer_question', about: reference } as const;
    await raiseAlert(db, storeId, { text, subjectId: noticeId, values: { reference, answer_on: answerBy }, next });
  }
}

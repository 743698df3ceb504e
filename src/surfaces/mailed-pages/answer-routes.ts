import type { LinkFacts } from '../../core/links/queries.ts';
import { answerQuestion } from '../../core/promises/commands/answer.ts';
import { readNoticesOf } from '../../core/promises/queries.ts';
import { type Question, questionsOf } from '../../core/promises/question.ts';
import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';
import { answerPage } from './answer-page.ts';
import { registerLinkPage } from './link-routes.ts';
import { goneAnswer } from './page.ts';
import { wayOn } from './way-on.ts';

type AnswerDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'answers' | 'outbox' | 'log'>;

/** Registers the page on which a shopper chooses between a later date and a cancellation. */
export function registerAnswerPage(app: App, deps: AnswerDeps): void {
  registerLinkPage(app, deps, {
    purpose: 'answer',
    async show(facts, { choice }) {
      const question = await findQuestion(deps, facts);
      if (!question) return goneAnswer(facts.preorder.locale, facts.store);
      return answerPage({
        ...facts,
        question,
        choice: choice === 'cancel' ? 'cancel' : 'wait',
        onward: wayOn(deps, facts),
      });
    },
    async act({ link }, form) {
      const choice = form.get('choice');
      if (choice !== 'wait' && choice !== 'cancel') return null;
      const { storeId, preorderId } = link;
      try {
        const noticeId = form.get('notice') ?? '';
        await answerQuestion(deps, { storeId, preorderId, noticeId, choice, givenBy: 'link' });
      } catch (error) {
        const shown =
          error instanceof AppError && (error.code === 'question_over' || error.code === 'promise_not_found');
        if (!shown) throw error;
      }
      return null; // the page then shows the outcome, also if the choice came too late
    },
  });
}

/** Returns the question of the link's notice, or the one that has replaced it: a mail may be older than the dates. */
async function findQuestion({ db }: AnswerDeps, { link, preorder }: LinkFacts<'answer'>): Promise<Question | null> {
  const notices = await readNoticesOf(db, link.storeId, link.preorderId);
  const asked = notices.find(({ id }) => id === link.detail.noticeId);
  return (
    questionsOf(
      preorder,
      notices.filter(({ batchId }) => batchId === asked?.batchId),
    ).at(0) ?? null
  );
}

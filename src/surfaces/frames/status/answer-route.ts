import { answerQuestion } from '../../../core/promises/commands/answer.ts';
import type { App } from '../../../platform/http.ts';
import { Type } from '../../../platform/type.ts';
import { AnswerRequest, PreorderAnswer } from '../../../protocol/schema/status-api.ts';
import type { Deps } from '../../deps.ts';
import { findChangeable, STATUS_ROOT, success, viewAfterChange } from './access.ts';

type StatusDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'answers' | 'outbox'>;

const hide = true; // private to the frame: not part of openapi.json
const params = Type.Object({ reference: Type.String({ maxLength: 100 }) });

/** Registers the route that answers a question about a moved date. A session from a look-up needs a mailed link. */
export function registerStatusAnswer(app: App, deps: StatusDeps): void {
  // Idempotent, because the request names the question and the choice.
  app.post(
    `${STATUS_ROOT}/preorders/:reference/answer`,
    { schema: { hide, params, body: AnswerRequest, response: { 200: PreorderAnswer } } },
    async (request) => {
      const seen = await findChangeable(deps, request);
      const { questionId: noticeId, choice } = request.body;
      const key = { storeId: seen.store.id, preorderId: seen.preorder.id };
      await answerQuestion(deps, { ...key, noticeId, choice, givenBy: 'status_page' });
      return success(await viewAfterChange(deps, seen));
    },
  );
}

import { endRequest } from '../../core/people/commands/answer-requests.ts';
import { readOutcome } from '../../core/people/outcome.ts';
import { listPrivacyRequests, type PrivacyRequest } from '../../core/people/queries/privacy-requests.ts';
import * as operations from '../../protocol/schema/admin-api/people.ts';
import { jsonOf } from '../fields.ts';
import type { AdminRoutes } from './admin-routes.ts';

/** Registers what a platform asked on behalf of people. */
export function registerPrivacyRequests({ readsPage, writes }: AdminRoutes): void {
  readsPage(operations.listPrivacyRequests, async ({ store }, part, { db }) =>
    (await listPrivacyRequests(db, store.id, part)).map(requestJson),
  );
  writes(operations.endPrivacyRequest, ({ store }, { request_id: id }) => ({
    async run({ db }) {
      const ended = await db.transaction((tx) => endRequest(tx, store.id, id));
      return { subject: id, outcome: requestJson(ended) };
    },
    answer: async (_, { outcome }) => outcome,
  }));
}

function requestJson(request: PrivacyRequest): operations.AdminPrivacyRequest {
  const { code = null, value } = (request.outcome !== null && readOutcome(request.outcome)) || {};
  return jsonOf(operations.AdminPrivacyRequest, { ...request, outcomeCode: code, outcomeValue: value || null });
}

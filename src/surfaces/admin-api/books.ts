import Type from 'typebox';
import { AUDIT_RULES } from '../../core/audits/all-rules.ts';
import { audit } from '../../core/audits/commands.ts';
import { abandonAttempt } from '../../core/payments/commands/abandon-attempt.ts';
import { listLiveAttempts } from '../../core/payments/queries.ts';
import { Audited } from '../../protocol/schema/admin-api/payments.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { findingJson } from '../merchant-json/findings.ts';
import { attemptJson } from '../merchant-json/payments.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { NoBody, reading, success, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const ATTEMPTS = `${ADMIN_ROOT}/attempts`;

const LIST = reading('payments:read', {
  operationId: 'listAttempts',
  summary: 'Payments without a result yet, the oldest first',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminAttempt')), 'At most 500.') },
});
const ABANDON = writing('payments:write', {
  operationId: 'abandonAttempt',
  summary: 'Stop waiting for the provider: the units go back when their hold ends, and a late success is undone',
  params: Type.Object({ attempt_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  body: NoBody,
  response: {
    200: successSchema(Type.Object({ id: Type.String() }), 'Its id.'),
    404: { $ref: 'Error#', description: '`attempt_not_found`' },
  },
});
const AUDIT = reading('payments:read', {
  operationId: 'auditBooks',
  summary: 'Check that stock, money and notices to shoppers agree',
  response: { 200: successSchema(Audited, 'No finding: the books are correct.') },
});

/** Registers payments under way, and the check of the books. */
export function registerBooks({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(ATTEMPTS, LIST, async (request) => {
    const { id, currency } = askerOf(request).store;
    return success((await listLiveAttempts(deps.db, id)).map((attempt) => attemptJson(attempt, currency)));
  });

  app.post(`${ATTEMPTS}/:attempt_id/abandon`, ABANDON, async (request, reply) => {
    const { store } = askerOf(request);
    const { attempt_id } = request.params;
    return perform(request, reply, {
      action: 'attempt.abandon',
      async run(joined) {
        await abandonAttempt(joined, store.id, attempt_id);
        return { subject: attempt_id };
      },
      answer: async (_, { subject }) => ({ id: subject }),
    });
  });

  app.get(`${ADMIN_ROOT}/ledger/audit`, AUDIT, async (request) => {
    const { id, slug } = askerOf(request).store;
    const findings = await audit(deps, id);
    return success({ store: slug, rules: Object.keys(AUDIT_RULES).length, findings: findings.map(findingJson) });
  });
}

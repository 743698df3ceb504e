import { advanceClock } from '../../../core/rehearsals/commands/advance-clock.ts';
import { readTestClock } from '../../../core/rehearsals/queries.ts';
import { ClockAdvance } from '../../../protocol/schema/admin-api/rehearsals.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { testClockJson } from '../../merchant-json/test-clock.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { reading, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';

const PATH = `${ADMIN_ROOT}/test-clock`;
const response = { 200: successSchema({ $ref: 'AdminTestClock#' }, 'The clock of the store.') };

const GET = reading('store:read', {
  operationId: 'getTestClock',
  summary: 'What time brings next in a store, and what it has brought to a test store',
  response,
});

const ADVANCE = writing('store:write', {
  operationId: 'advanceTestClock',
  summary: 'Let time pass in a test store',
  description:
    'Everything in the store becomes older by so much: an order of today was then placed days ago. Holds, deadlines, charges and mails follow within a minute. A live store is refused with `clock_not_movable`.',
  body: ClockAdvance,
  response,
});

/** Registers the clock of test stores. */
export function registerTestClock({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(PATH, GET, async (request) =>
    success(testClockJson(await readTestClock(deps.db, askerOf(request).store.id))),
  );

  app.post(PATH, ADVANCE, async (request, reply) => {
    const { store } = askerOf(request);
    return perform(request, reply, {
      action: 'test_clock.advance',
      async run(joined) {
        await advanceClock(joined, store.id, request.body.advance_seconds);
        return { subject: store.id, outcome: { advance_seconds: request.body.advance_seconds } };
      },
      answer: async ({ db }) => testClockJson(await readTestClock(db, store.id)),
    });
  });
}

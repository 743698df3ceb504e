import Type, { type Static } from 'typebox';
import { writeToShopper } from '../../../core/preorders/commands/write-to-shopper.ts';
import { MessageBody } from '../../../protocol/schema/admin-api/preorder-writes.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { writing } from '../answer.ts';
import { actOn, type Change } from './changes.ts';
import { NOT_FOUND, Params, PREORDER } from './views.ts';

const WRITE = writing('preorders:write', {
  operationId: 'writeToShopper',
  summary: 'Write to the customer: a mail in their language with your words, which also stand on the status page',
  params: Params,
  body: MessageBody,
  response: {
    201: successSchema(Type.Ref('AdminChangedPreorder'), 'The pre-order with its messages.'),
    ...NOT_FOUND,
  },
});

/** Registers what a merchant writes to a shopper. The activity log has that it was written, not the words. */
export function registerMessages({ app, askerOf, perform }: AdminRoutes): void {
  app.post(`${PREORDER}/messages`, WRITE, (request, reply) => {
    const asker = askerOf(request);
    const change = writingTo(request.body, asker.principal.name);
    return perform(request, reply, { ...actOn(asker, request.params.reference, change), status: 201 });
  });
}

const writingTo = ({ text }: Static<typeof MessageBody>, by: string): Change => ({
  action: 'preorder.message',
  async change(deps, { preorder: _, ...key }) {
    await writeToShopper(deps, { ...key, text, by });
    return [];
  },
});

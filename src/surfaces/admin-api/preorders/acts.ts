import type { FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import type { Scope } from '../../../domain/scope.ts';
import {
  AddressBody,
  AnswerBody,
  CancelBody,
  ContactBody,
  RefundBody,
  ReleaseBody,
  ReturnBody,
} from '../../../protocol/schema/admin-api/preorder-writes.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { NoBody, writing } from '../answer.ts';
import { demandScope } from '../authenticate.ts';
import {
  actOn,
  answering,
  type Change,
  cancelling,
  confirmingAgain,
  goingOn,
  moving,
  reaching,
  refunding,
  releasing,
  returning,
} from './changes.ts';
import { NOT_FOUND, Params, PREORDER } from './views.ts';

const response = { 200: successSchema(Type.Ref('AdminChangedPreorder'), 'The pre-order as it is now.'), ...NOT_FOUND };

const act = <const Body extends TSchema>(
  scope: Scope,
  described: { operationId: string; summary: string; body: Body },
) => writing(scope, { ...described, params: Params, response });

const WRITE = 'preorders:write';

const CANCEL = act(WRITE, {
  operationId: 'cancelPreorder',
  summary: 'Cancel line items; what was paid is refunded',
  body: CancelBody,
});
const REFUND = act('refunds:write', {
  operationId: 'refundLine',
  summary: 'Give back a part of what a line item has paid; it goes on',
  body: RefundBody,
});
const RELEASE = act('releases:write', {
  operationId: 'releaseLines',
  summary: 'Release line items by hand, because they have arrived; this charges the balance',
  body: ReleaseBody,
});
const RETURN = act(WRITE, {
  operationId: 'returnLines',
  summary: 'Record that line items came back',
  body: ReturnBody,
});
const GO_ON = act(WRITE, {
  operationId: 'goOnDespiteDispute',
  summary: 'Release and charge it in its turn, although a payment is disputed or was taken back',
  body: NoBody,
});
const ANSWER = act(WRITE, {
  operationId: 'answerForShopper',
  summary: 'Record an answer to a moved date that did not come by the link',
  body: AnswerBody,
});
const ADDRESS = act(WRITE, {
  operationId: 'changeAddress',
  summary: 'Change the delivery address within the same country',
  body: AddressBody,
});
const CONTACT = act(WRITE, {
  operationId: 'changeContact',
  summary: 'Change the e-mail address; both addresses get a mail, and earlier links end',
  body: ContactBody,
});
const CONFIRM = act(WRITE, {
  operationId: 'resendConfirmation',
  summary: 'Send the confirmation again',
  body: NoBody,
});

/** Registers what is done with one pre-order. */
export function registerPreorderActs({ app, askerOf, perform }: AdminRoutes): void {
  type Named = FastifyRequest<{ Params: { reference: string } }>;
  const make = (request: Named, change: Change) => actOn(askerOf(request), request.params.reference, change);

  app.post(`${PREORDER}/cancel`, CANCEL, (request, reply) =>
    perform(request, reply, make(request, cancelling(askerOf(request), request.body))),
  );
  app.post(`${PREORDER}/refunds`, REFUND, (request, reply) =>
    perform(request, reply, make(request, refunding(askerOf(request), request.body))),
  );
  app.post(`${PREORDER}/release`, RELEASE, (request, reply) => {
    if (request.body.despite_dispute) demandScope(askerOf(request), WRITE);
    return perform(request, reply, make(request, releasing(request.body)));
  });
  app.post(`${PREORDER}/return`, RETURN, (request, reply) =>
    perform(request, reply, make(request, returning(askerOf(request), request.body))),
  );
  app.post(`${PREORDER}/go-on`, GO_ON, (request, reply) => perform(request, reply, make(request, goingOn())));
  app.post(`${PREORDER}/answer`, ANSWER, (request, reply) =>
    perform(request, reply, make(request, answering(askerOf(request), request.body))),
  );
  app.put(`${PREORDER}/address`, ADDRESS, (request, reply) => {
    demandScope(askerOf(request), 'preorders:personal');
    return perform(request, reply, make(request, moving(request.body)));
  });
  app.put(`${PREORDER}/contact`, CONTACT, (request, reply) => {
    const asker = askerOf(request);
    demandScope(asker, 'preorders:personal');
    return perform(request, reply, make(request, reaching(request.body, asker.principal.name)));
  });
  app.post(`${PREORDER}/resend-confirmation`, CONFIRM, (request, reply) =>
    perform(request, reply, make(request, confirmingAgain())),
  );
}

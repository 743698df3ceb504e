import Type, { type Static } from 'typebox';
import { correctTracking, markDelivered } from '../../../core/preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../../core/preorders/commands/send.ts';
import { readFulfilment } from '../../../core/preorders/queries/fulfilments.ts';
import { FulfilmentBody, TrackingBody } from '../../../protocol/schema/admin-api/preorder-writes.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { NoBody, writing } from '../answer.ts';
import { actOn, type Change } from './changes.ts';
import { lineIdsOf, NOT_FOUND, Params, PREORDER } from './views.ts';

const changed = (description: string) => successSchema(Type.Ref('AdminChangedPreorder'), description);
const OfFulfilment = Type.Object({ ...Params.properties, number: Type.Integer({ minimum: 1, maximum: 50 }) });
const MISSING = { 404: { $ref: 'Error#', description: '`preorder_not_found`, `fulfilment_not_found`' } };

const SEND = writing('preorders:write', {
  operationId: 'sendLines',
  summary: 'Record that line items left the store together; the customer gets a mail',
  params: Params,
  body: FulfilmentBody,
  response: { 201: changed('The pre-order with its new fulfilment.'), ...NOT_FOUND },
});

const TRACK = writing('preorders:write', {
  operationId: 'correctFulfilment',
  summary: 'Correct how a fulfilment is followed',
  description: 'What is left out stays; an empty text takes it away.',
  params: OfFulfilment,
  body: TrackingBody,
  response: { 200: changed('The pre-order.'), ...MISSING },
});

const DELIVER = writing('preorders:write', {
  operationId: 'deliverFulfilment',
  summary: 'Record that a fulfilment is with the customer',
  params: OfFulfilment,
  body: NoBody,
  response: { 200: changed('The pre-order.'), ...MISSING },
});

/** Registers what left the store: send, correct, deliver. */
export function registerFulfilments({ app, askerOf, perform }: AdminRoutes): void {
  app.post(`${PREORDER}/fulfilments`, SEND, (request, reply) => {
    const act = actOn(askerOf(request), request.params.reference, sending(request.body));
    return perform(request, reply, { ...act, status: 201 });
  });
  app.patch(`${PREORDER}/fulfilments/:number`, TRACK, (request, reply) => {
    const { reference, number } = request.params;
    return perform(request, reply, actOn(askerOf(request), reference, tracking(number, request.body)));
  });
  app.post(`${PREORDER}/fulfilments/:number/deliver`, DELIVER, (request, reply) => {
    const { reference, number } = request.params;
    return perform(request, reply, actOn(askerOf(request), reference, delivering(number)));
  });
}

export const sending = ({ lines, carrier, ...given }: Static<typeof FulfilmentBody>): Change => ({
  action: 'preorder.send',
  async change(deps, { preorder, ...key }) {
    const tracking = { carrier, number: given.tracking_number, link: given.tracking_link };
    const asked = { ...key, lineIds: lineIdsOf(preorder, lines), tracking };
    return (await sendLines(deps, { ...asked, key: null })).lineIds;
  },
});

const tracking = (number: number, { notify = false, ...given }: Static<typeof TrackingBody>): Change => ({
  action: 'preorder.track',
  async change(deps, { preorder: _, ...key }) {
    const before = await readFulfilment(deps.db, { ...key, number });
    const { carrier, tracking_number, tracking_link } = given;
    await correctTracking(
      deps,
      { ...key, number },
      {
        carrier: carrier ?? before.tracking.carrier,
        number: tracking_number ?? before.tracking.number,
        link: tracking_link ?? before.tracking.link,
        mail: notify,
      },
    );
    return before.lineIds;
  },
});

export const delivering = (number: number): Change => ({
  action: 'preorder.deliver',
  async change(deps, { preorder: _, ...key }) {
    await markDelivered(deps, { ...key, number });
    return (await readFulfilment(deps.db, { ...key, number })).lineIds;
  },
});

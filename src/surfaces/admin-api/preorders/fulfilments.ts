import type { Static } from 'typebox';
import { correctTracking, markDelivered } from '../../../core/preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../../core/preorders/commands/send.ts';
import { readFulfilment } from '../../../core/preorders/queries/fulfilments.ts';
import * as operations from '../../../protocol/schema/admin-api/preorder-acts.ts';
import type { FulfilmentBody, TrackingBody } from '../../../protocol/schema/admin-api/preorder-writes.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { actOn, type Change } from './changes.ts';
import { lineIdsOf } from './views.ts';

/** Registers what left the store: send, correct, deliver. */
export function registerFulfilments({ writes }: AdminRoutes): void {
  writes(operations.sendLines, (asker, { reference, ...given }) => actOn(asker, reference, sending(given)));
  writes(operations.correctFulfilment, (asker, { reference, number, ...given }) =>
    actOn(asker, reference, tracking(number, given)),
  );
  writes(operations.deliverFulfilment, (asker, { reference, number }) => actOn(asker, reference, delivering(number)));
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

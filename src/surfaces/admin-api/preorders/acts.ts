import * as operations from '../../../protocol/schema/admin-api/preorder-acts.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { demandScope } from '../authenticate.ts';
import {
  actOn,
  answering,
  cancelling,
  confirmingAgain,
  goingOn,
  moving,
  reaching,
  refunding,
  releasing,
  returning,
} from './changes.ts';

/** Registers what is done with one pre-order. */
export function registerPreorderActs({ writes }: AdminRoutes): void {
  writes(operations.cancelPreorder, (asker, { reference, ...given }) =>
    actOn(asker, reference, cancelling(asker, given)),
  );
  writes(operations.refundLine, (asker, { reference, ...given }) => actOn(asker, reference, refunding(asker, given)));
  writes(operations.releaseLines, (asker, { reference, ...given }) => {
    if (given.despite_dispute) demandScope(asker, 'preorders:write');
    return actOn(asker, reference, releasing(given));
  });
  writes(operations.returnLines, (asker, { reference, ...given }) => actOn(asker, reference, returning(asker, given)));
  writes(operations.goOnDespiteDispute, (asker, { reference }) => actOn(asker, reference, goingOn()));
  writes(operations.answerForShopper, (asker, { reference, ...given }) =>
    actOn(asker, reference, answering(asker, given)),
  );
  writes(operations.changeAddress, (asker, { reference, ...given }) => {
    demandScope(asker, 'preorders:personal');
    return actOn(asker, reference, moving(given));
  });
  writes(operations.changeContact, (asker, { reference, ...given }) => {
    demandScope(asker, 'preorders:personal');
    return actOn(asker, reference, reaching(given, asker.principal.name));
  });
  writes(operations.resendConfirmation, (asker, { reference }) => actOn(asker, reference, confirmingAgain()));
}

import { writeToShopper } from '../../../core/preorders/commands/write-to-shopper.ts';
import * as operations from '../../../protocol/schema/admin-api/preorder-acts.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { actOn, type Change } from './changes.ts';

/** Registers what a merchant writes to a shopper. The activity log has that it was written, not the words. */
export function registerMessages({ writes }: AdminRoutes): void {
  writes(operations.writeToShopper, (asker, { reference, text }) =>
    actOn(asker, reference, writingTo(text, asker.principal.name)),
  );
}

export const writingTo = (text: string, by: string): Change => ({
  action: 'preorder.message',
  async change(deps, { preorder: _, ...key }) {
    await writeToShopper(deps, { ...key, text, by });
    return [];
  },
});

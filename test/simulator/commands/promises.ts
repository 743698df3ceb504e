import { answerQuestion } from '../../../src/core/promises/commands/answer.ts';
import { moveBatch } from '../../../src/core/promises/commands/move.ts';
import { anyNumber, type Commands, DONE, drawPreorder, NOTHING, preorderOf } from './command.ts';
import { withBatch } from './deliveries.ts';
import { windowFrom } from './merchant.ts';

/** Moved dates and the answers of shoppers. */
export const promises: Commands = {
  'move a date': {
    weight: 2.5,
    draw: (world, random) =>
      world.waitlists.length > 0
        ? { batch: anyNumber(random), shipsIn: 10 + random.below(150), process: random.below(2) }
        : null,
    run: (world, args) =>
      withBatch(world, args, async (batchId) => {
        const { deps } = world.processAt(Number(args.process));
        const request = { shipWindow: windowFrom(world, Number(args.shipsIn)), reason: 'The ship waits at sea.' };
        const { moved } = await moveBatch(deps, { storeId: world.storeId, batchId }, request);
        return moved ? DONE : 'the same date';
      }),
  },
  'answer to a moved date': {
    weight: 4,
    draw(world, random) {
      const args = drawPreorder(world, random);
      return args && { ...args, choice: random.chance(60) ? 'wait' : 'cancel' };
    },
    async run(world, args) {
      const preorder = preorderOf(world, args);
      if (!preorder) return NOTHING;
      // The question in the shopper's newest mail, which may have ended.
      const [asked] = await world.sql.query<{ id: string }>(
        `SELECT id FROM promise_notice WHERE store_id = $1 AND preorder_id = $2 AND kind = 'asked' ORDER BY at DESC LIMIT 1`,
        [world.storeId, preorder.id],
      );
      if (!asked) return NOTHING;
      const { deps } = world.processAt(Number(args.process));
      const { lineIds } = await answerQuestion(deps, {
        storeId: world.storeId,
        preorderId: preorder.id,
        noticeId: asked.id,
        choice: args.choice === 'cancel' ? ('cancel' as const) : ('wait' as const),
        givenBy: 'link' as const,
      });
      for (const id of lineIds) preorder.cancelled.add(id);
      return DONE;
    },
  },
};

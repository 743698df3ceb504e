import { goOnDespiteDispute } from '../../../src/core/accounts/commands/dispute.ts';
import { type DisputeMessage, deliverDispute } from '../bank.ts';
import type { World } from '../world.ts';
import { type Args, anyNumber, type Commands, DONE, meet, NOTHING, numbered } from './command.ts';
import { choosePayment, TAKEN } from './dashboard.ts';

/** Counted as faults: they happen between our actions and our knowledge of them. */
export const BANK_FAULTS = ['bank disputes', 'bank decides', 'bank unheard'] as const;

/** Disputes of the banks, their events, and the decisions of a person. */
export const disputes: Commands = {
  'a bank disputes a payment': {
    weight: 3,
    draw: (_world, random) => ({
      payment: random.chance(50) ? -1 : anyNumber(random),
      part: random.chance(30) ? 1 + random.below(99) : 100,
      asks: random.chance(25),
    }),
    async run(world, args) {
      const payment = await choosePayment(world, args, { which: TAKEN, fits: world.bank.mayDispute });
      if (!payment) return NOTHING;
      if (!(await world.bank.dispute(payment, args.asks === true ? 'warning' : 'needs_response'))) return NOTHING;
      meet(world, 'bank disputes');
      return DONE;
    },
  },
  'a bank decides': {
    weight: 3,
    draw: ({ bank }, random) =>
      bank.undecided().length > 0 ? { dispute: anyNumber(random), against: random.chance(50) } : null,
    async run(world, args) {
      const dispute = numbered(world.bank.undecided(), args.dispute);
      if (!dispute) return NOTHING;
      const state = await world.bank.decide(dispute, args.against === true);
      meet(world, 'bank decides');
      return `${DONE}: ${state}`;
    },
  },
  'a dispute is heard of': {
    weight: 5,
    // Mostly the oldest event, sometimes out of order; some come again.
    draw: ({ bank }, random) =>
      bank.messages.length > 0
        ? { message: random.chance(70) ? 0 : anyNumber(random), again: random.chance(15), process: random.below(2) }
        : null,
    async run(world, args) {
      const message = messageOf(world, args);
      if (!message) return NOTHING;
      const process = world.processAt(Number(args.process));
      await deliverDispute({ sql: world.sql, storeId: world.storeId, process }, message);
      if (args.again !== true) forget(world, message);
      return DONE;
    },
  },
  'a dispute is not heard of': {
    weight: 0.8,
    draw: ({ bank }, random) => (bank.messages.length > 0 ? { message: anyNumber(random) } : null),
    async run(world, args) {
      const message = messageOf(world, args);
      if (!message) return NOTHING;
      forget(world, message);
      meet(world, 'bank unheard');
      return DONE;
    },
  },
  'go on in spite of a dispute': {
    weight: 2,
    draw: ({ bank }, random) =>
      bank.disputes.length > 0 ? { waiting: anyNumber(random), process: random.below(2) } : null,
    async run(world, args) {
      const { storeId, sql } = world;
      const waiting = await sql.query<{ preorderId: string }>(
        'SELECT preorder_id AS "preorderId" FROM dispute_wait WHERE store_id = $1 AND reason <> $2 ORDER BY since, preorder_id',
        [storeId, 'withdrawal'],
      );
      const preorder = numbered(waiting, args.waiting);
      if (!preorder) return NOTHING;
      await goOnDespiteDispute(world.processAt(Number(args.process)).deps, { storeId, ...preorder });
      return DONE;
    },
  },
};

const messageOf = ({ bank }: World, { message }: Args): DisputeMessage | undefined => numbered(bank.messages, message);

/** Another process may have handled a copy of the event meanwhile. */
function forget({ bank: { messages } }: World, message: DisputeMessage): void {
  const at = messages.indexOf(message);
  if (at >= 0) messages.splice(at, 1);
}

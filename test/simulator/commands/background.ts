import { storeProviderEvent } from '../../../src/core/payments/commands/store-event.ts';
import type { Random } from '../../support/faults.ts';
import { checkSwept } from '../invariants.ts';
import { deliverWebhooks, work } from '../work.ts';
import { PROVIDER, type World } from '../world.ts';
import { anyNumber, type Commands, DONE, drawProcess, NOTHING } from './command.ts';

const SILENT_SECONDS = 20; // the sweep settles attempts that were silent for ten seconds
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Background work and events of the surroundings. */
export const background: Commands = {
  work: {
    weight: 14,
    draw: drawProcess,
    run: async (world, args) => work(world, world.processAt(Number(args.process))),
  },
  'tell the endpoints': {
    weight: 7,
    alone: true,
    draw: drawProcess,
    async run(world, args) {
      const delivered = await deliverWebhooks(world, world.processAt(Number(args.process)));
      return delivered > 0 ? DONE : NOTHING;
    },
  },
  'look after what is due': {
    weight: 9,
    draw: drawProcess,
    async run(world, args) {
      const process = world.processAt(Number(args.process));
      await world.outages.startWorker(process);
      const { rounds } = process;
      for (const { run } of Object.values(rounds)) await run().catch((error: unknown) => world.swallow(error));
      return DONE;
    },
  },
  'a sweep looks for what is silent': {
    weight: 6,
    alone: true,
    draw: drawProcess,
    async run(world, args) {
      await world.wait(SILENT_SECONDS);
      if (world.now() < world.providerDownUntil) return NOTHING;
      const process = world.processAt(Number(args.process));
      await world.outages.startWorker(process);
      await process.rounds.settleSilentAttempts?.run();
      if (!world.metFault()) await checkSwept(world);
      return DONE;
    },
  },
  'a provider event arrives': {
    weight: 8,
    draw: (world, random) =>
      world.outside.events.length > 0 ? { event: drawEvent(world, random), process: random.below(2) } : null,
    async run(world, args) {
      const { events, oldEvents } = world.outside;
      const [event] = events.splice(Number(args.event) % Math.max(1, events.length), 1);
      if (!event) return NOTHING;
      oldEvents.push(event);
      await storeProviderEvent(world.processAt(Number(args.process)).deps, { provider: PROVIDER, ...event });
      return DONE;
    },
  },
  'a provider event arrives again': {
    weight: 2,
    draw: (world, random) =>
      world.outside.oldEvents.length > 0 ? { event: anyNumber(random), process: random.below(2) } : null,
    async run(world, args) {
      const { oldEvents } = world.outside;
      const event = oldEvents[Number(args.event) % Math.max(1, oldEvents.length)];
      if (!event) return NOTHING;
      await storeProviderEvent(world.processAt(Number(args.process)).deps, { provider: PROVIDER, ...event });
      return DONE;
    },
  },
  'a provider event is lost': {
    weight: 2,
    draw: (world, random) => (world.outside.events.length > 0 ? { event: drawEvent(world, random) } : null),
    async run(world, args) {
      const { events } = world.outside;
      const lost = events.splice(Number(args.event) % Math.max(1, events.length), 1);
      return lost.length > 0 ? DONE : NOTHING;
    },
  },
  'the provider goes down': {
    weight: 0.5,
    draw: (_world, random) => ({ minutes: 1 + random.below(40) }),
    async run(world, args) {
      world.providerDownUntil = world.now() + Number(args.minutes) * MINUTE * 1_000;
      return DONE;
    },
  },
  'the endpoint answers otherwise': {
    weight: 1,
    draw: (_world, random) => ({ status: random.pick([200, 200, 500, 0, 302]) }),
    async run(world, args) {
      world.outside.endpointStatus = Number(args.status);
      return DONE;
    },
  },
  'minutes pass': {
    weight: 6,
    draw: (_world, random) => ({ seconds: random.chance(70) ? 5 + random.below(90) : random.below(12 * MINUTE) }),
    run: pass,
  },
  'hours pass': {
    weight: 3,
    draw: (_world, random) => ({ seconds: HOUR + random.below(20 * HOUR) }),
    run: pass,
  },
  'days pass': {
    weight: 2,
    draw: (_world, random) => ({ seconds: DAY + random.below(8 * DAY) }),
    run: pass,
  },
  'the clock jumps': {
    weight: 0.5,
    draw: (_world, random) => ({ seconds: 20 * DAY + random.below(40 * DAY) }),
    run: pass,
  },
};

async function pass(world: World, { seconds }: Record<string, unknown>): Promise<string> {
  await world.wait(Number(seconds));
  return DONE;
}

/** Picks an event: mostly the oldest, otherwise any, out of order. */
function drawEvent(world: World, random: Random): number {
  return random.chance(60) ? 0 : random.below(world.outside.events.length);
}

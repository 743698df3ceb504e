import { erase } from '../../../src/core/people/commands/erase.ts';
import { createEndpoint } from '../../../src/core/webhooks/commands/endpoints.ts';
import { createRandom } from '../../support/faults.ts';
import { newShopper } from '../store-fixture.ts';
import { anyNumber, type Commands, DONE, drawShopper, hasPreorders, shopperOf } from './command.ts';

/** Erasures and exports of personal data. */
export const people: Commands = {
  'erase somebody': {
    weight: 1.2,
    draw(world, random) {
      const shopper = drawShopper(world, random, hasPreorders);
      return shopper === null
        ? null
        : { shopper, openToo: random.chance(60), process: random.below(2), next: anyNumber(random) };
    },
    async run(world, args) {
      const shopper = shopperOf(world, args);
      const { deps } = world.processAt(Number(args.process));
      const { storeId } = world;
      await erase(deps, { storeId, email: shopper.email }, { openToo: args.openToo === true });
      world.erased.push({ mark: shopper.mark, at: world.now() });
      // The remaining rows belong to no shopper: the shopper returns with another name and address.
      world.shoppers[shopper.number] = newShopper(shopper.number, createRandom(Number(args.next)));
      return DONE;
    },
  },
  'change what is kept': {
    weight: 0.6,
    draw: (_world, random) => ({ checkoutDays: 1 + random.below(40), preorderDays: 5 + random.below(100) }),
    async run(world, { checkoutDays, preorderDays }) {
      await world.sql.query('UPDATE store SET keep_checkout_days = $2, keep_preorder_days = $3 WHERE id = $1', [
        world.storeId,
        checkoutDays,
        preorderDays,
      ]);
      return DONE;
    },
  },
  'subscribe an endpoint': {
    weight: 1.5,
    draw: (_world, random) => ({ process: random.below(2) }),
    async run(world, args) {
      const { deps } = world.processAt(Number(args.process));
      await createEndpoint(deps, world.storeId, { url: 'https://hooks.example/waitlist' });
      return DONE;
    },
  },
};

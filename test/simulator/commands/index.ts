import { background } from './background.ts';
import type { Commands } from './command.ts';
import { deliveries } from './deliveries.ts';
import { merchant } from './merchant.ts';
import { orders } from './orders.ts';
import { people } from './people.ts';
import { promises } from './promises.ts';
import { self } from './self.ts';
import { shopping } from './shopping.ts';

/** Everything that can happen in a history. */
export const COMMANDS: Commands = {
  ...shopping,
  ...orders,
  ...self,
  ...merchant,
  ...deliveries,
  ...promises,
  ...people,
  ...background,
};

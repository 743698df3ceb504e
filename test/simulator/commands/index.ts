import { background } from './background.ts';
import type { Commands } from './command.ts';
import { dashboard } from './dashboard.ts';
import { deliveries } from './deliveries.ts';
import { disputes } from './disputes.ts';
import { fulfilments } from './fulfilments.ts';
import { merchant } from './merchant.ts';
import { orders } from './orders.ts';
import { outages } from './outages.ts';
import { people } from './people.ts';
import { promises } from './promises.ts';
import { self } from './self.ts';
import { shopping } from './shopping.ts';
import { withdrawals } from './withdrawals.ts';

/** All commands of a history. */
export const COMMANDS: Commands = {
  ...shopping,
  ...orders,
  ...fulfilments,
  ...self,
  ...merchant,
  ...dashboard,
  ...disputes,
  ...withdrawals,
  ...deliveries,
  ...promises,
  ...people,
  ...background,
  ...outages,
};

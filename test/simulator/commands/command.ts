import type { Deps } from '../../../src/surfaces/deps.ts';
import type { Random } from '../../support/faults.ts';
import type { PlacedByShopper, Shopper } from '../scenery.ts';
import type { Act } from '../step.ts';
import type { World } from '../world.ts';

export type Args = Act['args'];

/** Something that somebody can do. */
export type Command = {
  /** How often it is drawn, compared with others. */
  weight: number;
  /** Never at the same time as others: the database shuffles what it does, and they could not be replayed. */
  alone?: boolean;
  /** What it would be done with now; null when there is nothing. */
  draw(world: World, random: Random): Args | null;
  /** Does it, and says what came of it; `NOTHING` when there was nothing to do it with. */
  run(world: World, args: Args): Promise<string>;
};

export type Commands = Record<string, Command>;

export const NOTHING = 'nothing';
export const DONE = 'done';

/** Arguments name by number what there is when they are used: a shortened history finds others, but always somebody. */
export function numbered<T>(from: readonly T[], number: unknown): T | undefined {
  return from[Number(number) % from.length];
}

/** Counted among the faults of the run's report: it comes between what we do and what we know. */
export function meet({ met }: World, fault: string): void {
  met.set(fault, (met.get(fault) ?? 0) + 1);
}

export const anyNumber = (random: Random): number => random.below(1_000);

/** The shopper that the acts of this step are about, as often as not: those meet who are about the same. */
export function drawShopper(world: World, random: Random, fits: (shopper: Shopper) => boolean): number | null {
  const able = world.shoppers.filter(fits);
  if (able.length === 0) return null;
  const focus = able.find(({ number }) => number === world.focus);
  return focus && random.chance(80) ? focus.number : random.pick(able).number;
}

export function shopperOf(world: World, { shopper }: Args): Shopper {
  const found = numbered(world.shoppers, shopper);
  if (!found) throw new Error('there are shoppers');
  return found;
}

/** The pre-order that the arguments name by shopper and number. */
export function preorderOf(world: World, args: Args): PlacedByShopper | undefined {
  return numbered(shopperOf(world, args).preorders, args.preorder);
}

export const hasPreorders = ({ preorders }: Shopper): boolean => preorders.length > 0;

/** Does something with the pre-order that the arguments name, in the process that they name. */
export async function withPreorder(
  world: World,
  args: Args,
  act: (named: NamedPreorder) => Promise<string>,
): Promise<string> {
  const preorder = preorderOf(world, args);
  if (!preorder) return NOTHING;
  const { deps } = world.processAt(Number(args.process));
  return act({ deps, preorder, key: { storeId: world.storeId, preorderId: preorder.id } });
}

export type NamedPreorder = {
  deps: Deps;
  preorder: PlacedByShopper;
  key: { storeId: string; preorderId: string };
};

/** Arguments for what is done to some pre-order. */
export function drawPreorder(world: World, random: Random): Args | null {
  const shopper = drawShopper(world, random, hasPreorders);
  if (shopper === null) return null;
  const count = world.shoppers[shopper]?.preorders.length ?? 1;
  // The newest as often as all others: what is fresh is still on its way.
  return { shopper, preorder: random.chance(50) ? count - 1 : random.below(count), process: random.below(2) };
}

export const drawProcess = (_world: World, random: Random): Args => ({ process: random.below(2) });

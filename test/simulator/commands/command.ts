import type { Deps } from '../../../src/surfaces/deps.ts';
import type { Random } from '../../support/faults.ts';
import type { Act } from '../step.ts';
import type { PlacedByShopper, Shopper } from '../store-fixture.ts';
import type { World } from '../world.ts';

export type Args = Act['args'];

/** An action that a history can draw. */
export type Command = {
  /** The relative frequency. */
  weight: number;
  /** Never runs in parallel: its order in the database is random, so it could not be replayed. */
  alone?: boolean;
  /** Draws the arguments; null if there is nothing to do it with. */
  draw(world: World, random: Random): Args | null;
  /** Runs it and returns the outcome, `NOTHING` if there is nothing to do it with. */
  run(world: World, args: Args): Promise<string>;
};

export type Commands = Record<string, Command>;

export const NOTHING = 'nothing';
export const DONE = 'done';

/** Arguments are indices of what exists at run time, so they stay valid in a shortened history. */
export function numbered<T>(from: readonly T[], number: unknown): T | undefined {
  return from[Number(number) % from.length];
}

/** Counted as a fault in the report: it happens between our action and our knowledge of it. */
export function meet({ met }: World, fault: string): void {
  met.set(fault, (met.get(fault) ?? 0) + 1);
}

export const anyNumber = (random: Random): number => random.below(1_000);

/** Picks the step's preferred shopper half of the time, so that parallel acts concern the same one. */
export function drawShopper(world: World, random: Random, fits: (shopper: Shopper) => boolean): number | null {
  const able = world.shoppers.filter(fits);
  if (able.length === 0) return null;
  const focus = able.find(({ number }) => number === world.focus);
  return focus && random.chance(80) ? focus.number : random.pick(able).number;
}

export function shopperOf(world: World, { shopper }: Args): Shopper {
  const found = numbered(world.shoppers, shopper);
  if (!found) throw new Error('no shoppers');
  return found;
}

/** Finds the pre-order that the arguments give by shopper and number. */
export function preorderOf(world: World, args: Args): PlacedByShopper | undefined {
  return numbered(shopperOf(world, args).preorders, args.preorder);
}

export const hasPreorders = ({ preorders }: Shopper): boolean => preorders.length > 0;

/** Runs an action on the pre-order of the arguments, in their process. */
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

/** Draws the arguments of an action on a pre-order. */
export function drawPreorder(world: World, random: Random): Args | null {
  const shopper = drawShopper(world, random, hasPreorders);
  if (shopper === null) return null;
  const count = world.shoppers[shopper]?.preorders.length ?? 1;
  // The newest is picked as often as all others, because its work is still in progress.
  return { shopper, preorder: random.chance(50) ? count - 1 : random.below(count), process: random.below(2) };
}

export const drawProcess = (_world: World, random: Random): Args => ({ process: random.below(2) });

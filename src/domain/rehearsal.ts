import { isCountry } from './country.ts';
import { AppError } from './error.ts';

export type Share<Of> = { of: Of; share: number };

/** What a launch is rehearsed with. Shares are weights; percentages are of all shoppers. */
export type LaunchPlan = {
  shoppers: number;
  /** In how many hours they come: half of them in the first eighth. */
  hours: number;
  countries: readonly Share<string>[];
  quantities: readonly Share<number>[];
  /** By SKU or the platform's id; empty: all variants alike. */
  variants: readonly Share<string>[];
  /** Leave after the address, without paying. */
  leavePercent: number;
  /** Their first card is declined; half of them try another. */
  declinePercent: number;
  /** Their bank asks for a second step, which takes a minute or more. */
  challengePercent: number;
  /** Come a second time, with the same address. */
  againPercent: number;
  /** Decides all that is left to chance: equal seeds make equal shoppers. */
  seed: number;
};

const SHOPPERS_MAX = 20_000;
const HOURS_MAX = 24 * 14;
const SHARES_MAX = 50;
const QUANTITY_MAX = 50;

const LAUNCH_DEFAULTS: Omit<LaunchPlan, 'countries'> = {
  shoppers: 500,
  hours: 24,
  quantities: [
    { of: 1, share: 80 },
    { of: 2, share: 16 },
    { of: 3, share: 4 },
  ],
  variants: [],
  leavePercent: 25,
  declinePercent: 6,
  challengePercent: 20,
  againPercent: 3,
  seed: 1,
};

/** Checks a plan; what is left out is the default. Throws `invalid_parameter`. */
export function checkPlan(given: Partial<LaunchPlan>, home: string): LaunchPlan {
  const plan = { ...LAUNCH_DEFAULTS, countries: [{ of: home, share: 1 }], ...given };
  whole(plan.shoppers, [1, SHOPPERS_MAX], 'shoppers');
  whole(plan.hours, [1, HOURS_MAX], 'hours');
  whole(plan.seed, [0, 2 ** 31], 'seed');
  for (const name of ['leavePercent', 'declinePercent', 'challengePercent', 'againPercent'] as const) {
    whole(plan[name], [0, 100], name.replace('Percent', '_percent'));
  }
  shares(plan.countries, 'countries', isCountry);
  shares(
    plan.quantities,
    'quantities',
    (quantity) => Number.isInteger(quantity) && quantity >= 1 && quantity <= QUANTITY_MAX,
  );
  if (plan.variants.length > 0) shares(plan.variants, 'variants', (name) => name !== '');
  return plan;
}

function whole(value: number, [min, max]: readonly [number, number], param: string): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new AppError('invalid_parameter', `${param} is a whole number from ${min} to ${max}.`, { param });
}

function shares<Of>(given: readonly Share<Of>[], param: string, isValid: (of: Of) => boolean): void {
  const fits = ({ of, share }: Share<Of>) => isValid(of) && Number.isFinite(share) && share > 0;
  if (given.length > 0 && given.length <= SHARES_MAX && given.every(fits)) return;
  const message = `${param} has 1 to ${SHARES_MAX} entries, each with a share above 0.`;
  throw new AppError('invalid_parameter', message, { param });
}

export type Fate = 'pays' | 'leaves' | 'declined' | 'challenged';

export type Shopper = {
  number: number;
  /** Seconds after the launch. */
  at: number;
  /** From the address to the payment, in seconds. */
  thinks: number;
  /** How long the second step takes. */
  proves: number;
  /** After a declined card. */
  triesAgain: boolean;
  country: string;
  quantity: number;
  variant: number;
  fate: Fate;
  /** The shopper who was here before, with this number. */
  again: number | null;
};

/** A cube: many come at once, and some days later a few still do. */
const crowd = (chance: number) => chance ** 3;

// Two in a hundred take as long as a phone call; the others need a minute or two.
const SLOW_PART = 0.02;
const THINKS = { least: 25, most: 180, slow: 900 };
const PROVES = { least: 15, most: 180, slow: 420 };

/** Makes the shoppers of a launch, in the order in which they come. The same plan makes the same shoppers. */
export function shoppersOf(plan: LaunchPlan, variantWeights: readonly number[]): Shopper[] {
  const chance = seededChance(plan.seed);
  const between = ({ least, most, slow }: typeof THINKS) =>
    chance() < SLOW_PART ? most + chance() * (slow - most) : least + chance() ** 2 * (most - least);
  const variants = variantWeights.map((share, of) => ({ of, share }));
  const shoppers = Array.from(
    { length: plan.shoppers },
    (): Omit<Shopper, 'number' | 'again'> => ({
      at: crowd(chance()) * plan.hours * 3_600,
      thinks: between(THINKS),
      proves: between(PROVES),
      triesAgain: chance() < 0.5,
      country: draw(plan.countries, chance()),
      quantity: draw(plan.quantities, chance()),
      variant: draw(variants, chance()),
      fate: fateOf(plan, chance() * 100),
    }),
  );
  return shoppers
    .sort((a, b) => a.at - b.at)
    .map((shopper, number) => {
      const isBack = chance() * 100 < plan.againPercent && number > 0;
      return { ...shopper, number, again: isBack ? Math.floor(chance() * number) : null };
    });
}

function fateOf({ leavePercent, declinePercent, challengePercent }: LaunchPlan, drawn: number): Fate {
  if (drawn < leavePercent) return 'leaves';
  if (drawn < leavePercent + declinePercent) return 'declined';
  return drawn < leavePercent + declinePercent + challengePercent ? 'challenged' : 'pays';
}

function draw<Of>(weighed: readonly Share<Of>[], chance: number): Of {
  let left = chance * weighed.reduce((sum, { share }) => sum + share, 0);
  for (const { of, share } of weighed) {
    left -= share;
    if (left < 0) return of;
  }
  const last = weighed.at(-1);
  if (last === undefined) throw new Error('nothing to draw from');
  return last.of;
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function seededChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

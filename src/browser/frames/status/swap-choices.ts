import type { SwapChoice, SwapOption } from '../../../protocol/schema/status-api.ts';

/** What can be chosen instead of a line item, ready for the form: only the options in which the variants differ. */
export type Choices = {
  /** The options' names. One with the name '' stands for a product without options, whose variants have only titles. */
  names: string[];
  combinations: Combination[];
};

type Combination = {
  /** A value of each name. */
  values: string[];
  /** Null for the variant that the line item has. */
  variant: SwapOption | null;
};

/** The chosen value of each name; null where the shopper has to choose. */
export type Chosen = readonly (string | null)[];

type HeldReason = NonNullable<SwapOption['held']>;

export type ChoosableValue = {
  value: string;
  text: string;
  /** Why it cannot be chosen; null if it can. */
  reason: 'sold_out' | 'missing' | HeldReason | null;
};

/** Returns the choices. `title` names the line item's own variant where the product has no options. */
export function choicesOf({ options, names, own }: SwapChoice, title: string): Choices {
  const all: Combination[] = options.map((variant) => ({ values: variant.values, variant }));
  all.splice(own.position, 0, { values: own.values, variant: null });
  const distinct = new Set(all.map(({ values }) => JSON.stringify(values)));
  const isComplete = all.every(({ values }) => values.length === names.length);
  // Without options, or with ones that do not tell the variants apart, each variant is a choice by its title.
  if (!isComplete || distinct.size < all.length) {
    const named = all.map(({ variant }) => ({ values: [variant ? variant.variantId : title], variant }));
    return { names: [''], combinations: named };
  }
  const differs = (index: number) => new Set(all.map(({ values }) => values[index])).size > 1;
  return {
    names: names.filter((_, index) => differs(index)),
    combinations: all.map(({ values, variant }) => ({ values: values.filter((_, index) => differs(index)), variant })),
  };
}

/** Returns the values of the line item's own variant, which are chosen first. */
export function ownValues({ combinations }: Choices): string[] {
  return combinations.find(({ variant }) => variant === null)?.values ?? [];
}

/**
 * Returns the values of an option in the catalogue's order. Whether one can be chosen depends on what is chosen of the
 * options before it and not on those after it: so every variant can be reached, whichever is chosen first.
 */
export function valuesOf({ names, combinations }: Choices, chosen: Chosen, at: number): ChoosableValue[] {
  const before = chosen.slice(0, at);
  const values = new Set(combinations.flatMap(({ values }) => values[at] ?? []));
  return [...values].map((value) => {
    const fits = combinations.filter((each) => matches(each, [...before, value]));
    const reason = fits.length === 0 ? 'missing' : fits.some(isLeft) ? null : (firstHeld(fits) ?? 'sold_out');
    const title = names[0] === '' && fits[0]?.variant?.title;
    return { value, text: title || value, reason };
  });
}

/** Chooses a value. What was chosen of the options after it is given up where it does not exist with it or is sold out. */
export function chooseValue(
  { names, combinations }: Choices,
  chosen: Chosen,
  { at, value }: { at: number; value: string },
): Chosen {
  const next = chosen.slice(0, at).concat(value);
  for (let index = at + 1; index < names.length; index += 1) {
    const kept = chosen[index] ?? null;
    const fits = combinations.some((each) => isLeft(each) && matches(each, [...next, kept]));
    next.push(fits ? kept : null);
  }
  return next;
}

/** Returns the variant that is chosen: 'own' for the one that the line item has, null while a value is missing. */
export function variantOf({ combinations }: Choices, chosen: Chosen): SwapOption | 'own' | null {
  if (chosen.includes(null)) return null;
  const found = combinations.find((each) => matches(each, chosen));
  return found ? (found.variant ?? 'own') : null;
}

/** Returns how the chosen variant is named beside the line item's own: by the values that differ. */
export function differenceOf(choices: Choices, chosen: Chosen, { title }: SwapOption): string {
  if (choices.names[0] === '') return title;
  const own = ownValues(choices);
  return chosen.filter((value, index) => value !== own[index]).join(' / ');
}

function matches({ values }: Combination, chosen: Chosen): boolean {
  return chosen.every((value, index) => value === null || value === values[index]);
}

/** Returns what is said of the variant that may be back first; undefined where no units are held. */
function firstHeld(fits: readonly Combination[]): HeldReason | undefined {
  const held = fits.flatMap(({ variant }) => variant?.held ?? []);
  return held.sort((a, b) => (a.until ?? '9').localeCompare(b.until ?? '9'))[0];
}

function isLeft({ variant }: Combination): boolean {
  return variant === null || variant.left;
}

/** Returns how many of `wanted` line items can be swapped at once. */
export function countOf({ most }: SwapOption, wanted: number): number {
  return Math.max(1, Math.min(wanted, most));
}

/** Returns the differences in price of that many line items. */
export function differencesOf({ now, later, also }: SwapOption, count: number): { now: number; later: number } {
  const lines = [{ now, later }, ...also].slice(0, count);
  const sum = (of: 'now' | 'later') => lines.reduce((total, line) => total + line[of], 0);
  return { now: sum('now'), later: sum('later') };
}

import type { PlanChange } from '../../src/domain/payment-plan.ts';

/** A product of the demo store, with the data for its own pages and for the service. Prices are in euro cents. */
export type DemoProduct = {
  /** The platform's id, which is `productId` in the SDK. */
  id: string;
  handle: string;
  title: string;
  kind: string;
  /** One sentence under the title. */
  lead: string;
  story: string[];
  facts: [name: string, value: string][];
  options: DemoOption[];
  variants: DemoVariant[];
  waitlist: DemoWaitlist | null;
  /** Features of the SDK that the page's snippet shows besides a plain button and price. */
  shows?: { fallbackToSoldOut?: true; engraving?: { label: string; lengthMax: number } };
};

export type DemoOption = { name: string; values: DemoValue[] };

export type DemoValue = {
  name: string;
  /** A colour that is shown beside the name. */
  swatch?: string;
};

export type DemoVariant = {
  /** The platform's id, which is `skuId` in the SDK. */
  id: string;
  sku: string;
  values: string[];
  price: number;
  /** The picture's file name without its ending. */
  picture: string;
  inStock: number;
};

export type DemoWaitlist = {
  /** Calendar days after the store was first seeded. */
  shipsIn: { from: number; until: number };
  /** Days after the first seed until it opens; without it, it is open from the start. */
  launchesIn?: number;
  limitPerCustomer?: number;
  description: string;
  /** Units by the SKU of the variant, for every variant of the product. */
  units: Record<string, number>;
  /** The payment plan; without it, all is paid at once. */
  plan?: PlanChange;
  /** The struck price. Only for a product that the store really sold at it before. */
  compareAtPrice?: number;
};

type Choice = { name: string; code: string; swatch?: string; picture?: string };

export type VariantPlan = {
  /** The product's id; the ids of the variants begin with it. */
  id: string;
  sku: string;
  price: number;
  inStock?: number;
  /** The picture of variants whose choices have none. */
  picture?: string;
  options: { name: string; choices: Choice[] }[];
};

/** Returns a variant for every combination of choices, in the order of the options; without options, a single variant. */
export function variantsOf(plan: VariantPlan): Pick<DemoProduct, 'options' | 'variants'> {
  const combinations = plan.options.reduce<Choice[][]>(
    (made, { choices }) => made.flatMap((row) => choices.map((choice) => [...row, choice])),
    [[]],
  );
  const variants = combinations.map((row, index) => ({
    id: `${plan.id}${String(index + 1).padStart(2, '0')}`,
    sku: [plan.sku, ...row.map(({ code }) => code)].join('-'),
    values: row.map(({ name }) => name),
    price: plan.price,
    picture: row.find(({ picture }) => picture)?.picture ?? plan.picture ?? '',
    inStock: plan.inStock ?? 0,
  }));
  const options = plan.options.map(({ name, choices }) => ({
    name,
    values: choices.map((choice) =>
      choice.swatch ? { name: choice.name, swatch: choice.swatch } : { name: choice.name },
    ),
  }));
  return { options, variants };
}

/** Returns the same number of units for every variant, apart from `others`. */
export function unitsOf(
  variants: DemoVariant[],
  units: number,
  others: Record<string, number> = {},
): Record<string, number> {
  return Object.fromEntries(variants.map(({ sku }) => [sku, others[sku] ?? units]));
}

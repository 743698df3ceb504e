import type { PlanChange } from '../../src/domain/payment-plan.ts';

/** A product of the demo store: what its own pages show, and what the service is told of it. Prices are euro cents. */
export type DemoProduct = {
  /** The platform's id: what `productId` means in the SDK. */
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
  /** What the page's snippet shows of the SDK beyond the plain button and price. */
  shows?: { fallbackToSoldOut?: true; engraving?: { label: string; lengthMax: number } };
};

export type DemoOption = { name: string; values: DemoValue[] };

export type DemoValue = {
  name: string;
  /** A colour to show beside the name. */
  swatch?: string;
};

export type DemoVariant = {
  /** The platform's id: what `skuId` means in the SDK. */
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
  /** Opens that many days after the store was first seeded; left out, it is open from the start. */
  launchesIn?: number;
  limitPerCustomer?: number;
  description: string;
  /** Units of a variant by its SKU; every variant of the product is named. */
  units: Record<string, number>;
  /** When shoppers pay; left out: all of it, now. */
  plan?: PlanChange;
  /** A price to strike beside the waitlist's own: only where the shop really asked it before. */
  compareAtPrice?: number;
};

type Choice = { name: string; code: string; swatch?: string; picture?: string };

export type VariantPlan = {
  /** The product's id; variants are numbered after it. */
  id: string;
  sku: string;
  price: number;
  inStock?: number;
  /** The picture when no choice names its own. */
  picture?: string;
  options: { name: string; choices: Choice[] }[];
};

/** Every combination of the choices, in the order of the options; without options, the one variant. */
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

/** The same number of units of every variant, but for those named. */
export function unitsOf(
  variants: DemoVariant[],
  units: number,
  others: Record<string, number> = {},
): Record<string, number> {
  return Object.fromEntries(variants.map(({ sku }) => [sku, others[sku] ?? units]));
}

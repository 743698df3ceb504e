import type { PlanChange } from '../../src/domain/payment-plan.ts';

/** A product of earlier months, which the demo store's own pages do not show: its waitlist was sold elsewhere. */
export type PastOffer = {
  id: string;
  handle: string;
  title: string;
  variants: { id: string; sku: string; values: string[]; price: number; units: number }[];
  /** In days from today: below zero is past. */
  opens: number;
  shipsIn: { from: number; until: number };
  plan: PlanChange;
  /** How many pre-orders are placed on a day, that many days after it opened. */
  pace: (day: number) => number;
};

/** Sold in summer, half of it delivered late: what waits is late. */
export const PARKA: PastOffer = {
  id: '2001',
  handle: 'vinter-parka',
  title: 'Vinter Parka',
  variants: [
    { id: '200101', sku: 'VIN-S', values: ['S'], price: 34_900, units: 30 },
    { id: '200102', sku: 'VIN-M', values: ['M'], price: 34_900, units: 40 },
  ],
  opens: -104,
  shipsIn: { from: -52, until: -46 },
  plan: { plan: 'pay_later' },
  pace: (day) => (day < 4 ? 4 : day < 24 ? 1 : 0),
};

/** Sells since six weeks, less each week, and ships within days: what is missing is at risk. */
export const BLANKET: PastOffer = {
  id: '2002',
  handle: 'kelp-blanket',
  title: 'Kelp Blanket',
  variants: [{ id: '200201', sku: 'KEL-1', values: ['One size'], price: 11_900, units: 160 }],
  opens: -42,
  shipsIn: { from: 5, until: 9 },
  plan: { plan: 'pay_now' },
  pace: (day) => (day < 3 ? 5 : day % 7 < 2 ? 2 : 1),
};

/** Nearly sold out after three weeks. */
const STOVE: PastOffer = {
  id: '2003',
  handle: 'gneis-stove',
  title: 'Gneis Stove',
  variants: [{ id: '200301', sku: 'GNE-1', values: ['One size'], price: 23_500, units: 44 }],
  opens: -21,
  shipsIn: { from: 40, until: 47 },
  plan: { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 } },
  pace: (day) => (day < 2 ? 4 : 1),
};

export const PAST_OFFERS: readonly PastOffer[] = [PARKA, BLANKET, STOVE];

import type { Minor } from './money.ts';
import { shipsTo } from './waitlist.ts';

/** What a rehearsed launch came to. Amounts are minor units of the store's currency. */
export type RehearsalReport = {
  currency: string;
  opensAt: string;
  endsAt: string;
  plan: string;
  shoppers: number;
  preorders: number;
  units: number;
  booked: Minor;
  dueNow: Minor;
  again: number;
  /** Units sold in each part of the launch, by variant in the order of `variants`. */
  series: { at: string; units: number[] }[];
  variants: {
    sku: string;
    title: string;
    variantId: string;
    forSale: number;
    sold: number;
    soldOutAt: string | null;
    /** Units that shoppers asked for and did not get. */
    missed: number;
  }[];
  countries: { country: string; shoppers: number; preorders: number; units: number; refused: number }[];
  quantities: { quantity: number; preorders: number }[];
  batches: { position: number; shipsFrom: string; shipsUntil: string; forSale: number; sold: number }[];
  refusals: { code: string; shoppers: number }[];
  payments: { left: number; paid: number; declined: number; challenged: number; tooLate: number };
  findings: Finding[];
};

/** A setting that would have failed. `place` says where it is mended. */
export type Finding = {
  code:
    | 'would_not_open'
    | 'closes_in_launch'
    | 'country_not_shipped'
    | 'tax_missing'
    | 'hold_too_short'
    | 'limit_refuses_many'
    | 'sold_out_early'
    | 'other_refusals';
  place: 'waitlist' | 'shipping' | 'tax' | 'rules' | 'payments';
  message: string;
  shoppers: number;
  /** What the message names, for those who say it in other words. */
  data: {
    /** Of `country_not_shipped` and `tax_missing`. */
    countries?: string[];
    /** Of `sold_out_early`. */
    variants?: string[];
    units?: number;
    /** The setting that would have failed: minutes, or units a customer. */
    limit?: number;
    /** The refusal that shoppers, or the person who opens the waitlist, would have got. */
    refusal?: string;
  };
};

export type RehearsalFacts = Omit<RehearsalReport, 'findings'> & {
  /** Why the live waitlist could not be opened now; null if it could. */
  refusal: { code: string; message: string } | null;
  taxCountries: readonly string[];
  shippingCountries: readonly string[];
  /** To which the waitlist ships; null for all of the store. */
  waitlistCountries: string[] | null;
  holdMinutes: number;
  limitPerCustomer: number | null;
};

const MANY = 0.02; // of those whom a setting can reach
const EARLY = 0.1; // of the launch

/** Says which settings would have failed, from what happened. */
export function findingsOf(facts: RehearsalFacts): Finding[] {
  return [
    ...refusalToOpen(facts),
    ...closing(facts),
    ...countries(facts),
    ...taxes(facts),
    ...holds(facts),
    ...limits(facts),
    ...shortage(facts),
    ...others(facts),
  ];
}

const count = ({ refusals }: RehearsalFacts, ...codes: string[]) =>
  refusals.filter(({ code }) => codes.includes(code)).reduce((sum, { shoppers }) => sum + shoppers, 0);

function refusalToOpen({ refusal, shoppers }: RehearsalFacts): Finding[] {
  if (refusal === null) return [];
  const place = /payment|amount/.test(refusal.code) ? 'payments' : 'waitlist';
  return [{ code: 'would_not_open', place, message: refusal.message, shoppers, data: { refusal: refusal.code } }];
}

function closing(facts: RehearsalFacts): Finding[] {
  const shoppers = count(facts, 'waitlist_not_open');
  if (shoppers === 0 || facts.refusal !== null) return [];
  const message = 'The waitlist closed while shoppers still came. Let it close later, or not by itself.';
  return [{ code: 'closes_in_launch', place: 'waitlist', message, shoppers, data: {} }];
}

function countries(facts: RehearsalFacts): Finding[] {
  const refused = facts.countries.filter(({ preorders, refused: none }) => preorders === 0 && none > 0);
  if (count(facts, 'country_not_shipped') === 0) return [];
  const hasRate = ({ country }: { country: string }) => facts.shippingCountries.includes(country);
  const without = refused.filter((each) => !hasRate(each));
  const leftOut = refused.filter((each) => hasRate(each) && !shipsTo(facts.waitlistCountries, each.country));
  const found = (of: typeof refused, place: Finding['place'], message: string): Finding[] => {
    const shoppers = of.reduce((sum, each) => sum + each.refused, 0);
    const data = { countries: of.map(({ country }) => country) };
    return of.length === 0 ? [] : [{ code: 'country_not_shipped', place, message, shoppers, data }];
  };
  return [
    ...found(without, 'shipping', `There is no shipping rate for ${namesOf(without)}, so nobody there could buy.`),
    ...found(leftOut, 'waitlist', `The waitlist does not ship to ${namesOf(leftOut)}, so nobody there could buy.`),
  ];
}

const namesOf = (of: readonly { country: string }[]) => of.map(({ country }) => country).join(', ');

function taxes({ countries: sold, taxCountries }: RehearsalFacts): Finding[] {
  const without = sold.filter(({ country, preorders }) => preorders > 0 && !taxCountries.includes(country));
  if (taxCountries.length === 0 || without.length === 0) return [];
  const names = without.map(({ country }) => country);
  const message = `Other countries have a tax rate and ${names.join(', ')} has none, so its pre-orders would be sold without tax.`;
  const shoppers = without.reduce((sum, { preorders }) => sum + preorders, 0);
  return [{ code: 'tax_missing', place: 'tax', message, shoppers, data: { countries: names } }];
}

function holds({ payments: { tooLate, paid }, holdMinutes }: RehearsalFacts): Finding[] {
  if (tooLate === 0 || tooLate < MANY * (paid + tooLate)) return [];
  const message = `${tooLate} shoppers wanted to pay, and their ${holdMinutes} minutes were over. Hold units for longer.`;
  return [{ code: 'hold_too_short', place: 'rules', message, shoppers: tooLate, data: { limit: holdMinutes } }];
}

function limits(facts: RehearsalFacts): Finding[] {
  const shoppers = count(facts, 'limit_per_customer');
  if (shoppers < MANY * facts.shoppers || shoppers === 0) return [];
  const limit = facts.limitPerCustomer ?? 0;
  const message = `The limit of ${limit} units a customer refused ${shoppers} shoppers.`;
  return [{ code: 'limit_refuses_many', place: 'waitlist', message, shoppers, data: { limit } }];
}

function shortage(facts: RehearsalFacts): Finding[] {
  const [from, until] = [Date.parse(facts.opensAt), Date.parse(facts.endsAt)];
  const early = facts.variants.filter(
    ({ soldOutAt }) => soldOutAt !== null && (Date.parse(soldOutAt) - from) / (until - from) < EARLY,
  );
  const missed = early.reduce((sum, variant) => sum + variant.missed, 0);
  if (missed === 0) return [];
  const variants = early.map(({ title, sku }) => title || sku);
  const message = `${variants.join(', ')} would be sold out in the first tenth of the launch; ${missed} more units were asked for.`;
  const shoppers = count(facts, 'sold_out', 'held_by_others');
  return [{ code: 'sold_out_early', place: 'waitlist', message, shoppers, data: { variants, units: missed } }];
}

const EXPLAINED = [
  'waitlist_not_open',
  'country_not_shipped',
  'checkout_not_held',
  'limit_per_customer',
  'sold_out',
  'held_by_others',
];

function others({ refusals }: RehearsalFacts): Finding[] {
  return refusals
    .filter(({ code }) => !EXPLAINED.includes(code))
    .map(({ code, shoppers }) => ({
      code: 'other_refusals',
      place: 'rules',
      message: `${shoppers} shoppers were refused with ${code}.`,
      shoppers,
      data: { refusal: code },
    }));
}

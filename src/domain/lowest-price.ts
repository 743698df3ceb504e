import { EUROPEAN_UNION } from './country.ts';
import type { Minor } from './money.ts';
import { shipsTo } from './waitlist.ts';

/** Where shoppers read the lowest price of 30 days beside a struck price: where the law asks for it, everywhere or nowhere. */
export const LOWEST_PRICE = ['law', 'always', 'never'] as const;
export type LowestPriceRule = (typeof LOWEST_PRICE)[number];

// Directive 98/6/EC, article 6a, which the EEA has taken over. Read in 2026 in its public text, and not by a lawyer.
const COUNTRIES_WITH_LAW = new Set([...EUROPEAN_UNION, 'IS', 'LI', 'NO']);

type Offering = {
  store: { lowestPrice: LowestPriceRule; shipping: readonly { country: string }[] };
  waitlist: { countries: readonly string[] | null };
};

/** Returns true if a waitlist says the lowest price beside a struck one. Under the law, if it ships to a country that asks for it. */
export function saysLowestPrice({ store, waitlist }: Offering): boolean {
  if (store.lowestPrice !== 'law') return store.lowestPrice === 'always';
  return store.shipping.some(({ country }) => COUNTRIES_WITH_LAW.has(country) && shipsTo(waitlist.countries, country));
}

/** A price at which a variant was offered, by a waitlist or the catalogue. */
export type PricePeriod = { price: Minor; since: Date /** Null: it is offered now. */; until: Date | null };

const WINDOW_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the lowest price of the 30 days before the reduction to the present price began. Where the price has been offered without a
 * break, by whomever, it began with the first of them, but not before a lower one ended. The present price itself, where no price before
 * it is known.
 */
export function lowestPrice(present: Minor, periods: readonly PricePeriod[], now: Date): Minor {
  const begun = beginOf(
    periods.filter(({ price }) => price === present),
    now.getTime(),
  );
  // Else a price that one of catalogue and waitlist kept would hide that the other asked less meanwhile.
  const lower = periods.filter(({ price }) => price < present).map((period) => Math.min(endOf(period), now.getTime()));
  return lowestOf(periods, new Date(Math.max(begun, ...lower))) ?? present;
}

/** Returns the lowest price of the 30 days before a moment; null if none is known. */
export function lowestOf(periods: readonly PricePeriod[], moment: Date): Minor | null {
  const until = moment.getTime();
  const prices = periods
    .filter((period) => period.since.getTime() < until && endOf(period) > until - WINDOW_MS)
    .map(({ price }) => price);
  return prices.length > 0 ? Math.min(...prices) : null;
}

/** Returns when the last unbroken time of these periods began; `now` if none of them lasts until then. */
function beginOf(periods: readonly PricePeriod[], now: number): number {
  const latestFirst = [...periods].sort((a, b) => endOf(b) - endOf(a));
  let begun = now;
  for (const period of latestFirst) if (endOf(period) >= begun) begun = Math.min(begun, period.since.getTime());
  return begun;
}

const endOf = ({ until }: PricePeriod) => until?.getTime() ?? Number.POSITIVE_INFINITY;

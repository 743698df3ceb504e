import type { Shopper } from '../../domain/rehearsal.ts';
import type { RehearsalReport } from '../../domain/rehearsal-report.ts';
import type { Waitlist } from '../waitlists/queries.ts';

// Enough for a curve, few enough for a report of some kilobytes.
const PARTS = 48;

type Amounts = { total: number; dueNow: number; quantity: number };

type Counts = Pick<
  RehearsalReport,
  | 'shoppers'
  | 'preorders'
  | 'units'
  | 'booked'
  | 'dueNow'
  | 'again'
  | 'series'
  | 'variants'
  | 'countries'
  | 'quantities'
  | 'refusals'
  | 'payments'
>;

/** What happens in a launch, counted. */
export type Tally = {
  counts: Omit<Counts, 'countries' | 'quantities' | 'refusals'>;
  countries: Map<string, RehearsalReport['countries'][number]>;
  quantities: Map<number, number>;
  refusals: Map<string, number>;
  opensAt: Date;
  partSeconds: number;
};

type TallyOptions = { waitlist: Waitlist; opensAt: Date; hours: number };

export function createTally({ waitlist, opensAt, hours }: TallyOptions): Tally {
  const partSeconds = (hours * 3_600) / PARTS;
  return {
    opensAt,
    partSeconds,
    countries: new Map(),
    quantities: new Map(),
    refusals: new Map(),
    counts: {
      shoppers: 0,
      preorders: 0,
      units: 0,
      booked: 0,
      dueNow: 0,
      again: 0,
      payments: { left: 0, paid: 0, declined: 0, challenged: 0, tooLate: 0 },
      series: Array.from({ length: PARTS }, (_, part) => ({
        at: momentOf(opensAt, part * partSeconds),
        units: waitlist.variants.map(() => 0),
      })),
      variants: waitlist.variants.map(({ sku, title, externalId, allocated, sold }) => ({
        sku,
        title,
        variantId: externalId,
        forSale: allocated - sold,
        sold: 0,
        soldOutAt: null,
        missed: 0,
      })),
    },
  };
}

const momentOf = (opensAt: Date, seconds: number) => new Date(opensAt.getTime() + seconds * 1_000).toISOString();

function countryOf({ countries }: Tally, { country }: Shopper) {
  const found = countries.get(country) ?? { country, shoppers: 0, preorders: 0, units: 0, refused: 0 };
  countries.set(country, found);
  return found;
}

const addOne = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);

export function noteArrival(tally: Tally, shopper: Shopper): void {
  tally.counts.shoppers += 1;
  if (shopper.again !== null) tally.counts.again += 1;
  countryOf(tally, shopper).shoppers += 1;
}

/** Notes that a shopper was refused, with the code that their page got. */
export function noteRefusal(tally: Tally, shopper: Shopper, code: string): void {
  addOne(tally.refusals, code);
  countryOf(tally, shopper).refused += 1;
  if (code === 'checkout_not_held') tally.counts.payments.tooLate += 1;
  if (code === 'sold_out' || code === 'held_by_others') noteMissed(tally, shopper, shopper.quantity);
}

/** Notes units that a shopper asked for and did not get. */
export function noteMissed({ counts }: Tally, { variant }: Shopper, units: number): void {
  const wanted = counts.variants[variant];
  if (wanted) wanted.missed += units;
}

export function noteSale(tally: Tally, shopper: Shopper, { total, dueNow, quantity }: Amounts): void {
  const { counts, partSeconds, opensAt } = tally;
  const at = shopper.at + shopper.thinks;
  counts.payments.paid += 1;
  counts.preorders += 1;
  counts.units += quantity;
  counts.booked += total;
  counts.dueNow += dueNow;
  const country = countryOf(tally, shopper);
  country.preorders += 1;
  country.units += quantity;
  addOne(tally.quantities, quantity);
  const part = counts.series[Math.min(PARTS - 1, Math.floor(at / partSeconds))];
  if (part) part.units[shopper.variant] = (part.units[shopper.variant] ?? 0) + quantity;
  const variant = counts.variants[shopper.variant];
  if (!variant) return;
  variant.sold += quantity;
  if (variant.sold >= variant.forSale) variant.soldOutAt ??= momentOf(opensAt, at);
}

/** Returns what was counted; of each batch how many units are sold, the caller reads. */
export function countsOf({ counts, countries, quantities, refusals }: Tally): Counts {
  return {
    ...counts,
    countries: [...countries.values()].sort((a, b) => b.shoppers - a.shoppers),
    quantities: [...quantities].sort(([a], [b]) => a - b).map(([quantity, preorders]) => ({ quantity, preorders })),
    refusals: [...refusals].sort(([, a], [, b]) => b - a).map(([code, shoppers]) => ({ code, shoppers })),
  };
}

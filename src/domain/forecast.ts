/** Units sold on each whole day, the oldest first. Days without a sale are 0. */
export type DailySales = readonly number[];

/** In how many days from now the last unit is sold. It is before `latest` and after `earliest` in four of five cases. */
export type Forecast = {
  /** Units a day that sell now. */
  pace: number;
  expected: number | null;
  earliest: number | null;
  /** Null when it may take longer than the days that are looked at. */
  latest: number | null;
};

// Below these numbers chance alone decides, and a date would only pretend to know.
const DAYS_MIN = 4;
const UNITS_MIN = 8;
// A year: nobody plans an allocation further ahead from its daily sales.
export const FORECAST_DAYS_MAX = 365;
// What sold yesterday says more than what sold two weeks ago. A week, so that every weekday counts about the same.
const HALF_LIFE_DAYS = 7;
// 10 % and 90 % of a normal distribution.
const QUANTILE = 1.2816;
// How far the pace itself wanders in a day, as a share of it. Tried on invented sales (forecast.test.ts).
const WANDER = 0.04;
// In the first days of a sale the pace changes most: at this age it wanders twice as far as later.
const YOUNG_DAYS = 14;
// A launch sells less each day for a while. So much of a trend is left a week later.
const TREND_KEPT = 0.6;
const TREND_MAX = 0.2;
// How much of what the trend changes is doubtful: it may end tomorrow.
const TREND_DOUBT = 0.7;
// A trend counts by how far it is beyond so many of its standard errors: days always go up and down a little.
const ERRORS_MIN = 2;

/**
 * Tells from the sales of days when `left` units will be sold out, and how sure that is. Resolves with null where too little
 * was sold to tell. The spread has three parts: chance of single days, an estimated pace, and a pace that changes later.
 */
export function forecastSellOut(sales: DailySales, left: number): Forecast | null {
  const total = sales.reduce((sum, units) => sum + units, 0);
  if (sales.length < DAYS_MIN || total < UNITS_MIN) return null;
  const { rate, dispersion, days, trend } = paceOf(sales);
  if (rate <= 0) return null;
  if (left <= 0) return { pace: rate, expected: 0, earliest: 0, latest: 0 };
  const wander = WANDER * (1 + YOUNG_DAYS / sales.length);
  const found: Omit<Forecast, 'pace'> = { expected: null, earliest: null, latest: null };
  let mean = 0;
  let daily = rate;
  for (let day = 1; day <= FORECAST_DAYS_MAX && found.latest === null; day += 1) {
    // The trend dies away, so that a launch does not seem to end at nothing.
    daily *= Math.exp(trend * TREND_KEPT ** (day / HALF_LIFE_DAYS));
    mean += daily;
    const chance = dispersion * mean;
    const unsure =
      mean * mean * (dispersion / (rate * days) + (wander ** 2 * day) / 3) + (TREND_DOUBT * (mean - rate * day)) ** 2;
    const spread = QUANTILE * Math.sqrt(chance + unsure);
    found.earliest ??= mean + spread >= left ? day : null;
    found.expected ??= mean >= left ? day : null;
    found.latest ??= mean - spread >= left ? day : null;
  }
  return { pace: rate, ...found };
}

type Pace = {
  /** Units a day, now. */
  rate: number;
  /** How much more the days differ than chance alone explains: 1 is chance alone. */
  dispersion: number;
  /** How many days of equal weight know as much. */
  days: number;
  /** By how much the logarithm of the pace changes each day; 0 where it only goes up and down. */
  trend: number;
};

function paceOf(sales: DailySales): Pace {
  const ages = sales.map((_, index) => sales.length - index);
  const weights = ages.map((age) => 0.5 ** (age / HALF_LIFE_DAYS));
  const weight = sum(weights);
  const mean = (values: readonly number[]) => sum(values.map((value, index) => value * (weights[index] ?? 0))) / weight;
  const days = weight ** 2 / sum(weights.map((one) => one ** 2));
  const trend = trendOf({ ages, logs: sales.map((units) => Math.log(units + 0.5)), mean, days });
  // What sold lately is some days old on average; with a trend, today is different.
  const expected = ages.map((age) => Math.exp(-trend * age));
  const rate = mean(sales) / mean(expected);
  const excess = mean(sales.map((units, index) => (units - rate * (expected[index] ?? 1)) ** 2));
  const dispersion = rate > 0 ? Math.max(1, (excess / mean(sales)) * (days / Math.max(1, days - 1))) : 1;
  return { rate, dispersion, days, trend };
}

type Fit = {
  ages: readonly number[];
  logs: readonly number[];
  mean: (values: readonly number[]) => number;
  days: number;
};

/** Fits a line through the logarithms of the days, and leaves of its slope what chance does not explain. */
function trendOf({ ages, logs, mean, days }: Fit): number {
  const age = mean(ages);
  const log = mean(logs);
  const spread = mean(ages.map((one) => (one - age) ** 2));
  const slope = -mean(ages.map((one, index) => (one - age) * ((logs[index] ?? 0) - log))) / spread;
  const rest = mean(logs.map((one, index) => (one - log + slope * ((ages[index] ?? 0) - age)) ** 2));
  const error = Math.sqrt(rest / (spread * Math.max(1, days - 2)));
  const sure = Math.max(0, 1 - (ERRORS_MIN * error) / Math.max(Math.abs(slope), Number.MIN_VALUE));
  return Math.min(TREND_MAX, Math.max(-TREND_MAX, slope * sure));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

import { EUROPEAN_UNION } from './country.ts';

// Laws that let a consumer withdraw from a sale at a distance without a reason. Read in 2026 in their public texts, and not by a
// lawyer. Switzerland has no such law for all goods; what a store grants by its own will is not said here.
const DIRECTIVE = 'Directive 2011/83/EU, article 9';
const IN_THE_EEA = `${DIRECTIVE}, by the EEA Agreement, annex XIX`;
const IN_BRITAIN = 'Consumer Contracts Regulations 2013 (SI 2013/3134), regulation 30';
const LAWS = new Map<string, WithdrawalLaw>([
  ...EUROPEAN_UNION.map((country) => [country, { days: 14, source: DIRECTIVE }] as const),
  ...['IS', 'LI', 'NO'].map((country) => [country, { days: 14, source: IN_THE_EEA }] as const),
  ['GB', { days: 14, source: IN_BRITAIN }],
]);

export type WithdrawalLaw = {
  /** Calendar days for the declaration. They begin when the goods were delivered. */
  days: number;
  /** The text of the law that was read. */
  source: string;
};

/** The countries whose law gives a right of withdrawal. */
export const COUNTRIES_WITH_LAW: readonly string[] = [...LAWS.keys()];

/** Returns the law of a country, by its code of ISO 3166-1; null where shoppers have no general right of withdrawal. */
export function withdrawalLaw(country: string): WithdrawalLaw | null {
  return LAWS.get(country) ?? null;
}

/** Returns those of a store's countries whose shoppers have a right of withdrawal, in alphabetical order. */
export function countriesWithWithdrawal(shipping: readonly { country: string }[]): string[] {
  return shipping
    .map(({ country }) => country)
    .filter((country) => withdrawalLaw(country) !== null)
    .sort();
}

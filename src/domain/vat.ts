/**
 * The standard rate of value added tax in each member state of the European Union, in percent, as of `VAT_AS_OF`. Parts of a state with
 * another rate, such as the Canaries, are left out. Only proposed: the merchant looks at each before it is saved.
 */
export const STANDARD_VAT: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 21,
  BG: 20,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
};

/** The day for which the rates were looked up. */
export const VAT_AS_OF = '2025-12-01';

import type { SentCheckoutDocument } from './checkout-countries.ts';

/** The data of the frame in which the portal shows how the checkout looks with colours that are not saved yet. */
export type LookDocument = SentCheckoutDocument & {
  /** The origin of the portal, the only one that may change the look. */
  portal: string;
};

/** Portal → frame: the values that replace those of tokens, such as `--action`. All others are those without a brand. */
export type LookMessage = { t: 'look'; scheme: 'light' | 'dark'; tokens: Record<string, string> };

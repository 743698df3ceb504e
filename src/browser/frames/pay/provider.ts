import type { FunctionComponent } from 'preact';
import type { Texts } from '../checkout/texts.ts';

export type SecondStep = { ref: string; clientSecret: string };

export type ChallengeProps = { t: Texts; action: SecondStep; amount: string; store: string; answered: () => void };

/** A payment provider's part of the page: one module for each, so that none knows another. */
export type PayProvider = {
  /** What the shopper fills in. */
  Fields: FunctionComponent<{ t: Texts }>;
  /** Stands for what they filled in; null: something is wrong, and the fields say what. */
  token(): Promise<string | null>;
  /** Shows the second step and calls `answered` once the shopper has done something about it. */
  Challenge: FunctionComponent<ChallengeProps>;
};

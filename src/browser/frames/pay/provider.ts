import type { FunctionComponent } from 'preact';
import type { Texts } from '../checkout/texts.ts';

export type SecondStep = { ref: string; clientSecret: string };

export type ChallengeProps = { t: Texts; action: SecondStep; amount: string; store: string; answered: () => void };

/** A payment provider's part of the page. Each provider has a module of its own, and none imports another. */
export type PayProvider = {
  /** The fields that the shopper fills in. */
  Fields: FunctionComponent<{ t: Texts }>;
  /** Returns a token for the entered card, or null if something is wrong; the fields then show what. */
  token(): Promise<string | null>;
  /** Shows the second step and calls `answered` once the shopper has completed or refused it. */
  Challenge: FunctionComponent<ChallengeProps>;
};

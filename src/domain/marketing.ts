/**
 * The store's setting for the box in the checkout that asks for consent to marketing. `off`: there is no box. `ask`: only
 * the shopper ticks it. `collected`: the store has collected consent before, so the box starts ticked when the store's
 * page says that the customer consented.
 */
export const MARKETING_BOXES = ['off', 'ask', 'collected'] as const;
export type MarketingBox = (typeof MARKETING_BOXES)[number];

/** `by`: who ticked the box, or left it empty. A tick that the shopper did not touch is the store's. */
export type MarketingDecision = { agreed: boolean; by: 'shopper' | 'store' };

/**
 * Returns what a shown box means. Null when no box was shown: consent needs words that a person read. A box that started
 * ticked and was not touched counts as consent only while the store's setting is still `collected`.
 */
export function marketingDecision(shown: {
  asked: boolean;
  box: MarketingBox;
  ticked: boolean;
  /** The box started ticked, and the shopper has not touched it. */
  leftTicked: boolean;
}): MarketingDecision | null {
  const { asked, box, ticked, leftTicked } = shown;
  if (!asked) return null;
  if (!ticked || !leftTicked) return { agreed: ticked, by: 'shopper' };
  return box === 'collected' ? { agreed: true, by: 'store' } : { agreed: false, by: 'shopper' };
}
